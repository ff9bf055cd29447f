import AgentInterface
import NotifyCore
import SQLiteBridge
import Synchronization

/// The rows that a change touches, which the transaction of the change keeps as they are before and after it.
struct ChangeRecording: Sendable {
    /// What of the requests is kept.
    enum Scope: Sendable {
        /// The pending requests.
        case pending
        /// The delivered notifications as well.
        case lists
        /// What is remembered of calendars as well.
        case calendars
    }

    let call: ChangeCall
    let keys: Set<RequestKey>
    let scope: Scope
    /// Whether the change is made although it is too large to be kept.
    var mayExceed = true

    /// Begins a transaction.
    ///
    /// - Returns: the number of the change.
    func begin(_ connection: Connection) throws -> Int64 {
        // What was undone cannot be made again once something else has happened.
        try ChangeTable.drop("origin = ? AND state = 1", [call.origin], connection)
        try connection.cached("INSERT INTO change (origin, kind, at) VALUES (?, ?, ?)").run(
            call.origin,
            call.kind.rawValue,
            call.at.microseconds
        )
        let change = connection.lastInsertedRowID
        if fits { try keep(change, isAfter: false, connection) }
        return change
    }

    /// Ends a transaction.
    func end(_ change: Int64, _ connection: Connection) throws {
        var use = (count: keys.count, bytes: Int64(0))
        if fits {
            try keep(change, isAfter: true, connection)
            try drop(same: change, connection)
            use = try ChangeTable.use("change = ?", [change], connection)
            // An import that only looks again at what is there is no change.
            let isSeen = call.kind == .imported
            let seen =
                isSeen
                ? "change = ? AND list IN ('pending', 'delivered', 'category')" : "change = ?"
            guard try ChangeTable.use(seen, [change], connection).count > 0 else {
                _ = try ChangeTable.drop("id = ?", [change], connection)
                return
            }
        }
        if !fits || use.bytes > ChangeTable.max.bytes || use.count > ChangeTable.max.rows {
            guard mayExceed else { throw exceeds }
            try connection.run("DELETE FROM image WHERE change = ?", change)
            use = (0, 0)
        }
        try connection.cached("UPDATE change SET count = ?, bytes = ? WHERE id = ?").run(
            use.count,
            use.bytes,
            change
        )
        try ChangeTable.trim(at: call.at, connection)
    }

    private var fits: Bool { keys.count <= ChangeTable.max.requests }

    private var exceeds: RequestError {
        RequestError(
            .notKept,
            "\(keys.count) requests are too many to be restored: at most \(ChangeTable.max.requests) of "
                + "\(ChangeTable.max.bytes >> 20) MiB in all are kept for that"
        )
    }

    private func keep(_ change: Int64, isAfter: Bool, _ connection: Connection) throws {
        for statement in try statements(connection) {
            for key in keys { try statement.run(change, isAfter, key.appID, key.identifier) }
        }
        guard scope == .calendars else { return }
        for table in KeptTable.ofCalendars {
            if isAfter {
                for side in [false, true] {
                    let (one, other) = side ? ("main", "temp") : ("temp", "main")
                    let rows = [
                        "main": "SELECT \(table.row) FROM \(table.name)",
                        "temp": "SELECT row, record FROM temp.\(table.name)Before",
                    ]
                    try connection.execute(
                        """
                        INSERT INTO image (change, isAfter, list, app, identifier, row, record)
                        SELECT \(change), \(side ? 1 : 0), '\(table.name)', '', '', * FROM (
                            \(rows[one] ?? "") EXCEPT \(rows[other] ?? ""))
                        """
                    )
                }
                try connection.execute("DROP TABLE temp.\(table.name)Before")
            } else {
                try connection.execute(
                    """
                    CREATE TABLE temp.\(table.name)Before AS
                    SELECT \(table.row) FROM \(table.name)
                    """
                )
            }
        }
    }

