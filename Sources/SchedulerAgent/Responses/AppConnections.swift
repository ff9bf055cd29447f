import AgentInterface
import NotifyCore

/// The connections that listen for apps, the responses in flight to them, and the apps that are being started.
///
/// A state machine without side effects. A process gets one response at a time; the next one waits for its
/// answer or timeout. A late answer is still valid. A process that does not answer in time is skipped, so that
/// it blocks neither another process of its app nor a start; it is used again once it has answered.
struct AppConnections: Sendable {
    /// A process that listens for an app.
    struct Listener: Hashable, Sendable {
        /// The connection's unique name.
        let name: String
        let app: String
    }

    /// An event of a connection, a response or a start.
    enum Event: Sendable {
        /// A connection no longer listens for an app.
        case detached(Listener)
        /// A connection left the bus.
        case left(String)
        /// A response was sent to a process, which may act on it until a time.
        case sent(Int64, to: Listener, until: BootTime)
        /// The process answered; `nil` if it did not answer in time.
        case answered(Listener, HandOver?, now: BootTime)
        /// The process answered after the timeout.
        case answeredLate(Int64, Listener, HandOver)
        /// The stored response is damaged.
        case unreadable(Int64)
        /// These responses were removed from the store.
        case forgotten(Set<Int64>)
        /// An app is being started.
        case starting(app: String, now: BootTime)
        /// An app was not started.
        case notStarted(app: String)
        /// The time for the start of an app is over.
        case startTimeOver(app: String)
    }

    /// A step to deliver the responses that wait for an app.
    enum Approach: Equatable, Sendable {
        /// Send the oldest response that is not excluded to a process.
        case handOver(Listener)
        /// Start an app if a response waits for which it was not started yet.
        case start(app: String)
        /// Send `startTimeOver` after a time.
        case lookLater(app: String, after: Duration)
    }

    /// A step to carry out after an event.
    enum Action: Equatable, Sendable {
        /// Record that the app has received the response.
        case noteTaken
        /// Report that the response is dropped.
        case reportDrop(reason: String)
        /// Remove received responses from the store.
        case forget
        /// Record that another start of the app would have no effect.
        case markStarted(app: String)
        /// Log that a process does not answer.
        case reportSilence(app: String)
        /// Reach an app, without waiting for the result.
        case reachSoon(app: String)
    }

    private struct UnderWay: Sendable {
        let id: Int64
        let until: BootTime
        /// The number of attachments when it was sent.
        let attachments: Int
    }

    /// How long a started app has until it must be on the bus.
    private let startTime: Duration
    private var attached = AttachedApps()
    private var underWay: [Listener: UnderWay] = [:]
    /// The responses that apps no longer need and that are still in the store.
    private(set) var heard: Set<Int64> = []
    /// The start times of apps that are not attached yet.
    private var starts: [String: BootTime] = [:]
    /// The apps whose start is checked again.
    private var retries: Set<String> = []

    /// Creates the state without connections.
    ///
    /// - Parameter startTime: how long a started app has until it must be on the bus.
    init(startTime: Duration) {
        self.startTime = startTime
    }

    /// The responses that must not be sent now.
    var excluded: Set<Int64> { heard.union(underWay.values.map(\.id)) }

    /// Returns the connection that listens for an app; `nil` if none does.
    func listener(of app: String) -> String? { attached.listener(of: app) }

    /// Lets a connection listen for an app.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotAllowed` if it may not, or if too many do.
    mutating func attach(_ name: String, to app: String) throws(RequestError) {
        try attached.attach(name, to: app)
        starts[app] = nil
    }

    /// Handles an event.
    ///
    /// - Returns: the steps to carry out, in order.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .detached(let listener): attached.detach(listener.name, from: listener.app)
        case .left(let name): attached.forget(name)
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

    /// Returns how to reach an app for which responses may wait; `nil` if it is already being reached.
    mutating func reach(_ app: String, now: BootTime) -> Approach? {
        if let name = attached.listener(of: app) {
            let listener = Listener(name: name, app: app)
            return underWay[listener] == nil ? .handOver(listener) : nil
        }
        starts = starts.filter { now - $0.value < startTime }
        guard let begun = starts[app] else { return .start(app: app) }
        // The app may exit before it attaches, and then nothing else would start it again.
        guard retries.insert(app).inserted else { return nil }
        return .lookLater(app: app, after: begun + startTime - now)
    }

    private mutating func settle(
        _ listener: Listener,
        _ end: HandOver?,
        _ now: BootTime
    ) -> [Action] {
        guard let sent = underWay.removeValue(forKey: listener) else { return [] }
        switch end {
        case nil:
            attached.passOver(listener.name, of: listener.app)
            return [.reportSilence(app: listener.app)]
        // The machine was suspended, and the process has its full time now.
        case .tooLate where now >= sent.until: return []
        // The app may have set its delegate in the meantime.
        case .refused where attached.attachments != sent.attachments: return []
        case .refused, .tooLate:
            // The app runs, so starting a second process has no use.
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
            // Another process has received it, or this one receives it again.
            return []
        }
    }
}

/// The connections that listen for their apps.
struct AttachedApps: Sendable {
    /// The maximum number of connections for one app, and for all.
    private static let maxPerApp = 64
    private static let maxConnections = 2_048

    private var names: [String: [String]] = [:]
    /// The connections that did not answer a call in time, by app.
    private var silent: [String: Set<String>] = [:]
    /// The number of attachments, including repeated ones.
    private(set) var attachments = 0

    /// Returns the connection that listens for an app: the last attached of those that answer; `nil` if
    /// there is none.
    func listener(of app: String) -> String? {
        names[app]?.last { !(silent[app]?.contains($0) ?? false) }
    }

    /// Lets a connection listen for an app.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if no app may listen for that id, or if too many do.
    mutating func attach(_ name: String, to app: String) throws(RequestError) {
        try NotificationRequest.validate(appID: app)
        guard app != AgentNames.app else {
            throw RequestError(
                .notAllowed,
                "\(app) is the command line's own app, for which no program listens; "
                    + "give your program an id of its own in NOTIFY_SCHEDULE_APP_ID"
            )
        }
        var own = names[app] ?? []
        attachments += 1
        takeBack(name, of: app)
        if own.contains(name) {
            own.removeAll { $0 == name }
            names[app] = own + [name]
            return
        }
        guard own.count < Self.maxPerApp,
            names.values.reduce(0, { $0 + $1.count }) < Self.maxConnections
        else {
            throw RequestError(
                .notAllowed,
                "too many connections listen for \(app.quoted) or for all apps; end some of them"
            )
        }
        own.append(name)
        names[app] = own
    }

    /// Ends that a connection listens for an app.
    mutating func detach(_ name: String, from app: String) {
        takeBack(name, of: app)
        names[app]?.removeAll { $0 == name }
        if names[app]?.isEmpty ?? false { names[app] = nil }
    }

    /// Skips a connection that does not answer until it has answered.
    mutating func passOver(_ name: String, of app: String) {
        guard names[app]?.contains(name) ?? false else { return }
        silent[app, default: []].insert(name)
    }

    /// Uses a skipped connection again after it has answered.
    mutating func takeBack(_ name: String, of app: String) {
        silent[app]?.remove(name)
        if silent[app]?.isEmpty ?? false { silent[app] = nil }
    }

    /// Forgets a connection that left the bus.
    mutating func forget(_ name: String) {
        for app in names.keys { detach(name, from: app) }
    }
}
