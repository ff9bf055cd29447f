import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// The mark after a bubble and the mark before the next one are one commit.
@Suite struct SharedCommitTests {
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

    @Test("Many that are due at once need a commit for each, and one at the end")
    func manyNeedACommitForEach() async throws {
        let fixture = try await SchedulerFixture().begin()
        for number in 0..<20 { try await fixture.add("r\(number)", Self.inAnHour) }
        let commits = Recorder<String>()
        try fixture.store.database.use { connection in
            try connection.reportStatements { sql, _ in
                if sql == "COMMIT" { commits.append(sql) }
            }
        }
        await fixture.pass(3_600)
        try fixture.store.database.use { try $0.reportStatements(to: nil) }
        #expect(fixture.shown.count == 20)
        #expect(commits.elements.count < 25)
        #expect(try Self.states(fixture) == (0..<20).map { "r\($0) shown" })
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

    @Test("A mark that cannot be committed, however often, is handed to whoever keeps it")
    func aMarkThatCannotBeCommittedIsKept() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        try await fixture.add("a", .immediate)
        let store = fixture.store
        let id = try #require(
            try store.database.use { connection in
                try connection.prepare("SELECT id FROM delivered").value(as: Int64.self)
            }
        )
        let bubble = BubbleKey(owner: SchedulerFixture.owner, id: 77)
        var change = DeliveryChange(id: id)
        change.state = (.shown(bubble), fixture.clock.now)
        change.mayWait = true
        _ = try store.write(change)
        for _ in 1...3 {
            #expect(throws: RequestError.self) {
                try store.write(.process) { _ in throw SQLiteError(.io, "no") }
            }
        }
        try store.database.use { try $0.execute("PRAGMA query_only = ON") }
        var kept: [Int64] = []
        store.commitOpen { change, error in
            #expect(error.code == .storage)
            kept.append(change.id)
        }
        #expect(kept == [id])
        // Then the store no longer has it.
        store.commitOpen { change, _ in kept.append(change.id) }
        #expect(kept == [id])
    }

    @Test("Several marks that were rolled back are written again together, in order")
    func severalLostMarksAreWrittenAgain() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        for name in ["a", "b"] { try await fixture.add(name, .immediate) }
        let store = fixture.store
        let ids = try store.database.use { connection in
            try connection.prepare("SELECT id FROM delivered ORDER BY id").values(as: Int64.self)
        }
        for (number, id) in zip(UInt32(70)..., ids) {
            var change = DeliveryChange(id: id)
            let bubble = BubbleKey(owner: SchedulerFixture.owner, id: number)
            change.state = (.shown(bubble), fixture.clock.now)
            change.mayWait = true
            _ = try store.write(change)
            #expect(throws: RequestError.self) {
                try store.write(.process) { _ in throw SQLiteError(.io, "no") }
            }
        }
        store.commitOpen { _, error in Issue.record(error) }
        for (number, id) in zip(UInt32(70)..., ids) {
            let bubble = BubbleKey(owner: SchedulerFixture.owner, id: number)
            #expect(try store.delivered(showing: bubble)?.id == id)
        }
    }
}
