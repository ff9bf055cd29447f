import NotifyCore
import Testing

@Suite("A rule at another time of day")
struct MovedRuleTests {
    @Test(
        "events and cron lines",
        arguments: [
            ("Tue 14:00", "Tue 15:30"), ("9:00", "15:30"), ("Mon..Fri 09:00:10", "Mon..Fri 15:30"),
            ("*-*~01 09:00 UTC", "*-*~01 15:30 UTC"),
            ("Mon,Wed 2027-*-01 9:00", "Mon,Wed 2027-*-01 15:30"),
            ("Tue", nil), ("daily", nil), ("Tue 9,14:00", nil), ("*:0/10", nil), ("hourly", nil),
        ] as [(String, String?)]
    )
    func events(text: String, moved: String?) {
        let trigger = CalendarTrigger(spec: .onCalendar(text), repeats: true)
        let time = CivilTime(hour: 15, minute: 30)
        #expect(trigger.moved(to: time)?.spec.text == moved)
    }

    @Test(
        "cron",
        arguments: [("0 9 * * 1-5", "30 15 * * 1-5"), ("*/5 9 * * *", nil), ("0 9,12 * * *", nil)]
            as [(String, String?)]
    )
    func cron(text: String, moved: String?) {
        let trigger = CalendarTrigger(spec: .cron(text), repeats: true)
        #expect(trigger.moved(to: CivilTime(hour: 15, minute: 30))?.spec.text == moved)
        #expect(trigger.moved(to: CivilTime(hour: 15, minute: 30, second: 5)) == nil)
    }

    @Test("components keep their other parts")
    func parts() {
        let tuesday = components([.weekday: 3, .hour: 14])
        let trigger = CalendarTrigger(spec: .components(tuesday), timeZone: "UTC", repeats: true)
        let moved = trigger.moved(to: CivilTime(hour: 15, minute: 30))
        #expect(moved?.spec == .components(components([.weekday: 3, .hour: 15, .minute: 30])))
        #expect(moved?.timeZone == "UTC")
        let minutes = CalendarTrigger(spec: .components(components([.minute: 5])), repeats: true)
        #expect(minutes.moved(to: .midnight) == nil)
    }

    @Test(
        "times without a day",
        arguments: [
            ("15:00", "15:00"), ("at 5pm", "17:00"), ("noon", "12:00"), ("tomorrow 9:00", nil),
            ("friday", nil), ("in 2 hours", nil), ("5", nil), ("", nil),
        ] as [(String, String?)]
    )
    func times(text: String, time: String?) {
        #expect(CivilTime(words: text)?.description == time)
    }
}
