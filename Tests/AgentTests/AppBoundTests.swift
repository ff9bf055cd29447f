import GRDB
import NotifyCore
import Testing

@testable import SchedulerAgent

/// How many apps may have a badge or a permission.
@Suite struct AppBoundTests {
    @Test func theAppsWithABadgeOrAPermissionAreBounded() async throws {
        let stage = try Stage()
        let scheduler = stage.scheduler
        try await scheduler.setBadge(0, of: "nothing")
        try await stage.store.queue.write { database in
            #expect(try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM app") == 0)
            try database.execute(
                sql: """
                    WITH RECURSIVE number (n) AS
                        (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                    INSERT INTO app (id, badge) SELECT 'app' || n, 1 FROM number
                    """,
                arguments: [Store.mostApps]
            )
        }
        let ofBadge = await #expect(throws: RequestError.self) {
            try await scheduler.setBadge(1, of: "one more")
        }
        #expect(ofBadge?.code == .notAllowed)
        #expect(ofBadge?.message.contains("\"one more\"") == true)
        let ofPermission = #expect(throws: RequestError.self) {
            try stage.store.set(permission: .provisional, of: "one more")
        }
        #expect(ofPermission?.code == .notAllowed)
        try await scheduler.setBadge(2, of: "app1")
        // The user's own word always has room.
        try await scheduler.setAllowed(false, app: "one more")
        try await scheduler.setBadge(1, of: "one more")
    }
}
