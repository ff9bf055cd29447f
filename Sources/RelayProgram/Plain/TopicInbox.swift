import NotifyCore
import RelayServers

/// What came on the inbox's topic: what of it is shown, in which order, and up to where it was read.
///
/// A state machine without I/O. At the first start, what the server keeps is old, and is skipped. Later, what it kept
/// while nobody followed is shown as one notification if there is much of it. Times are of the clock since boot, in
/// microseconds.
struct TopicInbox: Sendable {
    /// What happened.
    enum Event: Sendable {
        /// A message has come.
        case message(ServerMessage)
        /// All that the server keeps has come.
        case caughtUp
        /// The connection is lost.
        case disconnected
        /// The agent has answered to ``Action/add(_:)``.
        case added(AgentCalls.Outcome)
        /// The agent has started.
        case agentStarted
        /// The time of ``TopicInbox/nextWake`` has come.
        case timer
    }

    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// Store that a request about the messages up to this one is handed to the agent.
        case begin(String)
        /// Hand a request to the agent, and report ``Event/added(_:)``. There is one at a time.
        case add(NotificationRequest)
        /// Store the server's ID of the last message that needs no further work; `nil` for none.
        case store(String?)
        /// Write a line to the log.
        case log(String)
    }

    /// The number of messages above which one notification stands for what came while nobody followed.
    static let maxAlone = 3
    /// The maximum number of notifications that wait for the agent.
    static let maxWaiting = 100
    /// The number of the latest messages whose repetitions are known.
    static let maxSeen = 1_000
    /// The length of an hour.
    static let hour: Int64 = 3_600_000_000
    private static let pauses: ClosedRange<Int64> = 1_000_000...300_000_000

    private enum State: Equatable {
        /// The first start: what comes is old. With the last message.
        case skipping(last: String?)
        /// What the server has kept comes.
        case reading
        case following
    }

    private struct Notice {
        let request: NotificationRequest
        var removed: [String] = []
        /// The server's ID of the last message that it is about.
        let last: String
        /// The number of messages that it is about.
        var count = 1
    }

    /// What came while nobody followed.
    private struct Absence {
        var latest: [ServerMessage] = []
        var count = 0
        var priority = 1
    }

    /// How much was shown since an hour began.
    private struct Hour {
        var start: Int64?
        var shown = 0
        var dropped = 0
        var last = ""
    }

    private let configuration: InboxConfiguration
    private var state: State
    private var absence = Absence()
    private var hour = Hour()
    private var waiting: [Notice] = []
    private var isAdding = false
    /// The last message of the request that the agent may have since before the start.
    private var begun: String?
    private var seen: Set<String> = []
    /// The messages of ``seen``, oldest first.
    private var order: [String] = []
    private var retry: Int64?
    private var pause = pauses.lowerBound

    /// Begins.
    ///
    /// - Parameters:
    ///   - configuration: the topic.
    ///   - isFirst: whether the topic was never read before.
    ///   - begun: the message of a stored ``Action/begin(_:)`` without a ``Action/store(_:)`` after it.
    init(_ configuration: InboxConfiguration, isFirst: Bool, begun: String? = nil) {
        self.configuration = configuration
        self.begun = begun
        state = isFirst ? .skipping(last: nil) : .reading
    }

    /// When ``Event/timer`` is due; `nil` for never.
    var nextWake: Int64? {
        let next = waiting.isEmpty || isAdding ? nil : retry
        let end = hour.dropped > 0 ? hour.start.map { $0 + Self.hour } : nil
        return [next, end].compactMap { $0 }.min()
    }

    /// Handles an event.
    ///
    /// - Returns: what to do, in order.
    mutating func handle(_ event: Event, now: Int64) -> [Action] {
        var actions = endHour(now)
        switch event {
        case .message(let message): actions += receive(message, now)
        case .caughtUp:
            if case .skipping(let last) = state { actions.append(.store(last)) }
            state = .following
            actions += endAbsence(now)
        case .disconnected:
            // A connection that breaks again and again must not delay what has come.
            actions += endAbsence(now)
            if state == .following { state = .reading }
        case .added(let outcome): actions += noteOutcome(outcome, now)
        case .agentStarted: retry = nil
        case .timer: break
        }
        return actions + next(now)
    }

    // MARK: - From the server

    private mutating func receive(_ message: ServerMessage, _ now: Int64) -> [Action] {
        guard seen.insert(message.id).inserted else { return [] }
        order.append(message.id)
        if order.count > Self.maxSeen { seen.remove(order.removeFirst()) }
        switch state {
        case .skipping: state = .skipping(last: message.id)
        case .reading:
            absence.latest.append(message)
            if absence.latest.count > InboxMessage.maxLines { absence.latest.removeFirst() }
            absence.count += 1
            absence.priority = max(absence.priority, message.priority)
            guard message.id == begun else { return [] }
            // The same request once more, which the agent knows by its key; what came later is another one.
            begun = nil
            return endAbsence(now)
        case .following: return accept(message, now)
        }
        return []
    }

    private mutating func endAbsence(_ now: Int64) -> [Action] {
        let ended = absence
        absence = Absence()
        guard let last = ended.latest.last else { return [] }
        guard ended.count > Self.maxAlone else {
            return ended.latest.flatMap { accept($0, now) }
        }
        let request = InboxMessage.summary(
            of: ended.latest,
            count: ended.count,
            priority: ended.priority,
            from: configuration.name
        )
        return accept(Notice(request: request, last: last.id, count: ended.count), now)
    }

    private mutating func accept(_ message: ServerMessage, _ now: Int64) -> [Action] {
        let (request, removed) = InboxMessage.request(of: message, from: configuration.name)
        return accept(Notice(request: request, removed: removed, last: message.id), now)
    }

    private mutating func accept(_ notice: Notice, _ now: Int64) -> [Action] {
        hour.start = hour.start ?? now
        guard hour.shown < configuration.maxPerHour, waiting.count < Self.maxWaiting else {
            let isFirst = hour.dropped == 0
            hour.dropped += notice.count
            hour.last = notice.last
            guard isFirst else { return [] }
            return [
                .log(
                    "\(hour.shown) messages of the topic \(configuration.name) were shown within an hour; further "
                        + "ones are dropped until it is over"
                )
            ]
        }
        hour.shown += 1
        waiting.append(notice)
        return []
    }

    private mutating func endHour(_ now: Int64) -> [Action] {
        guard let start = hour.start, now - start >= Self.hour else { return [] }
        let ended = hour
        hour = Hour()
        guard ended.dropped > 0 else { return [] }
        let report = InboxMessage.report(
            dropped: ended.dropped,
            limit: configuration.maxPerHour,
            last: ended.last,
            from: configuration.name
        )
        waiting.append(Notice(request: report, last: ended.last))
        return [
            .log("\(ended.dropped) messages of the topic \(configuration.name) were dropped")
        ]
    }

    // MARK: - To the agent

    private mutating func noteOutcome(
        _ outcome: AgentCalls.Outcome,
        _ now: Int64
    ) -> [Action] {
        guard isAdding, let notice = waiting.first else { return [] }
        isAdding = false
        var actions: [Action] = []
        switch outcome {
        case .done: break
        case .refused(let reason):
            actions.append(
                .log("a message of the topic \(configuration.name) was dropped: \(reason)")
            )
        case .later(let reason):
            retry = now + pause
            pause = min(pause * 2, Self.pauses.upperBound)
            return [.log("a message of the topic \(configuration.name) waits: \(reason)")]
        }
        pause = Self.pauses.lowerBound
        waiting.removeFirst()
        return actions + [.store(notice.last)]
    }

    private mutating func next(_ now: Int64) -> [Action] {
        guard !isAdding, let notice = waiting.first, retry ?? now <= now else { return [] }
        retry = nil
        isAdding = true
        waiting[0].removed = []
        let lines = notice.removed.map { url in
            "\(url.quoted) is not opened for a message of the topic \(configuration.name)"
        }
        return [.begin(notice.last)] + lines.map { .log($0) } + [.add(notice.request)]
    }
}
