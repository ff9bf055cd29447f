import AgentInterface
import NotifyCore
import SQLiteBridge

extension Store {
    /// Returns what is remembered of the requests of an event.
    func eventRows(of uid: String) throws(RequestError) -> [EventRow] {
        try read { connection in
            try connection.cached(
                "SELECT \(Self.eventColumns) FROM eventRequest WHERE uid = ? ORDER BY identifier"
            ).all([uid], EventRow.init)
        }
    }

    /// Returns what is remembered of a request; `nil` if it was made of no event.
    func eventRow(of key: RequestKey) throws(RequestError) -> EventRow? {
        try read { connection in
            try connection.cached(
                "SELECT \(Self.eventColumns) FROM eventRequest WHERE app = ? AND identifier = ?"
            ).first([key.appID, key.identifier], EventRow.init)
        }
    }

    /// Returns events with their requests, for an export.
    ///
    /// - Parameter app: the app; `nil` for all.
    /// - Returns: the next events, and how many have been read then; 0 at the end.
    func events(
        app: String?,
        after position: Int
    ) throws(RequestError) -> (entries: [EventEntry], position: Int) {
        let limit = 100
        let rows = try read { connection in
            try connection.cached(
                """
                SELECT \(Self.eventColumns) FROM eventRequest WHERE uid IN (
                    SELECT DISTINCT uid FROM eventRequest ORDER BY uid LIMIT \(limit) OFFSET ?
                ) ORDER BY uid, identifier
                """
            ).all([max(0, position)], EventRow.init)
        }
        let events = Dictionary(grouping: rows, by: \.uid).sorted { $0.key < $1.key }
        let entries = events.compactMap { uid, rows -> EventEntry? in
            // What was exported as an event is a request by itself.
            let requests = rows.filter { row in
                (app == nil || row.key.appID == app)
                    && !row.part.hasSuffix("#\(EventRequest.storedAlarm)#")
            }.map {
                EventRequest($0.key, part: $0.part, digest: $0.digest)
            }
            guard !requests.isEmpty else { return nil }
            // A backup adds to what is there.
            return EventEntry(uid: uid, present: [], kept: [""], requests: requests)
        }
        return (entries, rows.isEmpty ? 0 : position + limit)
    }

    /// Returns the events that a file of a calendar had when it was read.
    func events(of file: String, in calendar: String) throws(RequestError) -> Set<String> {
        try read { connection in
            Set(
                try connection.cached(
                    "SELECT uid FROM calendarEvent WHERE calendar = ? AND file = ?"
                ).values([calendar, file], as: String.self)
            )
        }
    }

    /// Returns the files of calendars that have an event.
    func files(with uid: String) throws(RequestError) -> [(calendar: String, file: String)] {
        try read { connection in
            try connection.cached(
                "SELECT calendar, file FROM calendarEvent WHERE uid = ? AND calendar <> ''"
            ).all([uid]) { row in (try row.value(0), try row.value(1)) }
        }
    }

    /// Returns how many requests of a calendar are pending, and whether one is missing whose date is to come.
    func countPending(
        of calendar: String,
        now: Instant
    ) throws(RequestError) -> (count: Int, lacksSome: Bool) {
        try read { connection in
            try connection.cached(
                """
                SELECT count(pending.id), coalesce(sum(pending.id IS NULL AND (alarm IS NULL OR alarm > ?2)), 0)
                FROM eventRequest LEFT JOIN pending
                    ON pending.app = eventRequest.app AND pending.identifier = eventRequest.identifier
                    AND (pending.listed = 1 OR pending.rule IS NULL)
                WHERE calendar = ?1
                """
            ).first([calendar, now.microseconds]) { row in
                (try row.value(0), try row.value(1, as: Int.self) > 0)
            } ?? (0, false)
        }
    }

    /// Returns the calendars, in the order of their names.
    func calendars() throws(RequestError) -> [CalendarRow] {
        try read { connection in
            try connection.cached(
                """
                SELECT name, follows, trusts, requestFile, problems, read, addresses FROM calendar
                ORDER BY name
                """
            ).all([], CalendarRow.init)
        }
    }

    /// Returns how many events a calendar has.
    func countEvents(in calendar: String) throws(RequestError) -> Int {
        try read { connection in
            try connection.cached(
                "SELECT COUNT(DISTINCT uid) FROM calendarEvent WHERE calendar = ?"
            ).value([calendar], as: Int.self) ?? 0
        }
    }

