import NotifyCore
import RelayServers

/// What came on the inbox's topic: what of it is shown, in which order, and up to where it was read.
///
/// A state machine without I/O. At the first start, what the server keeps is old, and is skipped. Later, what it kept
/// while nobody followed is listed with one bubble for all of it if there is much. Times are of the clock since boot, in
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
        /// Hand requests to the agent that came late together, and report ``Event/added(_:)``.
        case addLate([LateNotification])
        /// Store the server's ID of the last message that needs no further work; `nil` for none.
        case store(String?)
        /// Write a line to the log.
        case log(String)
    }

    /// The number of messages above which one bubble stands for what came while nobody followed.
    static let maxAlone = 3
    /// The maximum number of messages that wait for the agent, besides those of an absence.
    static let maxWaiting = 100
    /// The maximum number of messages that are handed over at once, which is one call of the agent.
    static let maxTogether = 200
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
        let requests: [LateNotification]
        var removed: [String] = []
        /// The server's ID of the last message that it is about.
        let last: String
    }

    /// A message that came while nobody followed.
    private struct Kept {
        let request: NotificationRequest
        let removed: [String]
        let sent: Instant
        let priority: Int
        let id: String
    }

    /// What came while nobody followed.
    private struct Absence {
        var kept: [Kept] = []
        /// How many more there were than may be shown.
        var dropped = 0
        /// The server's ID of the last one.
        var last = ""

        /// Drops the oldest of the lowest priority while there are more than that.
        mutating func trim(to count: Int) {
            while kept.count > count {
                let lowest = kept.map(\.priority).min()
                kept.remove(at: kept.firstIndex { $0.priority == lowest } ?? 0)
                dropped += 1
            }
        }
    }

    /// How much was shown since an hour began.
    private struct Hour {
        var start: Int64?
        var shown = 0
        var dropped: [DropReason: Int] = [:]
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
        let end = !hour.dropped.isEmpty ? hour.start.map { $0 + Self.hour } : nil
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
            keep(message)
            guard message.id == begun else { return [] }
            // The same request once more, which the agent knows by its key; what came later is another one.
            begun = nil
            return endAbsence(now)
        case .following: return accept(message, now)
        }
        return []
    }

    /// Keeps a message until the end of an absence.
    private mutating func keep(_ message: ServerMessage) {
        let (request, removed) = InboxMessage.request(of: message, from: configuration.name)
        absence.last = message.id
        absence.kept.append(
            Kept(
                request: request,
                removed: removed,
                sent: Instant(seconds: message.time),
                priority: message.priority,
                id: message.id
            )
        )
        absence.trim(to: configuration.maxPerHour)
    }

    private mutating func endAbsence(_ now: Int64) -> [Action] {
        var ended = absence
        absence = Absence()
        guard !ended.kept.isEmpty else { return [] }
        hour.start = hour.start ?? now
        ended.trim(to: max(0, configuration.maxPerHour - hour.shown))
        let actions = ended.dropped > 0 ? drop(ended.dropped, upTo: ended.last, .limit) : []
        hour.shown += ended.kept.count
        let size = ended.kept.count > Self.maxAlone ? Self.maxTogether : 1
        for start in stride(from: 0, to: ended.kept.count, by: size) {
            let some = ended.kept[start...].prefix(size)
            waiting.append(
                Notice(
                    requests: some.map { LateNotification(sent: $0.sent, request: $0.request) },
                    removed: some.flatMap(\.removed),
                    last: some.endIndex == ended.kept.endIndex
                        ? ended.last : some.last?.id ?? ended.last
                )
            )
        }
        return actions
    }

    private mutating func accept(_ message: ServerMessage, _ now: Int64) -> [Action] {
        hour.start = hour.start ?? now
        guard hour.shown < configuration.maxPerHour else {
            return drop(1, upTo: message.id, .limit)
        }
        guard waiting.count < Self.maxWaiting else { return drop(1, upTo: message.id, .waiting) }
        hour.shown += 1
        let (request, removed) = InboxMessage.request(of: message, from: configuration.name)
        let sent = Instant(seconds: message.time)
        waiting.append(
            Notice(
                requests: [LateNotification(sent: sent, request: request)],
                removed: removed,
                last: message.id
            )
        )
        return []
    }

    /// Counts messages that are not shown, and logs the first time why.
    private mutating func drop(
        _ count: Int,
        upTo last: String,
        _ reason: DropReason
    ) -> [Action] {
        hour.last = last
        let isFirst = hour.dropped[reason] == nil
        hour.dropped[reason, default: 0] += count
        guard isFirst else { return [] }
        return [.log(reason.line(of: configuration.name, limit: configuration.maxPerHour))]
    }

    private mutating func endHour(_ now: Int64) -> [Action] {
        guard let start = hour.start, now - start >= Self.hour else { return [] }
        let ended = hour
        hour = Hour()
        guard !ended.dropped.isEmpty else { return [] }
        let report = InboxMessage.report(
            dropped: ended.dropped,
            limit: configuration.maxPerHour,
            last: ended.last,
            from: configuration.name
        )
        let late = LateNotification(sent: Instant(seconds: 0), request: report)
        waiting.append(Notice(requests: [late], last: ended.last))
        let count = ended.dropped.values.reduce(0, +)
        return [.log("\(count) messages of the topic \(configuration.name) were dropped")]
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
        let hand: Action =
            notice.requests.count == 1
            ? .add(notice.requests[0].request) : .addLate(notice.requests)
        return [.begin(notice.last)] + lines.map { .log($0) } + [hand]
    }
}
