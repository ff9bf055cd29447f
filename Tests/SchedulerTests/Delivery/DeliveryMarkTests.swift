import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// A delivery is marked before its bubble and after it.
@Suite struct DeliveryMarkTests {
    private static let inAnHour = NotificationTrigger.timeInterval(
        microseconds: 3_600_000_000,
        repeats: false
    )

    /// The states of the delivered notifications in the file, as another program sees them.
    private static func states(_ fixture: SchedulerFixture) throws -> [String] {
        try StoreCheck.read(fixture.storePath) { connection in
            try connection.prepare("SELECT identifier || ' ' || state FROM delivered ORDER BY id")
                .values()
        }
    }

    @Test("While a bubble is under way, the one before it is marked, and no later one is")
    func eachIsMarkedBeforeTheNext() async throws {
        let fixture = try await SchedulerFixture.withManualServer().begin()
        for name in ["a", "b", "c"] {
            _ = try await fixture.scheduler.add(
                NotificationRequest(
                    appID: SchedulerFixture.app,
                    identifier: name,
                    content: NotificationContent(title: name),
                    trigger: .immediate
                )
            )
        }
        let round = Task { await fixture.scheduler.deliverDue() }
        var id: UInt32 = 1
        var expected: [String] = []
        for name in ["a", "b", "c"] {
            let call = try await fixture.server.next(name)
            #expect(try Self.states(fixture) == expected + ["\(name) delivering"])
            expected.append("\(name) shown")
            call.reply(.shown(owner: SchedulerFixture.owner, id: id))
            id += 1
        }
        await round.value
        #expect(try Self.states(fixture) == expected)
    }

    @Test("A mark is not lost with the next delivery that cannot be stored")
    func aMarkSurvivesTheNextFailure() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        for name in ["a", "b"] { try await fixture.add(name, Self.inAnHour) }
        try AgentFixture.execute(
            """
            CREATE TRIGGER fault BEFORE INSERT ON delivered WHEN NEW.identifier = 'b'
            BEGIN SELECT RAISE(ABORT, 'no'); END
            """,
            on: fixture.storePath
        )
        await fixture.pass(3_600)
        #expect(fixture.shown == ["a"])
        #expect(try Self.states(fixture) == ["a shown"])
        #expect(try await fixture.history() == ["a delivered"])
        try AgentFixture.execute("DROP TRIGGER fault", on: fixture.storePath)
        await fixture.pass(10)
        #expect(fixture.shown == ["a", "b"])
        #expect(try Self.states(fixture) == ["a shown", "b shown"])
    }
}