    /// Returns the stamps of a calendar's files, and what could not be read of them, by name.
    func stamps(
        of calendar: String
    ) throws(RequestError) -> [(name: String, stamp: String, problem: String)] {
        try read { connection in
            try connection.cached(
                "SELECT name, stamp, problem FROM calendarFile WHERE calendar = ? ORDER BY name"
            ).all([calendar]) { row in
                (try row.value(0), try row.value(1), try row.value(2))
            }
        }
    }

    /// Stores a calendar that is followed, whose files are read again.
    func follow(_ calendar: CalendarRow) throws(RequestError) {
        try write(.full) { connection in
            try Self.set(calendar, connection)
            try connection.cached("UPDATE calendarFile SET stamp = '' WHERE calendar = ?").run(
                calendar.name
            )
        }
    }

    /// Removes what came from a calendar that ends.
    func end(_ changes: EventChanges) throws(RequestError) -> Removal {
        try write(.full) { connection in try Self.store(changes, connection) }
    }

    /// Stores a calendar without its events, or what is new of it.
    func set(_ calendar: CalendarRow) throws(RequestError) {
        try write(.full) { connection in try Self.set(calendar, connection) }
    }

    static func set(_ calendar: CalendarRow, _ connection: Connection) throws {
        try connection.cached(
            """
            INSERT OR REPLACE INTO calendar (name, follows, trusts, requestFile, problems, read, addresses)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        ).run(
            calendar.name,
            calendar.follows,
            calendar.trusts,
            calendar.requestFile,
            calendar.problems.joined(separator: "\n"),
            calendar.read?.microseconds,
            calendar.addresses.joined(separator: "\n")
        )
    }

    /// Forgets a calendar whose requests were removed.
    static func forget(calendar name: String, _ connection: Connection) throws {
        for table in ["calendarEvent", "calendarFile"] {
            try connection.cached("DELETE FROM \(table) WHERE calendar = ?").run(name)
        }
        try connection.cached("DELETE FROM calendar WHERE name = ?").run(name)
    }

    /// Stores what an import changes beside the requests that it brings.
    static func store(_ changes: EventChanges, _ connection: Connection) throws -> Removal {
        var removal = Removal()
        for (key, isWhole) in changes.gone {
            removal.pending += try remove(pending: key, connection)
            if isWhole { removal.delivered += try remove(delivered: key, connection) }
            // A delivered notification goes with its event later on.
            try connection.cached(
                """
                DELETE FROM eventRequest WHERE app = ?1 AND identifier = ?2
                    AND (?3 OR until IS NULL OR until <= ?4)
                    AND NOT EXISTS (SELECT 1 FROM delivered WHERE app = ?1 AND identifier = ?2)
                """
            ).run(key.appID, key.identifier, isWhole, changes.now.microseconds)
        }
        for (id, later) in changes.dismissed {
            if let later {
                try update(id, to: later, boot: nil, connection)
            } else {
                try drop(pending: id, connection)
            }
        }
        for (id, later) in changes.shortened {
            if let later {
                try later.replaceDates(of: id, connection)
            } else {
                try drop(pending: id, connection)
            }
        }
        for row in changes.rows {
            try connection.cached(
                """
                INSERT OR REPLACE INTO eventRequest
                    (app, identifier, uid, part, digest, calendar, alarm, until)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
            ).run(
                row.key.appID,
                row.key.identifier,
                row.uid,
                row.part,
                row.digest,
                row.calendar,
                row.alarm?.microseconds,
                row.until?.microseconds
            )
        }
        try store(changes.versions, connection)
        if let calendar = changes.calendar {
            try set(calendar, connection)
            for file in changes.files {
                try store(file, of: calendar.name, changes.versions, connection)
            }
            for uid in changes.left { try handOver(uid, of: calendar.name, connection) }
            if changes.isEnd { try forget(calendar: calendar.name, connection) }
        }
        return removal
    }

    /// Forgets what was imported without a name and is over.
    static func forgetEnded(_ connection: Connection, now: Instant) throws {
        try connection.cached("DELETE FROM calendarEvent WHERE calendar = '' AND until <= ?").run(
            now.microseconds
        )
        try connection.cached(
            """
            DELETE FROM eventRequest WHERE calendar = '' AND (until IS NULL OR until <= ?)
                AND NOT EXISTS (SELECT 1 FROM pending AS p
                    WHERE p.app = eventRequest.app AND p.identifier = eventRequest.identifier)
                AND NOT EXISTS (SELECT 1 FROM delivered AS d
                    WHERE d.app = eventRequest.app AND d.identifier = eventRequest.identifier)
            """
        ).run(now.microseconds)
    }

    private static func remove(
        pending key: RequestKey,
        _ connection: Connection
    ) throws -> [(key: RequestKey, record: [UInt8])] {
        try connection.cached(
            "DELETE FROM pending WHERE app = ? AND identifier = ? RETURNING record"
        ).all([key.appID, key.identifier]) { row in (key, try row.bytes(0)) }
    }

    private static func remove(
        delivered key: RequestKey,
        _ connection: Connection
    ) throws -> [(key: RequestKey, row: DeliveredRow)] {
        try connection.cached(
            "DELETE FROM delivered WHERE app = ? AND identifier = ? RETURNING \(deliveredColumns)"
        ).all([key.appID, key.identifier]) { row in (key, try DeliveredRow(row)) }
    }

    private static func store(
        _ file: CalendarFileChange,
        of calendar: String,
        _ versions: EventVersions,
        _ connection: Connection
    ) throws {
        if !file.keepsEvents {
            try connection.cached("DELETE FROM calendarEvent WHERE calendar = ? AND file = ?")
                .run(calendar, file.name)
        }
        guard !file.isGone else {
            return try connection.cached("DELETE FROM calendarFile WHERE calendar = ? AND name = ?")
                .run(calendar, file.name)
        }
        try connection.cached(
            "INSERT OR REPLACE INTO calendarFile (calendar, name, stamp, problem) VALUES (?, ?, ?, ?)"
        ).run(calendar, file.name, file.stamp, file.problem)
        for uid in file.uids {
            try store(versions.of(uid, in: file.name), of: uid, calendar, file.name, connection)
        }
    }

    /// Leaves the requests of an event to another file that has it, which is read again.
    private static func handOver(
        _ uid: String,
        of calendar: String,
        _ connection: Connection
    ) throws {
        try connection.cached(
            """
            UPDATE eventRequest SET calendar = coalesce(
                (SELECT calendar FROM calendarEvent WHERE uid = ?1 AND calendar <> ''
                ORDER BY calendar LIMIT 1), '')
            WHERE uid = ?1 AND calendar = ?2
            """
        ).run(uid, calendar)
        try connection.cached(
            """
            UPDATE calendarFile SET stamp = '' WHERE (calendar, name) IN (
                SELECT calendar, file FROM calendarEvent WHERE uid = ?)
            """
        ).run(uid)
    }

    private static let eventColumns = "app, identifier, uid, part, digest, calendar, alarm, until"
}

