import NotifyCore
import Testing

@testable import SchedulerAgent

/// Dates that came before the clock was set back.
@Suite struct TakenDateTests {
    /// Of all dates the latest are remembered; one that lies ahead again counts for longer than that.
    @Test func aDateThatCameDoesNotComeAgainHoweverManyOthersCome() async throws {
        let desk = try await VirtualDesk(isQuiet: true).begin()
        func rule(_ text: String) -> NotificationTrigger {
            .calendar(CalendarTrigger(spec: .onCalendar(text), repeats: true))
        }
        try await desk.add("hourly", rule("*:00"), ScheduleOptions(late: .skip))
        try await desk.add("monthly", rule("*-*-15 09:00"), ScheduleOptions(late: .show))
        await desk.pass(3_600)
        #expect(desk.shown == ["hourly", "monthly"])
        await desk.set(by: -1_800)
        let store = await desk.scheduler.store
        let hourly = try store.pending(app: nil, identifier: "hourly")[0].id
        try store.write(.process) { database in
            for number in 0..<12_000 {
                try Store.take(Instant(seconds: Int64(number)), of: hourly, database)
            }
        }
        let again = try await desk.restarted(desk.clock).begin()
        await again.pass(7_200)
        #expect(again.shown.filter { $0.hasPrefix("monthly") } == [])
        #expect(try await again.pending().contains("monthly 2027-02-15 09:00"))
    }
}