    /// The statements that keep the rows of one request.
    private func statements(_ connection: Connection) throws -> [Statement] {
        let end = "WHERE app = ?3 AND identifier = ?4"
        let columns = "(change, isAfter, list, app, identifier"
        var texts = [
            """
            INSERT INTO image \(columns), request, \(Self.pending), leftOut, record)
            SELECT ?1, ?2, 'pending', app, identifier, id, \(Self.pending), (
                SELECT group_concat(scheduled || ' ' || offset, ',') FROM leftOut
                WHERE request = pending.id), record
            FROM pending \(end) AND (listed = 1 OR rule IS NULL)
            """
        ]
        if scope != .pending {
            texts.append(
                """
                INSERT INTO image \(columns), request, \(Self.delivered), record)
                SELECT ?1, ?2, 'delivered', app, identifier, id, \(Self.delivered), record
                FROM delivered \(end)
                """
            )
        }
        if scope != .calendars {
            let events = KeptTable.events
            texts.append(
                """
                INSERT INTO image \(columns), row, record)
                SELECT ?1, ?2, '\(events.name)', app, identifier, \(events.row) FROM \(events.name) \(end)
                """
            )
        }
        return try texts.map { try connection.cached($0) }
    }

    private static let pending =
        "attachments, crossing, added, due, settled, fired, paused, boot, bootDue"
    private static let delivered =
        "attachments, crossing, scheduled, delivered, firstScheduled, occurrences, late, presentation"

    /// Drops the rows that the change has left as they were, and a record that is kept twice.
    private func drop(same change: Int64, _ connection: Connection) throws {
        let same = ["request", "due", "settled", "fired", "paused", "leftOut", "record", "row"]
            .map { "other.\($0) IS image.\($0)" }.joined(separator: " AND ")
        let pair =
            """
            other.change = ?1 AND other.app = image.app AND other.identifier = image.identifier
                AND other.list = image.list
            """
        try connection.cached(
            """
            DELETE FROM image WHERE change = ?1 AND app <> '' AND EXISTS (
                SELECT 1 FROM image AS other
                WHERE \(pair) AND other.isAfter <> image.isAfter AND \(same))
            """
        ).run(change)
        try connection.cached(
            """
            UPDATE image SET record = NULL WHERE change = ?1 AND isAfter = 1 AND app <> '' AND EXISTS (
                SELECT 1 FROM image AS other
                WHERE \(pair) AND other.isAfter = 0 AND other.record = image.record)
            """
        ).run(change)
    }
}

/// A table whose rows are kept and put back as they are.
private struct KeptTable {
    let name: String
    let key: [String]
    var values: [String] = []
    /// The column that is not part of the text.
    var record: String?

    static let events = KeptTable(
        name: "eventRequest",
        key: ["app", "identifier"],
        values: ["uid", "part", "digest", "calendar", "alarm", "until"]
    )
    /// What is remembered of calendars, and what an import may bring beside requests.
    static let ofCalendars = [
        events,
        KeptTable(name: "category", key: ["app", "identifier"], record: "record"),
        KeptTable(
            name: "calendar",
            key: ["name"],
            values: ["follows", "trusts", "requestFile", "problems", "read", "addresses"]
        ),
        KeptTable(name: "calendarFile", key: ["calendar", "name"], values: ["stamp", "problem"]),
        KeptTable(
            name: "calendarEvent",
            key: ["uid", "calendar", "file"],
            values: ["revisions", "until"]
        ),
    ]

    /// The expressions for a row: one text, and its record.
    var row: String {
        "json_array(\((key + values).joined(separator: ", "))) AS row, \(record ?? "NULL") AS record"
    }

    /// Puts the rows of one side of a change in place of those of the other.
    func turn(_ change: Int64, toAfter isAfter: Bool, _ connection: Connection) throws {
        func columns(_ names: [String]) -> String {
            names.indices.map { "json_extract(row, '$[\($0)]')" }.joined(separator: ", ")
        }
        let named = [record].compactMap { $0 }
        let images = "FROM image WHERE change = ? AND list = '\(name)' AND isAfter = ?"
        try connection.cached(
            """
            DELETE FROM \(name) WHERE (\(key.joined(separator: ", "))) IN (
                SELECT \(columns(key)) \(images))
            """
        ).run(change, !isAfter)
        try connection.cached(
            """
            INSERT OR REPLACE INTO \(name) (\((key + values + named).joined(separator: ", ")))
            SELECT \(([columns(key + values)] + named).joined(separator: ", ")) \(images)
            """
        ).run(change, isAfter)
    }
}

