import AgentInterface
import NotifyCore
import SQLiteBridge

/// The state of a repeating request that has ended.
struct SpentRequest: Sendable {
    /// Until when its dates are settled.
    let settled: Instant
    /// The number of its past dates.
    let fired: Int

    /// Creates the state; `nil` for a request without a calendar trigger, which is not kept.
    ///
    /// - Parameter pending: the request before its last dates, with the time that these settle.
    init?(_ pending: PendingRequest, afterMore count: Int) {
        guard pending.request.trigger.calendar != nil, pending.request.trigger.repeats else {
            return nil
        }
        settled = pending.settled
        fired = pending.fired + count
    }
}

/// The data for a clock that is set back, or back and forward again.
extension Store {
    /// How long an ended request is kept, in microseconds.
    private static let spentTime: Int64 = 30 * 86_400_000_000

    /// Stores that a date without a bubble of its own counts.
    static func count(_ scheduled: Instant, of request: Int64, _ connection: Connection) throws {
        try connection.cached(
            "INSERT OR IGNORE INTO occurrence (request, scheduled, shown) VALUES (?, ?, 0)"
        ).run(request, scheduled.microseconds)
    }

    /// Recounts the past dates of a request.
    ///
    /// Dates that were shown always count, even if they are in the future after the clock was set back.
    static func recount(_ row: Replanned, _ connection: Connection) throws {
        guard row.settled != row.settledBefore else { return }
        let isBack = row.settled < row.settledBefore
        let unshown = try connection.cached(
            """
            SELECT COUNT(*) FROM occurrence
            WHERE request = ? AND scheduled > ? AND scheduled <= ? AND shown = 0
            """
        ).value(
            [
                row.id, min(row.settled, row.settledBefore).microseconds,
                max(row.settled, row.settledBefore).microseconds,
            ],
            as: Int.self
        )
        if let unshown, unshown > 0 {
            try connection.run(
                "UPDATE pending SET fired = max(0, fired + ?) WHERE id = ?",
                isBack ? -unshown : unshown,
                row.id
            )
        }
        if isBack { try revive(row.id, connection) }
    }

    /// Lists an ended request again.
    private static func revive(_ id: Int64, _ connection: Connection) throws {
        try connection.run(
            "UPDATE pending SET listed = 1, paused = 0 WHERE id = ? AND listed = 0",
            id
        )
        if connection.changesCount > 0 { try addToCounter(1, connection) }
    }

    private static func addToCounter(_ change: Int, _ connection: Connection) throws {
        try connection.run("UPDATE tally SET count = count + ? WHERE list = 'pending'", change)
    }

    /// Keeps an ended request, unlisted, if not all of its dates were shown: if the clock was wrong, the request
    /// continues once it is set back.
    static func keep(
        _ spent: SpentRequest,
        _ dates: SettledDates,
        _ connection: Connection
    ) throws -> Bool {
        let isKept =
            try !dates.unshown.isEmpty
            || connection.prepare(
                "SELECT EXISTS (SELECT 1 FROM occurrence WHERE request = ? AND shown = 0)"
            ).value([dates.row], as: Bool.self) ?? false
        guard isKept else { return false }
        try connection.run(
            """
            UPDATE pending SET due = ?, settled = ?, fired = ?, listed = 0, paused = 1
            WHERE id = ? AND listed = 1
            """,
            Instant.distantFuture.microseconds,
            spent.settled.microseconds,
            spent.fired,
            dates.row
        )
        if connection.changesCount > 0 { try addToCounter(-1, connection) }
        return true
    }

    /// Unlists a request again that was listed because the clock was set back.
    func endAgain(_ id: Int64) throws(RequestError) {
        try write(.full) { connection in
            try connection.run(
                """
                UPDATE pending SET due = ?, listed = 0, paused = 1
                WHERE id = ? AND listed = 1
                """,
                Instant.distantFuture.microseconds,
                id
            )
            if connection.changesCount > 0 { try Self.addToCounter(-1, connection) }
        }
    }

    /// Removes the requests that ended long ago.
    func dropSpent(before now: Instant) throws(RequestError) {
        try write(.process) { connection in
            try connection.run(
                "DELETE FROM pending WHERE listed = 0 AND rule IS NOT NULL AND settled < ?",
                now.advanced(byMicroseconds: -Self.spentTime).microseconds
            )
        }
    }

    /// Whether a request has dates after an instant that count only while the clock is past them.
    func countsUnshown(_ request: Int64, after instant: Instant) throws(RequestError) -> Bool {
        try read { connection in
            try connection.cached(
                """
                SELECT EXISTS (SELECT 1 FROM occurrence
                    WHERE request = ? AND scheduled > ? AND shown = 0)
                """
            ).value([request, instant.microseconds], as: Bool.self) ?? false
        }
    }

    /// Returns the plans of the requests that are affected by a clock that was set back.
    func plansSetBack() throws(RequestError) -> [PlanRow] {
        try read { connection in
            try connection.prepare(
                """
                SELECT \(Self.planColumns) FROM pending
                WHERE reached IS NOT NULL AND rule IS NOT NULL AND listed = 1
                """
            ).all { try PlanRow($0) }
        }
    }

    /// Discards the times that the clock had reached before it was set back.
    func forgetReached() throws(RequestError) {
        try write(.process) { connection in
            try connection.execute("UPDATE pending SET reached = NULL WHERE reached IS NOT NULL")
        }
    }
}
