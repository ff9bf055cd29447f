import AgentInterface
import AgentTestSupport
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// Requests that are added, found and changed.
@Suite struct RequestTests {
    private static let hour: Int64 = 3_600_000_000

    private static func request(
        _ identifier: String,
        _ trigger: NotificationTrigger = .timeInterval(microseconds: hour, repeats: false),
        app: String = AgentNames.app,
        key: String? = nil
    ) -> NotificationRequest {
        var request = NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(title: "T \(identifier)"),
            trigger: trigger
        )
        request.idempotencyKey = key
        return request
    }

    private static let all = RemovalSelection(choice: .all, appID: AgentNames.app)

    @Test("A request without an identifier gets one of six characters, and its date in the reply")
    func aRequestGetsAnIdentifier() async throws {
        let fixture = try await SchedulerFixture().begin()
        let reply = try await fixture.scheduler.add(Self.request(""))
        #expect(reply.identifier.count == 6)
        #expect(
            reply.nextTriggerDates == [SchedulerFixture.start.advanced(byMicroseconds: Self.hour)]
        )
        #expect(try await fixture.pending() == ["\(reply.identifier) 2027-01-15 09:00"])
    }

    @Test("A call that is made again gets the earlier reply, and stores nothing")
    func aRepeatedCallGetsTheEarlierReply() async throws {
        let fixture = try await SchedulerFixture().begin()
        let request = Self.request("", key: "k")
        let reply = try await fixture.scheduler.add(request, files: [])
        #expect(try await fixture.scheduler.add(request, files: []) == reply)
        #expect(try await fixture.pending().count == 1)
        for key in ["", String(repeating: "k", count: 65)] {
            await #expect(throws: RequestError.self) {
                try await fixture.scheduler.add(Self.request("", key: key), files: [])
            }
        }
    }

    @Test("The reply says that dates wait while the clock is wrong")
    func aWrongClockIsRemarkedOn() async throws {
        let earlier = try await SchedulerFixture().begin()
        await earlier.scheduler.end()
        let clock = ManualClock(boot: "boot-2", now: Instant(seconds: 0))
        let fixture = try await earlier.restarted(clock, cleanly: false).begin()
        let daily = NotificationTrigger.calendar(CalendarTrigger(spec: .onCalendar("12:00")))
        let remarks = try await fixture.scheduler.add(Self.request("r", daily)).remarks
        #expect(remarks.contains { $0.hasPrefix("the clock is not right yet") })
    }

    @Test("The one of a group that cannot be stored fails alone")
    func oneOfAGroupFailsAlone() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        try fixture.store.write(.full) { connection in
            try connection.execute(
                """
                CREATE TEMP TRIGGER refuse BEFORE INSERT ON pending WHEN NEW.identifier = 'b'
                BEGIN SELECT RAISE(ABORT, 'refused'); END
                """
            )
        }
        let replies = await fixture.scheduler.add(
            together: ["a", "b", "c"].map { .success(Self.request($0)) }
        )
        #expect(replies.map { (try? $0.get())?.identifier } == ["a", nil, "c"])
        guard case .failure(let error) = replies[1] else { return }
        #expect(error.code == .storage)
        #expect(Set(try await fixture.pending().map { $0.prefix(1) }) == ["a", "c"])
    }

    @Test("Calls of two apps with the same idempotency key are two calls")
    func aKeyIsOfItsApp() async throws {
        let fixture = try await SchedulerFixture().begin()
        let calls = [
            Self.request("a", key: "k"), Self.request("b", key: "k"),
            Self.request("c", app: "org.example.Other", key: "k"),
        ]
        let replies = await fixture.scheduler.add(together: calls.map { .success($0) })
        #expect(replies.compactMap { try? $0.get().identifier } == ["a", "a", "c"])
        #expect(try await fixture.pending().map { $0.prefix(1) } == ["a", "c"])
    }

    @Test("A name is found with its app, or without one if only one app has it")
    func aNameIsFound() async throws {
        let fixture = try await SchedulerFixture().begin()
        for (identifier, app) in [
            ("r", "org.example.A"), ("r", "org.example.B"), ("s", "org.example.B"),
        ] {
            try await fixture.scheduler.add(Self.request(identifier, app: app))
        }
        func app(of name: String, preferring app: String) async throws -> [String] {
            try await fixture.scheduler.find(name, preferring: app).pending.map {
                try $0.pending().request.key.appID
            }
        }
        #expect(try await app(of: "r", preferring: "org.example.B") == ["org.example.B"])
        #expect(try await app(of: "org.example.B/r", preferring: "x") == ["org.example.B"])
        #expect(try await app(of: "s", preferring: "x") == ["org.example.B"])
        let ambiguous = await #expect(throws: RequestError.self) {
            try await app(of: "r", preferring: "x")
        }
        #expect(ambiguous?.code == .ambiguous)
        let absent = await #expect(throws: RequestError.self) {
            try await app(of: "q", preferring: "x")
        }
        #expect(absent?.code == .notFound)
    }

    @Test("What is paused or resumed twice is changed and noted once")
    func aPauseIsNotedOnce() async throws {
        let fixture = try await SchedulerFixture().begin()
        let repeating = NotificationTrigger.timeInterval(microseconds: 100_000_000, repeats: true)
        try await fixture.scheduler.add(Self.request("r", repeating))
        #expect(try await fixture.scheduler.pause(Self.all).map(\.identifier) == ["r"])
        #expect(try await fixture.scheduler.pause(Self.all) == [])
        fixture.clock.pass(250)
        #expect(try await fixture.scheduler.resume(Self.all).map(\.identifier) == ["r"])
        #expect(try await fixture.scheduler.resume(Self.all) == [])
        let due = try #require(try fixture.store.pending(app: nil).first).due
        #expect(due.microseconds == SchedulerFixture.start.microseconds + 300_000_000)
        #expect(try await fixture.history() == ["r paused", "r resumed"])
    }

    @Test("A skip of what repeats answers with both dates")
    func aSkipAnswersWithBothDates() async throws {
        let fixture = try await SchedulerFixture().begin()
        let repeating = NotificationTrigger.timeInterval(microseconds: 100_000_000, repeats: true)
        try await fixture.scheduler.add(Self.request("r", repeating))
        let skipped = try await fixture.scheduler.skip("r", preferring: AgentNames.app)
        #expect(skipped.next?.microseconds == skipped.skipped.microseconds + 100_000_000)
        #expect(try fixture.store.pending(app: nil).map(\.due) == [skipped.next])
    }

    @Test("What is removed twice is noted once")
    func aRemovalIsNotedOnce() async throws {
        let fixture = try await SchedulerFixture().begin()
        try await fixture.scheduler.add(Self.request("r"))
        #expect(try await fixture.scheduler.remove(Self.all).map(\.identifier) == ["r"])
        #expect(try await fixture.scheduler.remove(Self.all) == [])
        #expect(try await fixture.history() == ["r removed"])
    }

    @Test(
        "The identifier of what is snoozed is its parent's with a suffix",
        arguments: [
            ("r", "r.snoozed"), ("r.snoozed", "r.snoozed"), ("r.snoozed.7", "r.snoozed.7"),
            (
                String(repeating: "x", count: RequestLimits.identifier),
                String(repeating: "x", count: RequestLimits.identifier - 8) + ".snoozed"
            ),
        ]
    )
    func theNameOfWhatIsSnoozed(_ identifier: String, _ expected: String) {
        let names = NotificationRequest.snoozedIdentifiers(identifier)
        #expect(names[0] == expected)
        #expect(Set(names).count == 100)
        #expect(names.allSatisfy { $0.utf8.count <= RequestLimits.identifier })
        #expect(names.allSatisfy { NotificationRequest.stem(ofSnoozed: $0) != nil })
    }
}