/// The table of changes that can be undone, with the rows of each before and after it.
struct ChangeTable: Sendable {
    let store: Store

    /// The maximum number of changes, of the requests of one and of the rows of all, and the size of these.
    static let max = (changes: 1_000, requests: 10_000, rows: 50_000, bytes: Int64(16 << 20))

    /// What is kept at most.
    var most: (changes: Int, requests: Int, rows: Int, bytes: Int64) { Self.max }

    init(_ store: Store) {
        self.store = store
    }

    /// Returns the last change of a program that is not undone; or the first that is, to make it again.
    func last(
        of origin: String,
        isUndone: Bool,
        after start: Instant
    ) throws(RequestError) -> Change? {
        try store.read { connection in
            try connection.cached(
                """
                SELECT id, kind, at, count, sent FROM change WHERE origin = ? AND state = ? AND at > ?
                ORDER BY id \(isUndone ? "ASC" : "DESC") LIMIT 1
                """
            ).first([origin, isUndone, start.microseconds]) { row in
                guard let kind = ChangeCall.Kind(rawValue: try row.value(1)) else { return nil }
                return Change(
                    id: try row.value(0),
                    kind: kind,
                    at: Instant(stored: try row.value(2)),
                    isKept: try row.value(3, as: Int64.self) > 0,
                    sent: try row.value(4)
                )
            } ?? nil
        }
    }

    /// Stores that a request was sent elsewhere, where it is taken back.
    ///
    /// - Parameter isHereToo: whether it was added on this machine by the same command.
    static func note(
        sent key: RequestKey,
        isHereToo: Bool,
        of call: ChangeCall,
        _ connection: Connection
    ) throws {
        if isHereToo {
            // Its addition is a part of the same change.
            try connection.run(
                """
                UPDATE change SET sent = ?1 WHERE id = (SELECT MAX(id) FROM change WHERE origin = ?2)
                    AND kind = 'added' AND state = 0 AND sent IS NULL
                    AND id IN (SELECT change FROM image WHERE app = ?3 AND identifier = ?4)
                """,
                key.path,
                call.origin,
                key.appID,
                key.identifier
            )
            guard connection.changesCount == 0 else { return }
        }
        let change = try ChangeRecording(call: call, keys: [], scope: .pending).begin(connection)
        try connection.run("UPDATE change SET sent = ? WHERE id = ?", key.path, change)
        try trim(at: call.at, connection)
    }

    /// Leaves a change out of what can be undone or made again; what it removed can still be restored.
    func giveUp(_ change: Int64) throws(RequestError) {
        try store.write(.process) { connection in
            try connection.run("UPDATE change SET state = 2 WHERE id = ?", change)
        }
    }

    /// Leaves out what was sent elsewhere and is removed there; what was added here as well is left.
    static func giveUp(sent key: RequestKey, _ connection: Connection) throws {
        try connection.run(
            "UPDATE change SET state = 2 WHERE sent = ? AND kind = 'sent'",
            key.path
        )
        try connection.run(
            "UPDATE change SET sent = NULL WHERE sent = ? AND kind <> 'sent'",
            key.path
        )
    }

    /// Returns the requests of a change.
    func images(of change: Int64) throws(RequestError) -> [ChangedRow] {
        try store.read { connection in
            try ChangedRow.read("change = ?", [change], connection)
        }
    }

    /// Returns the removed requests, latest first.
    ///
    /// - Parameters:
    ///   - app: the app; `nil` for all.
    ///   - identifier: the identifier; `nil` for all.
    ///   - start: only those that were removed later.
    func removed(
        app: String?,
        identifier: String? = nil,
        after start: Instant
    ) throws(RequestError) -> [ChangedRow] {
        let condition = Store.condition(app: app, identifier: identifier)
        return try store.read { connection in
            try ChangedRow.read(
                "\(condition.sql) AND \(Self.isRemoved) AND at > ?",
                condition.arguments + [start.microseconds],
                connection
            ).reversed().sorted { $0.change > $1.change }
        }
    }

