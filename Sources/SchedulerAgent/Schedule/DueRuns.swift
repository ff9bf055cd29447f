import NotifyCore

/// Finds the requests that run a command and are due, and when the next one is.
final class DueRuns {
    private let context: SchedulingContext
    /// When the store is read again after a failure, in microseconds since boot; `nil` if it did not fail.
    private var retryTime: Int64?

    init(_ context: SchedulingContext) {
        self.context = context
    }

    /// Returns the first due request that runs a command; `nil` if there is none.
    func first(_ instant: DueInstant) throws(RequestError) -> PendingRow? {
        if let retryTime, retryTime > instant.sinceBoot { return nil }
        retryTime = nil
        return try context.store.dueRun(now: instant.wall, sinceBoot: instant.sinceBoot)
    }

    /// Returns when the first request is due that runs a command; `nil` if none does.
    func earliest() throws(RequestError) -> EarliestDue? {
        guard let earliest = try context.store.earliestRun() else { return nil }
        guard let retryTime, retryTime > context.clock.sinceBoot else { return earliest }
        return EarliestDue(boot: retryTime)
    }

    /// Records that the store failed.
    func noteFailure() { retryTime = Schedule.retryTime(at: context.clock.sinceBoot) }
}

extension EarliestDue {
    /// Returns the earlier of both times on each clock.
    func or(_ other: EarliestDue) -> EarliestDue {
        func earlier<Time: Comparable>(_ one: Time?, _ other: Time?) -> Time? {
            one.flatMap { one in other.map { min(one, $0) } } ?? one ?? other
        }
        return EarliestDue(
            wall: earlier(wall, other.wall),
            boot: earlier(boot, other.boot),
            wake: earlier(wake, other.wake)
        )
    }
}
