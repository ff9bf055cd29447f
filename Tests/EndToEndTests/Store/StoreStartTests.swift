import AgentInterface
import AgentTestSupport
import Foundation
import NotificationServer
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// A store that cannot be opened, or whose tables are not those of this version, is set aside.
@Suite(.serialized) struct StoreStartTests {
    /// The steps that a store says it has come through, and its tables, in other words than they were written.
    private static let harms = [
        "DELETE FROM grdb_migrations",
        "UPDATE grdb_migrations SET identifier = identifier || '.x'",
        "DROP TABLE grdb_migrations; CREATE TABLE grdb_migrations (other INTEGER)",
        "DROP TABLE history",
        "DROP TABLE fact; CREATE TABLE fact (nime TEXT PRIMARY KEY, value TEXT NOT NULL)",
        "UPDATE tally SET count = 9",
    ]

    @Test(arguments: harms) func itIsSetAsideAndItsRequestsGoOn(harm: String) async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/store.sqlite"
        let first = try Store(path: path)
        for number in 0..<20 { try StoreFixture.add("r\(number)", to: first) }
        try first.database.close()
        try SharedConnection(path).write { try $0.execute(harm) }

        let store = try Store.opening(path: path).store
        let fixture = try await SchedulerFixture(folder: folder.path, store: store, isQuiet: true)
            .begin()
        try await fixture.add("after", .immediate)
        _ = try await fixture.history()
        #expect(try StoreFixture.names(store) == Set((0..<20).map { "r\($0)" }))
        #expect(try store.counts().pending == 20)
        #expect(Store.setAside(beside: path).count == 1)
        #expect(StoreHealth(path: path).problems == [])
    }

    @Test func theAgentStarts() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Kept", "--in", "1h", "--id", "kept")
        try await fixture.changeStore("DELETE FROM grdb_migrations")
        // What the agent reports may wait for the server for a moment.
        #expect(try await fixture.listed("list").map(\.identifier).contains("kept"))
        let told = try await server.call(titled: "Some notifications may be lost")
        let aside = try #require(Store.setAside(beside: fixture.storePath).first)
        #expect(told.call.body.contains(aside))
    }

    /// What the machine lacks is no damage.
    @Test func aFullDiskSetsNothingAside() {
        for code in [ResultCode.full, .busy, .readOnly, .ioSync] {
            #expect(Damage(whileOpening: SQLiteError(code)) == nil, "\(code)")
        }
        for code in [ResultCode.error, .corrupt, .notADatabase, .ioRead] {
            #expect(Damage(whileOpening: SQLiteError(code)) != nil, "\(code)")
        }
    }
}
