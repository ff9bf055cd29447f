import AgentInterface
import AgentTestSupport
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Requests that are accepted, found and changed, without a scheduler.
@Suite struct RequestComponentTests {
    private let fixture: ComponentFixture
    private let intake: RequestIntake
    private let lists: RequestLists
    private let control: RequestControl

    init() throws {
        fixture = try ComponentFixture()
        intake = RequestIntake(fixture.context)
        lists = RequestLists(fixture.context, categories: AppCategories(fixture.context))
        control = RequestControl(fixture.context, journal: fixture.journal, lists: lists)
    }

    private func conditions(isClockTrusted: Bool = true) -> RequestIntake.Conditions {
        RequestIntake.Conditions(
            isServerPresent: false,
            profile: nil,
            isClockTrusted: isClockTrusted
        )
    }

    private func daily() throws -> NotificationTrigger {
        .calendar(CalendarTrigger(spec: .onCalendar("12:00")))
    }

    private func repeating() -> NotificationTrigger {
        .timeInterval(microseconds: 100 * ComponentFixture.second, repeats: true)
    }

    private var all: RemovalSelection {
        RemovalSelection(choice: .all, appID: ComponentFixture.app)
    }

    @Test func whoGivesNoNameGetsOne() throws {
        let (accepted, reply) = try intake.accept(fixture.request(""), under: conditions())
        #expect(accepted.key.identifier == reply.identifier)
        #expect(reply.identifier.count == 6)
        #expect(
            reply.nextTriggerDates == [fixture.clock.now.advanced(byMicroseconds: 3_600_000_000)]
        )
        #expect(try fixture.pending() == [])
    }

    @Test func aCallThatIsMadeAgainGetsTheEarlierReply() throws {
        var request = fixture.request("")
        request.idempotencyKey = "k"
        #expect(try intake.replyToEarlierCall(request) == nil)
        let (accepted, reply) = try intake.accept(request, under: conditions())
        _ = try fixture.store.add(accepted)
        #expect(try intake.replyToEarlierCall(request) == reply)
        request.idempotencyKey = ""
        #expect(throws: RequestError.self) { try intake.replyToEarlierCall(request) }
    }

    @Test func aWrongClockIsRemarkedOn() throws {
        let request = fixture.request("r", try daily())
        let reply = try intake.accept(request, under: conditions(isClockTrusted: false)).reply
        #expect(reply.remarks.contains { $0.hasPrefix("the clock is not right yet") })
    }

    @Test func aNameIsFoundWithItsAppOrWithoutOne() throws {
        try fixture.add(fixture.request("r", app: "org.example.A"))
        try fixture.add(fixture.request("r", app: "org.example.B"))
        try fixture.add(fixture.request("s", app: "org.example.B"))
        let ofB = RequestKey(appID: "org.example.B", identifier: "r")
        #expect(try lists.resolve("r", preferring: "org.example.B") == ofB)
        #expect(try lists.resolve("org.example.B/r", preferring: "x") == ofB)
        #expect(try lists.resolve("s", preferring: "x").appID == "org.example.B")
        let ambiguous = #expect(throws: RequestError.self) {
            try lists.resolve("r", preferring: "x")
        }
        #expect(ambiguous?.code == .ambiguous)
        let absent = #expect(throws: RequestError.self) { try lists.resolve("q", preferring: "x") }
        #expect(absent?.code == .notFound)
    }

    @Test func aPausedRequestIsResumedWithItsNextDate() throws {
        try fixture.add(fixture.request("r", repeating()))
        #expect(try control.pause(all).map(\.identifier) == ["r"])
        #expect(try control.pause(all) == [])
        fixture.clock.pass(250)
        #expect(try control.resume(all).map(\.identifier) == ["r"])
        #expect(try fixture.pending() == ["r 50"])
        #expect(fixture.reported.elements == ["paused r", "resumed r"])
    }

    @Test func aSkippedDateIsLeftOut() throws {
        try fixture.add(fixture.request("r", repeating()))
        let skipped = try control.skip("r", preferring: ComponentFixture.app)
        #expect(skipped.next?.microseconds == skipped.skipped.microseconds + 100_000_000)
        #expect(try fixture.pending() == ["r 200"])
        try fixture.add(fixture.request("once"))
        let refused = #expect(throws: RequestError.self) {
            try control.skip("once", preferring: ComponentFixture.app)
        }
        #expect(refused?.message.contains("fires once") == true)
    }

    @Test func aRemovalIsNotedOnce() throws {
        try fixture.add(fixture.request("r"))
        let removed = try control.remove(all, leavingFiles: true)
        #expect(removed.keys.map(\.identifier) == ["r"])
        #expect(try control.remove(all, leavingFiles: true).keys == [])
        #expect(fixture.reported.elements == ["removed r"])
    }

    @Test(arguments: [
        ("r", "r.snoozed"), ("r.snoozed", "r.snoozed"), ("r.snoozed.7", "r.snoozed.7"),
        (
            String(repeating: "x", count: RequestLimits.identifier),
            String(repeating: "x", count: RequestLimits.identifier - 8) + ".snoozed"
        ),
    ])
    func theNameOfWhatIsSnoozed(_ identifier: String, _ expected: String) {
        let names = NotificationRequest.snoozedIdentifiers(identifier)
        #expect(names[0] == expected)
        #expect(Set(names).count == 100)
        #expect(names.allSatisfy { $0.utf8.count <= RequestLimits.identifier })
        #expect(names.allSatisfy { NotificationRequest.stem(ofSnoozed: $0) != nil })
    }
}
