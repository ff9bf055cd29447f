import AgentInterface
import NotifyCore
import SQLiteBridge

/// What is due.
extension Store {
    /// Returns the earliest due times of requests that are not paused, with those of warnings.
    ///
    /// - Parameter past: what is due by these times does not count; `nil` if all does.
    func earliest(after past: EarliestDue? = nil) throws(RequestError) -> EarliestDue {
        try read { connection in
            let due = try Self.earliest("TRUE", "due", "bootDue", connection, after: past)
            let warnings = try Self.earliest(
                "lead IS NOT NULL",
                "due - lead",
                "bootDue - lead",
                connection,
                after: past
            )
            return due.or(warnings)
        }
    }

    /// Returns the earliest due times of requests that run a command; `nil` if there are none.
    func earliestRun() throws(RequestError) -> EarliestDue? {
        let due = try read { try Self.earliest("runs = 1", "due", "bootDue", $0) }
        return due == EarliestDue() ? nil : due
    }

    /// Returns the earliest times of requests that a condition selects.
    ///
    /// - Parameters:
    ///   - wall: the time on the wall clock, which an index has.
    ///   - boot: the time since boot, which an index has.
    private static func earliest(
        _ condition: String,
        _ wall: String,
        _ boot: String,
        _ connection: Connection,
        after past: EarliestDue? = nil
    ) throws -> EarliestDue {
        func first(_ time: String, _ more: String) -> String {
            """
            (SELECT \(time) FROM pending WHERE \(condition) AND paused = 0 AND \(more)
                ORDER BY \(time), id LIMIT 1)
            """
        }
        let times = try connection.cached(
            """
            SELECT \(first(wall, "bootDue IS NULL AND \(wall) > ?1")),
                \(first(boot, "bootDue IS NOT NULL AND \(boot) > ?2"))
            """
        ).first([past?.wall?.microseconds ?? .min, past?.boot?.microseconds ?? .min]) { row in
            EarliestDue(
                wall: try row.value(0, as: Int64?.self).map(Instant.init(stored:)),
                boot: try row.value(1, as: Int64?.self).map(BootTime.init(stored:))
            )
        }
        return times ?? EarliestDue()
    }

    /// Returns the next date, or warning, of a request that may wake the machine; `nil` if there is none.
    func earliestWake(after now: Instant) throws(RequestError) -> Instant? {
        func first(_ time: String, _ condition: String) -> String {
            """
            SELECT * FROM (SELECT \(time) AS time FROM pending
                WHERE wake = 1 AND \(condition) AND paused = 0 AND \(time) > ?1 ORDER BY \(time) LIMIT 1)
            """
        }
        return try read { connection in
            try connection.cached(
                """
                \(first("due", "TRUE")) UNION ALL \(first("due - lead", "lead IS NOT NULL"))
                UNION ALL SELECT * FROM (SELECT paused AS time FROM pending
                    WHERE wake = 1 AND paused > 1 AND paused > ?1 ORDER BY paused LIMIT 1)
                ORDER BY time LIMIT 1
                """
            ).all([now.microseconds]) { Instant(stored: try $0.value(0, as: Int64.self)) }.first
        }
    }

    /// Returns when the first pause ends by itself; `nil` if none does.
    func earliestPauseEnd() throws(RequestError) -> Instant? {
        try read { connection in
            try connection.cached("SELECT MIN(paused) FROM pending WHERE paused > 1")
                .value(as: Int64?.self)?.map(Instant.init(stored:))
        }
    }

    /// Returns the requests whose pause has ended.
    func pausesEnded(by now: Instant) throws(RequestError) -> [PendingRow] {
        try read { connection in
            try connection.cached(
                "SELECT \(Self.pendingColumns) FROM pending WHERE paused > 1 AND paused <= ?"
            ).all([now.microseconds], PendingRow.init)
        }
    }

    /// Returns the due requests, the earliest first.
    ///
    /// - Parameters:
    ///   - now: the wall clock; `nil` if it cannot be trusted and nothing on it is due.
    ///   - sinceBoot: the clock since boot.
    func due(now: Instant?, sinceBoot: BootTime, limit: Int) throws(RequestError) -> [PendingRow] {
        try due("TRUE", "due", "bootDue", now, sinceBoot, limit)
    }

    /// Returns the first due request that runs a command; `nil` if there is none.
    ///
    /// The times are as for ``due(now:sinceBoot:limit:)``.
    func dueRun(now: Instant?, sinceBoot: BootTime) throws(RequestError) -> PendingRow? {
        try due("runs = 1", "due", "bootDue", now, sinceBoot, 1).first
    }

    /// Returns the first request whose warning is due; `nil` if there is none.
    ///
    /// The times are as for ``due(now:sinceBoot:limit:)``.
    func dueWarning(now: Instant?, sinceBoot: BootTime) throws(RequestError) -> PendingRow? {
        try due("lead IS NOT NULL", "due - lead", "bootDue - lead", now, sinceBoot, 1).first
    }

