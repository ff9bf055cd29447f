import NotifyCore
import Testing

@testable import UserNotifications

/// Weeks without a calendar are those of the user's.
@Suite struct WeekRuleTests {
    @Test func theUsersCalendarSaysWhatAWeekIs() throws {
        let calendar = Calendar.current
        var date = Date(timeIntervalSince1970: 4_000_000_000)
        for _ in 0..<400 {
            let parts = calendar.dateComponents(
                [.yearForWeekOfYear, .weekOfYear, .weekday],
                from: date
            )
            let trigger = UNCalendarNotificationTrigger(dateMatching: parts, repeats: false)
            #expect(trigger.nextTriggerDate() == calendar.startOfDay(for: date))
            date += 86_400
        }
    }

    @Test(arguments: [(1, 1), (2, 4), (7, 3)])
    func aCalendarThatIsGivenCountsFirst(first: Int, minimum: Int) throws {
        var calendar = Calendar(identifier: .gregorian)
        (calendar.firstWeekday, calendar.minimumDaysInFirstWeek) = (first, minimum)
        var parts = DateComponents(weekday: 3, weekOfYear: 10)
        parts.calendar = calendar
        let rule = try CalendarComponents(parts).weekRule
        #expect(rule == WeekRule(firstWeekday: first, minimumDays: minimum))
        // Nothing else depends on it.
        #expect(try CalendarComponents(DateComponents(hour: 9)).weekRule == nil)
    }
}
