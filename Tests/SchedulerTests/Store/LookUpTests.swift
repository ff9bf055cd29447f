import AgentInterface
import AgentTestSupport
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// What a start and a name cost does not depend on how much is stored.
@Suite struct LookUpTests {
    private static let many = 1_500

    /// A statement with the steps that it took in all.
    private typealias Steps = [String: Int]

    /// A fixture that has ended, with so many requests pending and as many notifications delivered.
    private static func ended(_ count: Int) async throws -> SchedulerFixture {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        let calls = (0..<count).map { number in
            NotificationRequest(
                appID: "org.example.App\(number % 3)",
                identifier: "r\(number)",
                content: NotificationContent(title: "Request \(number)"),
                trigger: .calendar(CalendarTrigger(spec: .onCalendar("Tue 14:00"), repeats: true))
            )
        }
        _ = await fixture.scheduler.add(together: calls.map { .success($0) })
        try fixture.store.write(.full) { connection in
            try connection.execute(
                """
                INSERT INTO delivered (app, identifier, record, scheduled, delivered, state)
                SELECT app, identifier, record, due, due, 'listed' FROM pending
                """
            )
        }
        await fixture.scheduler.end()
        return fixture
    }

    /// Returns the steps of each statement while a body runs.
    private static func steps(
        _ store: Store,
        during body: () async throws -> Void
    ) async throws -> Steps {
        let ran = Recorder<(sql: String, steps: Int)>()
        try store.database.use { try $0.reportStatements { ran.append(($0, $1)) } }
        try await body()
        try store.database.use { try $0.reportStatements(to: nil) }
        return ran.elements.reduce(into: [:]) { $0[$1.sql, default: 0] += $1.steps }
    }

    private static func expectNoMore(_ few: Steps, _ many: Steps) {
        for (sql, steps) in many {
            #expect(steps < few[sql, default: 0] + Self.many / 2, "\(steps) steps: \(sql)")
        }
        #expect(!many.isEmpty)
    }

    /// Returns the plans that read all rows of a table by a statement.
    private static func scans(_ statements: Steps, _ store: Store) throws -> [String] {
        try statements.keys.filter { $0.hasPrefix("SELECT") || $0.hasPrefix("WITH") }.flatMap {
            sql in
            try store.read { connection in
                let parameter = /\?[0-9]*|:[a-z]+/
                return try connection.prepare(
                    "EXPLAIN QUERY PLAN \(sql.replacing(parameter, with: "NULL"))"
                ).all { row in try row.value(3, as: String.self) }
            }.filter { ["SCAN pending", "SCAN delivered"].contains($0) }.map { "\($0): \(sql)" }
        }
    }

    @Test("A start takes no more steps with many requests than with few, and scans no table")
    func aStartReadsNotAllRows() async throws {
        var counted: [Steps] = []
        for count in [3, Self.many] {
            let earlier = try await Self.ended(count)
            let fixture = try await earlier.restarted(earlier.clock, cleanly: false)
            let steps = try await Self.steps(fixture.store) { try await fixture.begin() }
            #expect(try Self.scans(steps, fixture.store) == [])
            counted.append(steps)
        }
        Self.expectNoMore(counted[0], counted[1])
    }

    @Test("A name is found, or not found, in as many steps among many as among few")
    func aNameIsLookedUp() async throws {
        var counted: [Steps] = []
        for count in [3, Self.many] {
            let earlier = try await Self.ended(count)
            let fixture = try await earlier.restarted(earlier.clock, cleanly: false).begin()
            let steps = try await Self.steps(fixture.store) {
                for name in ["r1", "nothing", "org.example.App1/nothing"] {
                    _ = try? await fixture.scheduler.find(name, preferring: AgentNames.app)
                    _ = try? await fixture.scheduler.run {
                        try $0.lists.resolveSnoozed(name, preferring: AgentNames.app)
                    }
                    _ = try await fixture.scheduler.remove(
                        RemovalSelection(
                            choice: .identifiers(["nothing"]),
                            appID: AgentNames.app,
                            mayBeOfOthers: true
                        )
                    )
                }
                _ = try fixture.store.waiting(app: nil)
                _ = try fixture.store.waiting(app: "org.example.App1")
            }
            // The newest 10,000 identifiers are compared with an unknown one.
            let others = steps.filter { !$0.key.contains(":limit") }
            #expect(try Self.scans(others, fixture.store) == [])
            counted.append(others)
        }
        Self.expectNoMore(counted[0], counted[1])
    }

    @Test("The apps are counted by the index, without the rows")
    func theAppsAreCounted() async throws {
        let fixture = try await Self.ended(9)
        try await fixture.scheduler.add(
            NotificationRequest(
                appID: "org.example.Waiting",
                identifier: "w",
                content: NotificationContent(title: "Waits"),
                trigger: .immediate
            )
        )
        let apps = try fixture.store.apps()
        #expect(
            apps.map { "\($0.id) \($0.pending) \($0.delivered)" } == [
                "org.example.App0 3 3", "org.example.App1 3 3", "org.example.App2 3 3",
                "org.example.Waiting 0 0",
            ]
        )
    }
}