    /// Returns the first requests that a condition selects and whose time has come.
    private func due(
        _ condition: String,
        _ wall: String,
        _ boot: String,
        _ now: Instant?,
        _ sinceBoot: BootTime,
        _ limit: Int
    ) throws(RequestError) -> [PendingRow] {
        func part(_ time: String, _ more: String) -> String {
            """
            SELECT * FROM (SELECT \(Self.pendingColumns) FROM pending
                WHERE \(condition) AND paused = 0 AND \(more) ORDER BY \(time), id LIMIT ?3)
            """
        }
        return try read { connection in
            try connection.cached(
                """
                SELECT * FROM (
                    \(part(wall, "bootDue IS NULL AND \(wall) <= ?1"))
                    UNION ALL
                    \(part(boot, "bootDue IS NOT NULL AND \(boot) <= ?2"))
                ) ORDER BY due, id LIMIT ?3
                """
            ).all([now?.microseconds, sinceBoot.microseconds, limit], PendingRow.init)
        }
    }

    /// Returns the next date of all requests, for display.
    func nextDate() throws(RequestError) -> Instant? {
        try read { connection in
            try connection.prepare(
                """
                SELECT due FROM pending WHERE listed = 1 AND paused = 0 AND due < ?
                ORDER BY due LIMIT 1
                """
            ).value([Instant.distantFuture.microseconds], as: Int64.self).map(Instant.init(stored:))
        }
    }

    /// Returns the requests whose time counts since this boot or an earlier one.
    func intervals() throws(RequestError) -> [PendingRow] {
        try read { connection in
            try connection.prepare(
                """
                SELECT \(Self.pendingColumns) FROM pending
                WHERE bootDue IS NOT NULL AND paused = 0 AND rule IS NULL AND place IS NULL
                UNION ALL
                SELECT \(Self.pendingColumns) FROM pending
                WHERE rule IS NULL AND place IS NULL AND (bootDue IS NULL OR paused = 1)
                UNION ALL
                SELECT \(Self.pendingColumns) FROM pending
                WHERE rule IS NULL AND place IS NULL AND bootDue IS NOT NULL AND paused > 1
                """
            ).all { try PendingRow($0) }
        }
    }

    /// Moves intervals on both clocks, in one transaction.
    func reschedule(_ rows: [MovedInterval]) throws(RequestError) {
        guard !rows.isEmpty else { return }
        try write(.full) { connection in
            let statement = try connection.cached(
                """
                UPDATE pending SET added = ?, settled = ?, due = ?, boot = ?, bootDue = ?
                WHERE id = ?
                """
            )
            for row in rows {
                try statement.run(
                    row.added.microseconds,
                    row.settled.microseconds,
                    row.due.microseconds,
                    row.boot?.boot,
                    row.boot?.time.microseconds,
                    row.id
                )
            }
        }
    }
}

/// The dates of calendar requests.
extension Store {
    /// Returns the next calendar requests, in the order of their numbers.
    func plans(after position: PendingID, atMost limit: Int) throws(RequestError) -> [PlanRow] {
        try read { connection in
            try connection.cached(
                """
                SELECT \(Self.planColumns) FROM pending WHERE rule IS NOT NULL AND id > ?
                ORDER BY id LIMIT ?
                """
            ).all([position, limit], PlanRow.init)
        }
    }

    /// Calls a function for each calendar request.
    func eachPlan(_ body: (PlanRow) throws -> Void) throws(RequestError) {
        try read { connection in
            try connection.cached("SELECT \(Self.planColumns) FROM pending WHERE rule IS NOT NULL")
                .each { row in try body(try PlanRow(row)) }
        }
    }

    /// The columns of a ``PlanRow``, in its order.
    static let planColumns =
        """
        id, due, settled, paused, grammar, rule, zone, monthEnd, until, reached, listed
        """

    /// Returns the zones of pending requests, each once.
    func zonesInUse() throws(RequestError) -> [String] {
        try read { connection in
            // Steps from zone to zone in the index, because there are many requests and few zones.
            try connection.prepare(
                """
                WITH RECURSIVE used (zone) AS (
                    SELECT MIN(zone) FROM pending WHERE zone IS NOT NULL
                    UNION ALL
                    SELECT (SELECT MIN(zone) FROM pending WHERE zone > used.zone)
                    FROM used WHERE used.zone IS NOT NULL
                ) SELECT zone FROM used WHERE zone IS NOT NULL
                """
            ).values(as: String.self)
        }
    }