    /// The condition for the side of a change that is not what the lists have, and that an undo or a redo puts back.
    ///
    /// What the other side has, such as the files of what was added, is kept by the lists alone.
    static let isAway = "isAfter = (state = 1)"

    /// The condition for what was removed and is neither back nor restored.
    private static let isRemoved =
        """
        kind = 'removed' AND state <> 1 AND isAfter = 0 AND list IN ('pending', 'delivered')
            AND (restored IS NULL
                OR EXISTS (SELECT 1 FROM change AS later WHERE later.id = restored AND later.state = 1))
        """

    /// Writes the rows of one side of a change; durable when it returns.
    ///
    /// - Returns: the numbers of the requests that have a new row.
    func write(_ turn: Turn) throws(RequestError) -> [PendingID] {
        try store.write(.full) { connection in
            for row in turn.gone { try Store.drop(pending: row, connection) }
            for id in turn.unlisted {
                try connection.cached("DELETE FROM delivered WHERE id = ?").run(id)
            }
            for (row, pending, request) in turn.merged {
                try Store.replace(row, with: request, connection)
                try Store.update(row, to: pending, boot: request.boot, connection)
            }
            for id in turn.leftOut { try connection.run("DELETE FROM leftOut WHERE id = ?", id) }
            for (row, date) in turn.leftOutAgain {
                try connection.run(
                    "INSERT INTO leftOut (request, scheduled, offset) VALUES (?, ?, ?)",
                    row,
                    date.date.microseconds,
                    date.offset
                )
            }
            let ids = try turn.pending.map { request, rows, image in
                let id = try Store.insert(request, connection)
                for row in rows { try LeftOutDates.carry(from: row, to: id, connection) }
                try connection.run("UPDATE image SET request = ? WHERE id = ?", id, image)
                return id
            }
            for (image, row) in turn.images {
                try connection.run("UPDATE image SET request = ? WHERE id = ?", row, image)
            }
            for (id, delivery, record) in turn.listed {
                try Store.insert(delivery, as: id, record: record, connection)
            }
            for image in turn.restored {
                try connection.run(
                    "UPDATE image SET restored = (SELECT MAX(id) FROM change) WHERE id = ?",
                    image
                )
            }
            if let (change, isAfter) = turn.change {
                for table in KeptTable.ofCalendars {
                    try table.turn(change, toAfter: isAfter, connection)
                }
                try connection.run(
                    "UPDATE change SET state = ? WHERE id = ?",
                    isAfter ? 0 : 1,
                    change
                )
            }
            return ids
        }
    }
}

/// What is kept is bounded.
extension ChangeTable {
    /// Drops the changes that a condition selects.
    @discardableResult
    fileprivate static func drop(
        _ condition: String,
        _ arguments: [any ColumnValue],
        _ connection: Connection
    ) throws -> Bool {
        let changes = try connection.cached(
            "DELETE FROM change WHERE \(condition) RETURNING id, state = 1"
        ).all(arguments) {
            (id: try $0.value(0, as: Int64.self), isUndone: try $0.value(1, as: Bool.self))
        }
        for (id, isUndone) in changes {
            try connection.cached("DELETE FROM image WHERE change = ?").run(id)
            guard isUndone else { continue }
            // What was restored and is away again can be restored once more.
            try connection.cached("UPDATE image SET restored = NULL WHERE restored = ?").run(id)
        }
        return !changes.isEmpty
    }

    /// Drops what is too old or too much.
    fileprivate static func trim(at now: Instant, _ connection: Connection) throws {
        try drop(
            """
            at < ? OR id IN (
                SELECT id FROM (
                    SELECT id, ROW_NUMBER() OVER latest AS place, SUM(count) OVER latest AS rows,
                        SUM(bytes) OVER latest AS bytes
                    FROM change WINDOW latest AS (ORDER BY id DESC ROWS UNBOUNDED PRECEDING)
                ) WHERE place > \(max.changes) OR rows > \(max.rows) OR bytes > \(max.bytes))
            """,
            [now.advanced(byMicroseconds: -Store.undoTime).microseconds],
            connection
        )
    }

