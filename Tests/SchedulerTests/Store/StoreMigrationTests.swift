import AgentTestSupport
import Foundation
import Glibc
import NotifyCore
import SQLiteBridge
import Testing

@testable import SchedulerAgent

/// Stores that other versions wrote.
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

    @Test("The files of a store can be read by the user alone", arguments: [false, true])
    func itsFilesAreTheUsersAlone(isThere: Bool) throws {
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

    /// The steps of the last development version before the first release, whose tables are those of this one.
    private static let development = ["1", "2", "apps", "look-ups", StoreSchema.lastOfDevelopment]

    /// Makes a store with these steps, which has a request.
    private func make(_ steps: [String]) throws {
        let store = try Store(path: path)
        try StoreFixture.add("kept", to: store)
        try store.database.use { connection in
            try connection.execute("DELETE FROM grdb_migrations")
            for step in steps {
                try connection.run("INSERT INTO grdb_migrations (identifier) VALUES (?)", step)
            }
        }
        try store.database.close()
    }

    @Test("A store of the last development version becomes one of this version")
    func developmentStoreIsTakenOver() throws {
        try make(Self.development)
        for _ in 1...2 {
            let opened = try Store.opening(path: path)
            #expect(opened.setAside == nil)
            #expect(try StoreFixture.names(opened.store) == ["kept"])
            let steps = try opened.store.read { connection in
                try connection.prepare("SELECT identifier FROM grdb_migrations")
                    .values(as: String.self)
            }
            #expect(steps == StoreSchema.migrator.names)
            #expect(try opened.store.database.use(StoreSchema.missing) == [])
            try opened.store.database.close()
        }
    }

    @Test("A store of an earlier development version is refused and keeps every byte")
    func earlierStoreIsRefused() throws {
        try make(Self.development.dropLast())
        let before = try Self.content(of: folder)
        for open in [{ _ = try Store(path: $0) }, { _ = try Store.opening(path: $0) }]
            as [(String) throws -> Void]
        {
            let error = #expect(throws: RequestError.self) { try open(path) }
            #expect(error?.code == .storage)
            #expect(
                error?.message == "the store \(path) was written by a development version before "
                    + "0.1.0, whose tables this version does not know; move the store away to begin with an "
                    + "empty one, and to keep its requests, export them with the version that wrote it and "
                    + "import them"
            )
            #expect(try Self.content(of: folder) == before)
        }
    }

    // What a version that had no time to tidy up left: the newest step is in the log alone.
    @Test("A store of a newer version keeps every byte", arguments: [false, true])
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