extension Store {
    /// Returns which versions of an event were imported.
    func versions(of uid: String) throws(RequestError) -> [StoredVersions] {
        try read { connection in
            try connection.cached(
                "SELECT calendar, file, revisions FROM calendarEvent WHERE uid = ?"
            ).all([uid]) { row in
                let file: String = try row.value(1)
                return StoredVersions(
                    calendar: try row.value(0),
                    file: file,
                    revisions: EventRevision.revisions(in: try row.value(2), of: file)
                )
            }
        }
    }

    /// Stores what an import changes about versions, apart from those of its files.
    static func store(_ versions: EventVersions, _ connection: Connection) throws {
        for (uid, revisions) in versions.unnamed {
            guard !revisions.isEmpty else {
                try connection.cached("DELETE FROM calendarEvent WHERE uid = ? AND calendar = ''")
                    .run(uid)
                continue
            }
            try store(revisions, of: uid, "", "", connection)
        }
        for (calendar, file) in versions.toBeRead {
            try connection.cached(
                "UPDATE calendarFile SET stamp = '' WHERE calendar = ? AND name = ?"
            ).run(calendar, file)
        }
        for calendar in versions.outdated {
            try connection.cached("UPDATE calendarFile SET stamp = '' WHERE calendar = ?")
                .run(calendar)
        }
    }

    /// Stores that a file has an event; without versions, those of before stay.
    static func store(
        _ revisions: [EventRevision],
        of uid: String,
        _ calendar: String,
        _ file: String,
        _ connection: Connection
    ) throws {
        let ends = revisions.compactMap(\.ends)
        try connection.cached(
            """
            INSERT INTO calendarEvent (uid, calendar, file, revisions, until) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET revisions = excluded.revisions, until = excluded.until
                WHERE excluded.revisions <> ''
            """
        ).run(
            uid,
            calendar,
            file,
            revisions.map(\.text).joined(separator: "\n"),
            ends.count < revisions.count ? nil : ends.max()?.microseconds
        )
    }
}

/// What an import stores.
extension Store {
    /// Stores an import, all entries or none; durable when it returns.
    ///
    /// - Returns: the delivered notifications that were replaced, and what went with its event.
    func insert(
        _ stage: ImportStage
    ) throws(RequestError) -> (replaced: [DeliveredRow], removal: Removal) {
        try withRoom(for: stage.bytes * Self.pageBytesOfByte) { () throws(RequestError) in
            try write(.full) { connection in try Self.store(stage, connection) }
        }
    }