    /// Stores new dates in one transaction, except for requests that changed since the dates were computed.
    func replan(_ rows: [Replanned]) throws(RequestError) {
        guard !rows.isEmpty else { return }
        try write(.full) { connection in
            // No request was accepted later than now.
            let statement = try connection.cached(
                """
                UPDATE pending SET due = ?1, settled = ?2, added = min(added, ?2), reached = ?3
                WHERE id = ?4 AND settled = ?5 AND due = ?6
                """
            )
            for row in rows {
                try statement.run(
                    row.due.microseconds,
                    row.settled.microseconds,
                    row.reached?.microseconds,
                    row.id,
                    row.settledBefore.microseconds,
                    row.dueBefore.microseconds
                )
                if connection.changesCount > 0 { try Self.recount(row, connection) }
            }
        }
    }

    /// Returns the dates that must not come: those that were delivered before the clock was set back, and those
    /// that the user left out.
    func taken() throws(RequestError) -> [PendingID: Set<Instant>] {
        try read { connection in
            var rows = try connection.cached(
                """
                SELECT request, scheduled FROM occurrence JOIN pending ON pending.id = request
                WHERE scheduled > settled AND shown = 1
                UNION ALL
                SELECT request, scheduled FROM leftOut JOIN pending ON pending.id = request
                WHERE scheduled > settled
                """
            ).rows()
            var taken: [PendingID: Set<Instant>] = [:]
            while let row = try rows.next() {
                taken[try row.value(0), default: []].insert(Instant(stored: try row.value(1)))
            }
            return taken
        }
    }

    /// Returns the delivered or left out dates of a request after an instant.
    func occurrences(
        of request: PendingID,
        after instant: Instant
    ) throws(RequestError) -> Set<Instant> {
        try read { Set(try Self.takenDates(of: request, after: instant, $0)) }
    }

    static func takenDates(
        of request: PendingID,
        after instant: Instant,
        _ connection: Connection
    ) throws -> [Instant] {
        try connection.cached(
            """
            SELECT scheduled FROM occurrence WHERE request = ?1 AND scheduled > ?2 AND shown = 1
            UNION SELECT scheduled FROM leftOut WHERE request = ?1 AND scheduled > ?2
            ORDER BY scheduled
            """
        ).values([request, instant.microseconds], as: Int64.self).map(Instant.init(stored:))
    }

    /// Decodes a request, with the dates that must not come again.
    func pending(of row: PendingRow) throws(RequestError) -> PendingRequest {
        var pending = try row.pending()
        guard pending.request.trigger.calendar != nil, pending.request.trigger.repeats else {
            return pending
        }
        pending.taken = try occurrences(of: row.id, after: row.settled)
        return pending
    }

    /// The number of the latest dates that are kept.
    private static let rememberedOccurrences = 10_000

    /// Stores that a date was delivered, so that it does not come again if the clock is set back.
    ///
    /// The latest dates are kept, and those after the settled time.
    static func store(taken date: Instant, of request: PendingID, _ connection: Connection) throws {
        try connection.cached("INSERT OR IGNORE INTO occurrence (request, scheduled) VALUES (?, ?)")
            .run(request, date.microseconds)
        // If the date was already stored, the last number belongs to another table.
        guard connection.changesCount > 0 else {
            return try connection.cached(
                "UPDATE occurrence SET shown = 1 WHERE request = ? AND scheduled = ?"
            ).run(request, date.microseconds)
        }
        let id = connection.lastInsertedRowID
        guard id % 1_000 == 0 else { return }
        // Rows of dates in the future stay: without its row such a date would come again.
        try connection.run(
            """
            DELETE FROM occurrence WHERE id <= ? AND NOT EXISTS (
                SELECT 1 FROM pending WHERE pending.id = request AND settled < scheduled)
            """,
            id - Int64(rememberedOccurrences)
        )
    }
}

/// The data for a clock that is set back, or back and forward again.
extension Store {
    /// How long an ended request is kept, in microseconds.
    private static let spentTime: Int64 = 30 * 86_400_000_000