    /// Drops what is too old.
    func trim(at now: Instant) throws(RequestError) {
        let isEmpty = try store.read { connection in
            try connection.prepare("SELECT 1 FROM change LIMIT 1").value(as: Int.self) == nil
        }
        guard !isEmpty else { return }
        try store.write(.process) { try Self.trim(at: now, $0) }
    }

    /// Drops what is kept of some apps.
    func drop(of apps: ClosedRange<String>) throws(RequestError) -> Bool {
        try store.write(.process) { connection in
            try Self.forget("app BETWEEN ? AND ?", [apps.lowerBound, apps.upperBound], connection)
        }
    }

    /// Drops what is kept of a request, but for an earlier one that was removed and can be restored.
    static func forget(_ key: RequestKey, _ connection: Connection) throws {
        let isOfKey = "app = ?1 AND identifier = ?2"
        try forget(
            """
            \(isOfKey) AND id NOT IN (
                SELECT image.id FROM image JOIN change ON change.id = change
                WHERE \(isOfKey) AND \(isRemoved))
            """,
            [key.appID, key.identifier],
            connection
        )
    }

    /// Drops what is kept of the requests that a condition selects.
    ///
    /// An undo of a change that had them says so once, and changes nothing. What the change removed of other requests can
    /// still be restored.
    @discardableResult
    private static func forget(
        _ condition: String,
        _ arguments: [any ColumnValue],
        _ connection: Connection
    ) throws -> Bool {
        let hasDropped = try drop(
            "state = 1 AND id IN (SELECT change FROM image WHERE \(condition))",
            arguments,
            connection
        )
        let changes = try connection.cached("DELETE FROM image WHERE \(condition) RETURNING change")
            .values(arguments, as: Int64.self)
        for change in Set(changes) {
            let bytes = try use("change = ?", [change], connection).bytes
            try connection.cached("UPDATE change SET count = 0, bytes = ? WHERE id = ?")
                .run(bytes, change)
        }
        return hasDropped || !changes.isEmpty
    }

    /// Drops what is kept to make room on a full disk, with the reserved space if need be.
    func dropOnFullDisk() -> Bool {
        let isKept = try? store.database.use { connection in
            try connection.prepare("SELECT 1 FROM image LIMIT 1").value(as: Int.self) != nil
        }
        guard isKept == true else { return false }
        if dropAll() { return true }
        guard store.reserve.release() else { return false }
        return dropAll()
    }

    /// Drops what is kept, a few rows at a time: the log of more would need more room than is reserved.
    private func dropAll() -> Bool {
        var hasDropped = false
        while true {
            // This frees the space of the log.
            store.moveLogIntoFile()
            let count = try? store.database.use { connection in
                try connection.transaction {
                    // A change is there as a whole or not at all.
                    try connection.execute(
                        """
                        DELETE FROM change
                        WHERE id IN (SELECT change FROM image ORDER BY id LIMIT 8);
                        DELETE FROM image WHERE id IN (SELECT id FROM image ORDER BY id LIMIT 8)
                        """
                    )
                    return connection.changesCount
                }
            }
            guard let count, count > 0 else { return hasDropped }
            hasDropped = true
        }
    }

    /// Returns the number and size of what is kept of some apps.
    func use(of apps: ClosedRange<String>) throws(RequestError) -> (count: Int, bytes: Int64) {
        try store.read { connection in
            try Self.use("app BETWEEN ? AND ?", [apps.lowerBound, apps.upperBound], connection)
        }
    }

    fileprivate static func use(
        _ condition: String,
        _ arguments: [any ColumnValue],
        _ connection: Connection
    ) throws -> (count: Int, bytes: Int64) {
        let use: (count: Int, bytes: Int64)? = try connection.cached(
            """
            SELECT COUNT(*), COALESCE(SUM(IFNULL(LENGTH(record), 0) + IFNULL(LENGTH(row), 0)), 0)
            FROM image WHERE \(condition)
            """
        ).first(arguments) { (try $0.value(0), try $0.value(1)) }
        return use ?? (0, 0)
    }
}

