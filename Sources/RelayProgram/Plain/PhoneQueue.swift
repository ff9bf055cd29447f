import RelayServers

/// The messages that wait for the phone's topic, in memory alone.
///
/// A state machine without I/O. Times are of the clock since boot, in microseconds.
struct PhoneQueue: Sendable {
    /// What happened.
    enum Event: Sendable {
        /// There is one more message.
        case post(TopicPost)
        /// The server has the message.
        case published
        /// The server does not have it.
        case failed(RelayError)
        /// The time of ``PhoneQueue/nextWake`` has come.
        case timer
    }

    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// Publish a message, and report ``Event/published`` or ``Event/failed(_:)``. There is one at a time.
        case publish(TopicPost)
        /// Write a line to the log.
        case log(String)
    }

    /// The maximum number of messages that wait.
    static let maxWaiting = 50
    /// How long a message is tried.
    static let maxAge: Int64 = 3_600_000_000
    static let pauses: ClosedRange<Int64> = 2_000_000...300_000_000

    private struct Waiting {
        let post: TopicPost
        let since: Int64
    }

    /// Why the last message was not published; `nil` if it was.
    private(set) var problem: String?
    private var waiting: [Waiting] = []
    private var isPublishing = false
    private var retry: Int64?
    private var pause = pauses.lowerBound

    /// When ``Event/timer`` is due; `nil` for never.
    var nextWake: Int64? { waiting.isEmpty || isPublishing ? nil : retry }

    /// Handles an event.
    ///
    /// - Returns: what to do, in order.
    mutating func handle(_ event: Event, now: Int64) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .post(let post):
            if waiting.count == Self.maxWaiting {
                // Not the one that is on its way.
                waiting.remove(at: isPublishing ? 1 : 0)
                actions.append(
                    .log(
                        "a notification for the phone was dropped: \(Self.maxWaiting) wait already"
                    )
                )
            }
            waiting.append(Waiting(post: post, since: now))
        case .published:
            guard isPublishing else { break }
            isPublishing = false
            waiting.removeFirst()
            problem = nil
            pause = Self.pauses.lowerBound
        case .failed(let error):
            guard isPublishing else { break }
            isPublishing = false
            actions += noteFailure(error, now)
        case .timer: break
        }
        return actions + dropOld(now) + next(now)
    }

    private mutating func noteFailure(_ error: RelayError, _ now: Int64) -> [Action] {
        guard error.kind != .tooLong else {
            waiting.removeFirst()
            return [.log("a notification for the phone was dropped: \(error.message)")]
        }
        retry = now + max(pause, Int64(error.pause ?? 0) * 1_000)
        pause = min(pause * 2, Self.pauses.upperBound)
        guard problem != error.message else { return [] }
        problem = error.message
        return [.log("a notification for the phone waits: \(error.message)")]
    }

    private mutating func dropOld(_ now: Int64) -> [Action] {
        guard !isPublishing else { return [] }
        let count = waiting.prefix { now - $0.since >= Self.maxAge }.count
        guard count > 0 else { return [] }
        waiting.removeFirst(count)
        let reason = problem ?? "the server did not answer"
        return [.log("\(count) notifications for the phone were dropped after an hour: \(reason)")]
    }

    private mutating func next(_ now: Int64) -> [Action] {
        guard !isPublishing, let first = waiting.first, retry ?? now <= now else { return [] }
        retry = nil
        isPublishing = true
        return [.publish(first.post)]
    }
}