    /// Stores that a date without a bubble of its own counts.
    static func count(_ scheduled: Instant, of request: PendingID, _ connection: Connection) throws
    {
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
    private static func revive(_ id: PendingID, _ connection: Connection) throws {
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
    func endAgain(_ id: PendingID) throws(RequestError) {
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
    func countsUnshown(_ request: PendingID, after instant: Instant) throws(RequestError) -> Bool {
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

/// The table of dates that the user left out of repeating requests.
///
/// A date that was shown is an instant. One that was left out is a time on the wall: in another zone, or by other rules
/// of its zone, it is another instant.
struct LeftOutDates: Sendable {
    /// A row whose instant may be another one.
    struct Entry: Sendable {
        let id: Int64
        let date: Instant
        let offset: Int64
        /// The zone of its request; `nil` for the user's.
        let zone: String?
    }

    private let store: Store

    init(_ store: Store) {
        self.store = store
    }

    /// The number of dates that are kept after they have passed.
    private static let maxPassed = 10_000

    /// Returns the dates that may lie ahead.
    func all() throws(RequestError) -> [Entry] {
        try store.read { connection in
            try connection.cached(
                """
                SELECT leftOut.id, scheduled, offset, zone FROM leftOut
                JOIN pending ON pending.id = request WHERE rule IS NOT NULL
                """
            ).all { row in
                Entry(
                    id: try row.value(0),
                    date: Instant(stored: try row.value(1)),
                    offset: try row.value(2),
                    zone: try row.value(3)
                )
            }
        }
    }

    /// Returns the dates after an instant that do not come, by their requests.
    ///
    /// Those that an import brought are among the occurrences.
    func ahead(of now: Instant) throws(RequestError) -> [PendingID: [Instant]] {
        try store.read { connection in
            let rows: [(PendingID, Instant)] = try connection.cached(
                """
                SELECT request, scheduled FROM leftOut WHERE scheduled > ?1
                UNION
                SELECT request, scheduled FROM occurrence WHERE scheduled > ?1 AND shown = 1
                ORDER BY scheduled
                """
            ).all([now.microseconds]) { row in
                (try row.value(0), Instant(stored: try row.value(1)))
            }
            return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
        }
    }

    /// Returns the dates that were left out of a request, with their rows.
    func of(_ request: PendingID) throws(RequestError) -> [(id: Int64, date: LeftOutDate)] {
        try store.read { connection in
            try connection.cached(
                "SELECT id, scheduled, offset FROM leftOut WHERE request = ? ORDER BY scheduled"
            ).all([request]) { row in
                (
                    try row.value(0),
                    LeftOutDate(Instant(stored: try row.value(1)), offset: try row.value(2))
                )
            }
        }
    }

    /// Stores the instants of dates.
    func move(_ dates: [(id: Int64, to: Instant)]) throws(RequestError) {
        guard !dates.isEmpty else { return }
        try store.write(.full) { connection in
            // The wall time stays.
            let statement = try connection.cached(
                """
                UPDATE leftOut SET scheduled = ?1, offset = offset + (scheduled - ?1) / 1000000
                WHERE id = ?2
                """
            )
            for (id, date) in dates { try statement.run(date.microseconds, id) }
        }
    }

    /// Stores that a date does not come.
    static func insert(
        _ leftOut: LeftOutDate,
        of request: PendingID,
        _ connection: Connection
    ) throws {
        let date = leftOut.date.microseconds
        // It counts as left out from now on.
        try connection.cached(
            "DELETE FROM occurrence WHERE request = ? AND scheduled = ? AND shown = 0"
        ).run(request, date)
        try connection.cached("INSERT INTO leftOut (request, scheduled, offset) VALUES (?, ?, ?)")
            .run(request, date, leftOut.offset)
        let id = connection.lastInsertedRowID
        if id % 1_000 == 0 {
            try connection.run(
                """
                DELETE FROM leftOut WHERE id <= ? AND NOT EXISTS (
                    SELECT 1 FROM pending WHERE pending.id = request AND settled < scheduled)
                """,
                id - Int64(maxPassed)
            )
        }
    }

    /// Gives what a request had to the request that takes its place.
    static func carry(from old: PendingID, to new: PendingID, _ connection: Connection) throws {
        try connection.cached("UPDATE leftOut SET request = ?1 WHERE request = ?2").run(new, old)
        // The numbers of rows without a request may stay behind.
        try connection.cached("UPDATE OR IGNORE occurrence SET request = ?1 WHERE request = ?2")
            .run(new, old)
    }
}

/// Requests that wait for a place.
extension Store {
    /// Returns the requests that wait for a place and are not paused.
    func waitingForPlaces() throws(RequestError) -> [PlaceRow] {
        try read { connection in
            try connection.cached(
                """
                SELECT id, place, crossing IS NOT NULL FROM pending
                WHERE place IS NOT NULL AND paused = 0 ORDER BY id
                """
            ).all { row in
                PlaceRow(
                    id: try row.value(0),
                    side: RegionSide(rawValue: try row.value(1)) ?? .unknown,
                    isDue: try row.value(2)
                )
            }
        }
    }

    /// Stores new sides and makes requests due, in one transaction.
    func apply(_ changes: [PlaceChange], now: Instant) throws(RequestError) {
        try write(.full) { connection in
            for change in changes {
                let crossing = change.crossing?.storedBytes
                try connection.cached(
                    """
                    UPDATE pending SET place = ?1, crossing = COALESCE(?2, crossing),
                        due = CASE WHEN ?2 IS NULL THEN due ELSE ?3 END
                    WHERE id = ?4 AND place IS NOT NULL
                    """
                ).run(change.side.rawValue, crossing, now.microseconds, change.id)
            }
        }
    }
}
