import GRDB
import NotifyCore
import Testing

@testable import SchedulerAgent

/// How many apps may have categories.
@Suite struct CategoryBoundTests {
    @Test func theAppsWithCategoriesAreBounded() async throws {
        let stage = try Stage()
        try await stage.store.queue.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE number (n) AS
                        (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                    INSERT INTO category (app, identifier, record) SELECT 'app' || n, 'c', x'00'
                    FROM number
                    """,
                arguments: [Store.mostCategorisedApps]
            )
        }
        let own = [NotificationCategory(identifier: "c")]
        let error = await #expect(throws: RequestError.self) {
            try await stage.scheduler.set(own, of: "one more")
        }
        #expect(error?.code == .notAllowed)
        try await stage.scheduler.set(own, of: "app1")
        try await stage.scheduler.set([], of: "app2")
        try await stage.scheduler.set(own, of: "one more")
    }
}
