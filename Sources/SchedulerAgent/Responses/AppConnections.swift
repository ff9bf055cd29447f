import NotifyCore

/// Which connections listen for which apps, what is on its way to them, and which apps are being started.
///
/// A state machine: it calls nobody. One response at a time is with a process; the next one waits until that one
/// is answered or its time is over. What is answered after that still counts. A process that does not answer in
/// time is passed over, so that it silences neither another process of its app nor a start; it counts again once
/// it has answered.
struct AppConnections: Sendable {
    /// A process that listens for an app.
    struct Listener: Hashable, Sendable {
        /// The connection's unique name.
        let name: String
        let app: String
    }

    /// What happens to connections, responses and starts; times are microseconds since boot.
    enum Event: Sendable {
        /// A connection listens no longer for an app.
        case detached(Listener)
        /// A connection left the bus.
        case left(String)
        /// Something may wait for an app.
        case wanted(app: String, now: Int64)
        /// A response is on its way to a process, which may act on it until a time.
        case sent(Int64, to: Listener, until: Int64)
        /// What became of that; `nil` if the process has not answered in its time.
        case answered(Listener, HandOver?, now: Int64)
        /// What became of a response after that time.
        case answeredLate(Int64, Listener, HandOver)
        /// What the store has of a response cannot be read.
        case unreadable(Int64)
        /// These responses are in the store no longer.
        case forgotten(Set<Int64>)
        /// An app is being started.
        case starting(app: String, now: Int64)
        /// An app was not started.
        case notStarted(app: String)
        /// The time is over after which an app that is being started is looked at again.
        case startTimeOver(app: String)
    }

    /// What has to be done after an event, in order.
    enum Action: Equatable, Sendable {
        /// Hand the oldest response that is not excluded to a process.
        case handOver(Listener)
        /// Start an app, where a response waits that it was not started for.
        case start(app: String)
        /// Send `startTimeOver` after a time.
        case lookLater(app: String, microseconds: Int64)
        /// Note that the app has this response.
        case noteTaken
        /// Write down that this response is dropped.
        case reportDrop(reason: String)
        /// Remove from the store what apps have.
        case forget
        /// Write down that a start of this app would help nobody.
        case markStarted(app: String)
        /// Log that a process does not answer.
        case reportSilence(app: String)
        /// Send `wanted` again, without waiting for what follows from it.
        case reachSoon(app: String)
    }

    private struct UnderWay: Sendable {
        let id: Int64
        let until: Int64
        /// How often connections had attached themselves when it was sent.
        let attachments: Int
    }

    /// How long a start of an app is taken to be under way, in microseconds.
    private let startTime: Int64
    private var attached = AttachedApps()
    private var underWay: [Listener: UnderWay] = [:]
    /// What apps need not hear any more and is in the store still.
    private(set) var heard: Set<Int64> = []
    /// When apps were started that have not attached themselves yet.
    private var starts: [String: Int64] = [:]
    /// The apps whose start is looked at again.
    private var retries: Set<String> = []

    /// Makes one without connections.
    ///
    /// - Parameter startTime: how long a start of an app is taken to be under way, in microseconds.
    init(startTime: Int64) {
        self.startTime = startTime
    }

    /// The responses that are not to be handed over now.
    var excluded: Set<Int64> { heard.union(underWay.values.map(\.id)) }

    /// The connection that listens for an app; `nil` if none does.
    func listener(of app: String) -> String? { attached.listener(of: app) }

    /// Lets a connection listen for an app.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` where it may not, or too many do.
    mutating func attach(_ name: String, to app: String) throws(RequestError) {
        try attached.attach(name, to: app)
        starts[app] = nil
    }

    /// Moves on after an event.
    ///
    /// - Returns: what has to be done, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .detached(let listener): attached.detach(listener.name, from: listener.app)
        case .left(let name): attached.forget(name)
        case .wanted(let app, let now): return reach(app, now)
        case .sent(let id, let listener, let until):
            underWay[listener] = UnderWay(
                id: id,
                until: until,
                attachments: attached.attachments
            )
        case .answered(let listener, let end, let now):
            return settle(listener, end, now)
        case .answeredLate(let id, let listener, let end):
            let actions = settle(id, listener, end)
            attached.takeBack(listener.name, of: listener.app)
            return actions + [.reachSoon(app: listener.app)]
        case .unreadable(let id):
            heard.insert(id)
            return [.forget]
        case .forgotten(let ids): heard.subtract(ids)
        case .starting(let app, let now): starts[app] = now
        case .notStarted(let app): starts[app] = nil
        case .startTimeOver(let app):
            retries.remove(app)
            return [.reachSoon(app: app)]
        }
        return []
    }

    private mutating func reach(_ app: String, _ now: Int64) -> [Action] {
        if let name = attached.listener(of: app) {
            let listener = Listener(name: name, app: app)
            return underWay[listener] == nil ? [.handOver(listener)] : []
        }
        starts = starts.filter { now - $0.value < startTime }
        guard let begun = starts[app] else { return [.start(app: app)] }
        // It may end before it attaches itself, and then nothing would have it started again.
        guard retries.insert(app).inserted else { return [] }
        return [.lookLater(app: app, microseconds: begun + startTime - now)]
    }

    private mutating func settle(_ listener: Listener, _ end: HandOver?, _ now: Int64) -> [Action] {
        guard let sent = underWay.removeValue(forKey: listener) else { return [] }
        switch end {
        case nil:
            attached.passOver(listener.name, of: listener.app)
            return [.reportSilence(app: listener.app)]
        // The machine slept meanwhile, and now it has its time.
        case .tooLate where now >= sent.until: return []
        // It may have got a delegate in the meantime.
        case .refused where attached.attachments != sent.attachments: return []
        case .refused, .tooLate:
            // It runs, so a second process of it would help nobody.
            attached.detach(listener.name, from: listener.app)
            return [.markStarted(app: listener.app)]
        case let end?: return settle(sent.id, listener, end)
        }
    }

    private mutating func settle(_ id: Int64, _ listener: Listener, _ end: HandOver) -> [Action] {
        switch end {
        case .taken:
            heard.insert(id)
            return [.noteTaken, .forget]
        case .unreadable(let reason):
            heard.insert(id)
            return [.reportDrop(reason: reason), .forget]
        case .refused, .gone:
            attached.detach(listener.name, from: listener.app)
            return []
        case .tooLate:
            // Another process has it by now, or this one gets it once more.
            return []
        }
    }
}