extension ChangedRow {
    private static let common = "image.id, change, at, isAfter, app, identifier, leftOut"
    private static let record =
        """
        COALESCE(record, (SELECT record FROM image AS other WHERE other.change = image.change
            AND other.app = image.app AND other.identifier = image.identifier
            AND other.list = image.list AND other.isAfter = 0), x'')
        """
    private static let pending =
        """
        request, \(record), added, due, settled, fired, paused, boot, bootDue, crossing,
        NULL, NULL, \(common)
        """
    private static let delivered =
        """
        request, \(record), scheduled, delivered, 'listed', NULL, NULL, firstScheduled, occurrences,
        late, presentation, crossing, \(common)
        """

    private init(_ row: Row, _ content: Content) throws {
        self.content = content
        id = try row.value(12)
        change = try row.value(13)
        at = Instant(stored: try row.value(14))
        isAfter = try row.value(15)
        key = RequestKey(appID: try row.value(16), identifier: try row.value(17))
        let dates: String? = try row.value(18)
        leftOut = (dates ?? "").split(separator: ",").compactMap { text in
            let numbers = text.split(separator: " ").compactMap { Int64($0) }
            guard numbers.count == 2 else { return nil }
            return LeftOutDate(Instant(stored: numbers[0]), offset: numbers[1])
        }
    }

    /// Reads the rows that a condition selects, pending ones first, in the order of the requests.
    fileprivate static func read(
        _ condition: String,
        _ arguments: [any ColumnValue],
        _ connection: Connection
    ) throws -> [ChangedRow] {
        func rows(
            _ columns: String,
            _ list: String,
            _ content: (Row) throws -> Content
        ) throws -> [ChangedRow] {
            try connection.cached(
                """
                SELECT \(columns) FROM image JOIN change ON change.id = change
                WHERE list = '\(list)' AND \(condition) ORDER BY change, request
                """
            ).all(arguments) { try ChangedRow($0, content($0)) }
        }
        return try rows(pending, "pending") { .pending(try PendingRow($0)) }
            + rows(delivered, "delivered") { .delivered(try DeliveredRow($0)) }
    }
}

/// Changes, each in one durable transaction.
extension Store {
    /// Has the next durable transaction keep what can be undone.
    ///
    /// The body does not wait, so that no other change comes between.
    ///
    /// - Parameters:
    ///   - call: the change; `nil` for one that cannot be undone.
    ///   - keys: the requests that it may touch.
    func recording<Result>(
        _ call: ChangeCall?,
        of keys: some Sequence<RequestKey>,
        _ scope: ChangeRecording.Scope = .pending,
        mayExceed: Bool = true,
        _ body: () throws(RequestError) -> Result
    ) throws(RequestError) -> Result {
        let recording = call.map {
            ChangeRecording(call: $0, keys: Set(keys), scope: scope, mayExceed: mayExceed)
        }
        changeUnderWay.withLock { $0 = recording }
        defer { changeUnderWay.withLock { $0 = nil } }
        return try body()
    }

    /// Settles dates of requests and stores what is shown in their place, all or nothing.
    @discardableResult
    func settle(
        _ settled: [SettledDates],
        adding child: AcceptedRequest? = nil
    ) throws(RequestError) -> PendingID? {
        guard !settled.isEmpty else { return nil }
        return try write(.full) { connection in
            for dates in settled { try Self.settle(dates, connection) }
            return try child.map { try Self.insert($0, connection) }
        }
    }

    /// Stores a request in place of another state of it.
    func replace(
        _ row: PendingID,
        with request: AcceptedRequest,
        dates: DatesAfterEdit = .fresh
    ) throws(RequestError) -> PendingID {
        try write(.full) { connection in
            guard dates != .kept else {
                try Self.replace(row, with: request, connection)
                return row
            }
            let id = try Self.insert(request, connection)
            guard case .carried(let later) = dates else { return id }
            try LeftOutDates.carry(from: row, to: id, connection)
            if later != 0 {
                try connection.run(
                    "UPDATE leftOut SET scheduled = scheduled + ? WHERE request = ?",
                    later,
                    id
                )
            }
            return id
        }
    }
}
