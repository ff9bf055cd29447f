import AgentInterface
import Foundation
import GLibBridge
import Glibc
import NotifyCore
import SQLiteBridge
import Testing

@testable import SchedulerAgent

/// Stores that earlier versions wrote, each step of the schema being one.
@Suite final class StoreMigrationTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "nsched-migration-\(UUID().uuidString)").path()
    private var path: String { "\(folder)/store.sqlite" }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    @Test(arguments: [false, true]) func itsFilesAreTheUsersAlone(isThere: Bool) throws {
        if isThere {
            _ = try Store(path: path)
            chmod(path, 0o644)
        }
        let store = try Store(path: path)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            var status = stat()
            #expect(stat("\(folder)/\(name)", &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600, "\(name)")
        }
        withExtendedLifetime(store) {}
    }

    private static let app = "org.example.Old"
    private static let steps = StoreSchema.migrator.names

    /// Written out as the first version wrote it, whatever the records look like now.
    private static func record(
        _ identifier: String,
        _ trigger: [(key: String, value: Variant)]
    ) -> Variant {
        let content = Variant.dictionary([("title", .string("Title of \(identifier)"))])
        return .dictionary(
            [("identifier", .string(identifier)), ("appID", .string(app)), ("content", content)]
                + (trigger.isEmpty ? [] : [("trigger", .dictionary(trigger))]) + [
                    (
                        "actions",
                        .array(
                            of: "a{sv}",
                            [
                                .dictionary([
                                    ("identifier", .string("a")), ("title", .string("Go")),
                                    ("url", .string("https://example.org/")),
                                ])
                            ]
                        )
                    )
                ]
        )
    }

    private static let meeting = record(
        "meeting",
        [
            ("type", .string("calendar")), ("onCalendar", .string("Tue 14:00")),
            ("timeZone", .string("Europe/Berlin")), ("repeats", .boolean(true)),
        ]
    )
    private static let interval = record(
        "interval",
        [
            ("type", .string("timeInterval")), ("timeInterval", .int64(3_600_000_000)),
            ("repeats", .boolean(true)),
        ]
    )

    /// The tables and rows of the first version, in its own words.
    private func makeFirstStore() throws {
        let database = try SharedConnection(path)
        try database.write { connection in
            try connection.execute(
                """
                CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                INSERT INTO grdb_migrations VALUES ('1');
                CREATE TABLE pending (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, app TEXT NOT NULL,
                    identifier TEXT NOT NULL, record BLOB NOT NULL, added INTEGER NOT NULL,
                    due INTEGER NOT NULL, boot TEXT, bootDue INTEGER, listed INTEGER NOT NULL,
                    UNIQUE (app, identifier)
                ) STRICT;
                CREATE INDEX pendingByDue ON pending (due, id);
                CREATE INDEX pendingByBootDue ON pending (bootDue, id)
                    WHERE bootDue IS NOT NULL;
                CREATE INDEX pendingByWallDue ON pending (due, id) WHERE bootDue IS NULL;
                CREATE TABLE delivered (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, app TEXT NOT NULL,
                    identifier TEXT NOT NULL, record BLOB NOT NULL, scheduled INTEGER NOT NULL,
                    delivered INTEGER NOT NULL, state TEXT NOT NULL, owner TEXT, bubble INTEGER,
                    UNIQUE (app, identifier)
                ) STRICT;
                CREATE INDEX deliveredByBubble ON delivered (owner, bubble)
                    WHERE owner IS NOT NULL;
                CREATE INDEX deliveredByState ON delivered (state)
                    WHERE state IN ('delivering', 'unknown');
                CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL)
                    STRICT, WITHOUT ROWID;
                CREATE TABLE history (
                    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, app TEXT NOT NULL,
                    identifier TEXT NOT NULL, title TEXT NOT NULL, event TEXT NOT NULL,
                    detail TEXT NOT NULL
                ) STRICT;
                CREATE INDEX historyByDate ON history (at);
                INSERT INTO history VALUES
                    (1, 500, 'org.example.Old', 'shown', 'Title of shown', 'delivered', '');
                INSERT INTO fact VALUES ('bus', 'a bus');
                """
            )
            for (identifier, record, boot, bootDue) in [
                ("meeting", Self.meeting, nil, nil),
                ("interval", Self.interval, "a boot", 7_000 as Int64?),
            ] as [(String, Variant, String?, Int64?)] {
                try connection.run(
                    """
                    INSERT INTO pending (app, identifier, record, added, due, boot, bootDue, listed)
                    VALUES (?, ?, ?, 1000, 2000, ?, ?, 1)
                    """,
                    Self.app,
                    identifier,
                    record.serialized,
                    boot,
                    bootDue
                )
            }
            try connection.run(
                """
                INSERT INTO delivered (app, identifier, record, scheduled, delivered, state, owner, bubble)
                VALUES (?, 'shown', ?, 400, 500, 'shown', ':1.7', 3)
                """,
                Self.app,
                Self.record("shown", []).serialized
            )
        }
        try database.close()
    }

    private static func schema(_ path: String) throws -> [String] {
        try SharedConnection(path).use { connection in
            let tables = try connection.prepare(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            ).values(as: String.self)
            let columns = try tables.flatMap { table in
                try connection.prepare(
                    "SELECT name || ' ' || type || ' ' || \"notnull\" FROM pragma_table_info(?)"
                ).values([table], as: String.self).map { "\(table): \($0)" }
            }
            let indices = try connection.prepare(
                "SELECT name || ' ' || ifnull(sql, '') FROM sqlite_master WHERE type = 'index'"
            ).values(as: String.self)
            // The first version's own words are broken into other lines here.
            return (columns + indices.map { $0.split { $0.isWhitespace }.joined(separator: " ") })
                .sorted()
        }
    }

    @Test(arguments: steps)
    func aStoreOfEachStepIsTakenOver(step: String) throws {
        try makeFirstStore()
        let earlier = try SharedConnection(path)
        try earlier.use { try StoreSchema.migrator.migrate($0, upTo: step) }
        try earlier.close()
        let fresh = "\(folder)/fresh.sqlite"
        _ = try Store(path: fresh)

        let store = try Store(path: path)
        #expect(try Self.schema(path) == Self.schema(fresh))
        let pending: [PendingRow] = try store.read { connection in
            try connection.prepare(
                "SELECT \(Store.pendingColumns) FROM pending ORDER BY identifier"
            ).all { row in try PendingRow(row) }
        }
        let plans: [String] = try store.read { connection in
            try connection.prepare(
                """
                SELECT ifnull(grammar || ' ' || rule || ' ' || zone, 'none') FROM pending
                ORDER BY identifier
                """
            ).values(as: String.self)
        }
        #expect(try pending.map { try $0.pending().request.identifier } == ["interval", "meeting"])
        #expect(pending.map(\.record) == [Self.interval.serialized, Self.meeting.serialized])
        #expect(pending.map(\.added.microseconds) == [1000, 1000])
        #expect(pending.map(\.due.microseconds) == [2000, 2000])
        #expect(pending.map(\.boot) == [BootDue(boot: "a boot", microseconds: 7000), nil])
        // A rule's next date is the first one after this.
        #expect(pending.map(\.settled.microseconds) == [1999, 1999])
        #expect(pending.map(\.fired) == [0, 0])
        #expect(pending.map(\.isPaused) == [false, false])
        #expect(plans == ["none", "onCalendar Tue 14:00 Europe/Berlin"])
        let shown = try #require(
            try store.delivered(of: RequestKey(appID: Self.app, identifier: "shown"))
        )
        #expect(shown.state == .shown(BubbleKey(owner: ":1.7", id: 3)))
        #expect(try shown.delivery().request.actions.map(\.url) == ["https://example.org/"])
        #expect(try shown.delivery().delivered.microseconds == 500)
        #expect(try store.metadata(.bus) == "a bus")
        let lines = try store.read {
            try $0.prepare("SELECT title FROM history").values(as: String.self)
        }
        #expect(lines == ["Title of shown"])
    }

    /// What a version that had no time to tidy up left: the newest step is in the log alone.
    @Test(arguments: [false, true])
    func aNewerVersionsStoreKeepsEveryByte(hasLog: Bool) throws {
        _ = try Store(path: path)
        let newer = try SharedConnection(path)
        try newer.use { connection in
            try connection.execute("PRAGMA journal_mode = WAL")
            try connection.execute("PRAGMA wal_autocheckpoint = 0")
            try connection.execute("INSERT INTO grdb_migrations VALUES ('from the future')")
        }
        // A copy of the files as a crash leaves them.
        let left = "\(folder)/left"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        if !hasLog { try newer.close() }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasPrefix("store.sqlite") && !name.hasSuffix("-shm") {
            try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(left)/\(name)")
        }
        let before = try Self.content(of: left)
        #expect(before.keys.contains("store.sqlite-wal") == hasLog)
        let error = #expect(throws: RequestError.self) {
            _ = try Store(path: "\(left)/store.sqlite")
        }
        #expect(
            error?.message == "the store \(left)/store.sqlite was written by a newer version of "
                + "notify-schedule; update this one, or move the store away to begin with an empty one"
        )
        #expect(try Self.content(of: left) == before)
    }

    private static func content(of folder: String) throws -> [String: Data] {
        var content: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            content[name] = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        return content
    }
}
