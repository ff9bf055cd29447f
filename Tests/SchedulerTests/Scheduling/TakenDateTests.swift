import AgentTestSupport
import NotifyCore
import Testing

@testable import SchedulerAgent

/// Dates that came before the clock was set back.
@Suite struct TakenDateTests {
    /// Of all dates the latest are remembered; one that lies ahead again counts for longer than that.
    @Test func aDateThatCameDoesNotComeAgainHoweverManyOthersCome() async throws {
        let fixture = try await SchedulerFixture(isQuiet: true).begin()
        func rule(_ text: String) -> NotificationTrigger {
            .calendar(CalendarTrigger(spec: .onCalendar(text), repeats: true))
        }
        try await fixture.add("hourly", rule("*:00"), ScheduleOptions(late: .skip))
        try await fixture.add("monthly", rule("*-*-15 09:00"), ScheduleOptions(late: .show))
        await fixture.pass(3_600)
        #expect(fixture.shown == ["hourly", "monthly"])
        await fixture.set(by: -1_800)
        let store = await fixture.scheduler.store
        let hourly = try store.pending(app: nil, identifier: "hourly")[0].id
        try store.write(.process) { database in
            for number in 0..<12_000 {
                try Store.store(taken: Instant(seconds: Int64(number)), of: hourly, database)
            }
        }
        let again = try await fixture.restarted(fixture.clock).begin()
        await again.pass(7_200)
        #expect(again.shown.filter { $0.hasPrefix("monthly") } == [])
        #expect(try await again.pending().contains("monthly 2027-02-15 09:00"))
    }
}