    private static func store(
        _ stage: ImportStage,
        _ connection: Connection
    ) throws -> (replaced: [DeliveredRow], removal: Removal) {
        let changes = stage.changes
        let removal = try store(changes, connection)
        for (key, record) in stage.categories {
            try connection.cached(
                "INSERT OR REPLACE INTO category (app, identifier, record) VALUES (?, ?, ?)"
            ).run(key.appID, key.identifier, record)
        }
        let insertStatement = try insertStatement(connection)
        for (staged, taken) in stage.pending where !changes.unchanged.contains(staged.key) {
            let insertion = changes.later[staged.key] ?? staged
            if let (id, restartsCount) = changes.inPlace[insertion.key] {
                try replace(id, with: insertion, connection)
                guard restartsCount else { continue }
                try connection.cached("UPDATE pending SET fired = 0 WHERE id = ?").run(id)
                continue
            }
            let id = try insert(insertion, insertStatement, connection)
            for date in taken { try store(taken: date, of: id, connection) }
            guard let pause = changes.paused[insertion.key] else { continue }
            try connection.cached("UPDATE pending SET paused = ? WHERE id = ?")
                .run(Pause?(pause).stored, id)
        }
        var replaced: [DeliveredRow] = []
        for (delivery, record) in stage.delivered
        where !changes.unchangedDelivered.contains(delivery.request.key) {
            replaced += try connection.cached(
                """
                DELETE FROM delivered WHERE app = ? AND identifier = ?
                RETURNING \(deliveredColumns)
                """
            ).all([delivery.request.appID, delivery.request.identifier], DeliveredRow.init)
            try Self.insert(delivery, record: record, connection)
        }
        if !stage.events.isEmpty { try forgetEnded(connection, now: changes.now) }
        return (replaced, removal)
    }

    /// The size of the changed pages, including indexes, for each byte of a record.
    private static let pageBytesOfByte = 4
    /// The maximum size of the page cache while an import is stored.
    private static let maxRoom = 128 << 20

    /// Runs a large write with a page cache for all pages that it changes.
    ///
    /// Pages that do not fit are written and read again for nearly every row, because most indexes have another order
    /// than the rows.
    private func withRoom<Result>(
        for bytes: Int,
        _ body: () throws(RequestError) -> Result
    ) throws(RequestError) -> Result {
        // Close to SQLite's default.
        let usual = 2 << 20
        guard bytes > usual else { return try body() }
        setRoom(min(bytes, Self.maxRoom))
        defer { setRoom(usual) }
        return try body()
    }

    private func setRoom(_ bytes: Int) {
        // If this fails, the write only takes longer.
        try? database.use { connection in
            try connection.execute("PRAGMA cache_size = -\(bytes >> 10); PRAGMA shrink_memory")
        }
    }
}

extension EventRow {
    fileprivate init(_ row: Row) throws {
        key = RequestKey(appID: try row.value(0), identifier: try row.value(1))
        uid = try row.value(2)
        part = try row.value(3)
        digest = try row.value(4)
        calendar = try row.value(5)
        alarm = try row.value(6, as: Int64?.self).map(Instant.init(stored:))
        until = try row.value(7, as: Int64?.self).map(Instant.init(stored:))
    }
}

extension CalendarRow {
    fileprivate init(_ row: Row) throws {
        name = try row.value(0)
        follows = try row.value(1)
        trusts = try row.value(2)
        requestFile = try row.value(3)
        let text: String = try row.value(4)
        problems = text.split(separator: "\n").map(String.init)
        read = try row.value(5, as: Int64?.self).map(Instant.init(stored:))
        let addresses: String = try row.value(6)
        self.addresses = addresses.split(separator: "\n").map(String.init)
    }
}

extension EventRevision {
    /// The form in which it is stored: the part, `SEQUENCE`, and the dates in microseconds, separated by tabulators.
    fileprivate var text: String {
        let dates = [stamp, modified, ends].map { $0.map { "\($0.microseconds)" } ?? "" }
        return ([part, sequence.map { "\($0)" } ?? ""] + dates).joined(separator: "\t")
    }

    /// Reads what is stored; a line of another form is left out.
    fileprivate static func revisions(in text: String, of file: String) -> [EventRevision] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard words.count == 5 else { return nil }
            let dates = words[2...].map { Int64($0).map(Instant.init(stored:)) }
            return EventRevision(
                part: String(words[0]),
                file: file,
                sequence: Int64(words[1]),
                stamp: dates[0],
                modified: dates[1],
                ends: dates[2]
            )
        }
    }
}
