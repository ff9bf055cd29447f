import AgentTestSupport
import NotifyCore
import SQLiteBridge
import Testing

@testable import SchedulerAgent

/// How many apps may have a badge or a permission.
@Suite struct AppBoundTests {
    @Test func theAppsWithABadgeOrAPermissionAreBounded() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        let scheduler = fixture.scheduler
        try await scheduler.setBadge(0, of: "nothing")
        try fixture.store.database.write { connection in
            #expect(try connection.prepare("SELECT COUNT(*) FROM app").value(as: Int.self) == 0)
            try connection.run(
                """
                WITH RECURSIVE number (n) AS
                    (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                INSERT INTO app (id, badge) SELECT 'app' || n, 1 FROM number
                """,
                Store.maxApps
            )
        }
        let ofBadge = await #expect(throws: RequestError.self) {
            try await scheduler.setBadge(1, of: "one more")
        }
        #expect(ofBadge?.code == .notAllowed)
        #expect(ofBadge?.message.contains("\"one more\"") == true)
        let ofPermission = #expect(throws: RequestError.self) {
            try fixture.store.set(permission: .provisional, of: "one more")
        }
        #expect(ofPermission?.code == .notAllowed)
        try await scheduler.setBadge(2, of: "app1")
        // The user's own word always has room.
        try await scheduler.setAllowed(false, app: "one more")
        try await scheduler.setBadge(1, of: "one more")
    }
}
