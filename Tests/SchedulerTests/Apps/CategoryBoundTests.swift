import AgentTestSupport
import NotifyCore
import SQLiteBridge
import Testing

@testable import SchedulerAgent

/// How many apps may have categories.
@Suite struct CategoryBoundTests {
    @Test func theAppsWithCategoriesAreBounded() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try fixture.store.database.write { connection in
            try connection.run(
                """
                WITH RECURSIVE number (n) AS
                    (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                INSERT INTO category (app, identifier, record) SELECT 'app' || n, 'c', x'00'
                FROM number
                """,
                Store.maxCategorisedApps
            )
        }
        let own = [NotificationCategory(identifier: "c")]
        let error = await #expect(throws: RequestError.self) {
            try await fixture.scheduler.set(own, of: "one more")
        }
        #expect(error?.code == .notAllowed)
        try await fixture.scheduler.set(own, of: "app1")
        try await fixture.scheduler.set([], of: "app2")
        try await fixture.scheduler.set(own, of: "one more")
    }
}
