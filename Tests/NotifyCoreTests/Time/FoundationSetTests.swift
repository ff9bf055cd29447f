import Foundation
import Testing

@testable import NotifyCore

@Suite("Sets made by Foundation")
struct FoundationSetTests {
    @Test(
        "every day's full set fires on exactly that date",
        arguments: [(1, 1), (2, 4), (7, 1), (2, 1)]
    )
    func fires(firstWeekday: Int, minimumDays: Int) throws {
        let zone = try TestZone("Europe/Berlin")
        let timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        calendar.firstWeekday = firstWeekday
        calendar.minimumDaysInFirstWeek = minimumDays
        // 2026-01-01 12:34:56 in Berlin.
        let first: Int64 = 1_767_267_296
        for day in 0..<365 {
            let second = first + Int64(day) * 86_400
            let date = Date(timeIntervalSince1970: Double(second))
            let parts = calendar.dateComponents(in: timeZone, from: date)
            let rule = try convert(parts).rule()
            let found = rule.next(count: 2, after: Instant(seconds: first - 86_400), in: zone)
            #expect(found == [Instant(seconds: second)], "\(parts)")
        }
    }

    @Test("no set of other years contradicts itself", arguments: [(1, 1), (2, 4), (6, 7)])
    func agreesWithItself(firstWeekday: Int, minimumDays: Int) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.firstWeekday = firstWeekday
        calendar.minimumDaysInFirstWeek = minimumDays
        for day in stride(from: 18_000, to: 33_000, by: 3) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let parts = calendar.dateComponents(in: .gmt, from: date)
            #expect(try convert(parts).rule().canMatch, "\(parts)")
        }
    }

    @Test("dates agree with Foundation's calendar")
    func dates() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for (firstWeekday, minimumDays) in [(1, 1), (2, 4), (7, 3), (2, 7)] {
            calendar.firstWeekday = firstWeekday
            calendar.minimumDaysInFirstWeek = minimumDays
            let week = WeekRule(firstWeekday: firstWeekday, minimumDays: minimumDays)
            for day in stride(from: -10_000, to: 60_000, by: 13) {
                let date = CivilDate(dayNumber: day)
                let parts = calendar.dateComponents(
                    [
                        .year, .month, .day, .weekday, .weekdayOrdinal, .weekOfYear,
                        .yearForWeekOfYear, .weekOfMonth, .dayOfYear,
                    ],
                    from: Date(timeIntervalSince1970: Double(day) * 86_400)
                )
                #expect(date.dayNumber == day)
                #expect(parts.year == date.year)
                #expect(parts.month == date.month)
                #expect(parts.day == date.day)
                #expect(parts.weekday == date.weekday)
                #expect(parts.weekdayOrdinal == date.weekdayOrdinal)
                #expect(parts.dayOfYear == date.dayOfYear)
                #expect(parts.weekOfMonth == date.weekOfMonth(week), "\(date) \(week)")
                #expect(parts.weekOfYear == date.week(week).week, "\(date) \(week)")
                #expect(parts.yearForWeekOfYear == date.week(week).year, "\(date) \(week)")
            }
        }
    }

    private func convert(_ parts: DateComponents) -> CalendarComponents {
        var result = CalendarComponents()
        result.era = parts.era
        result.year = parts.year
        result.month = parts.month
        result.day = parts.day
        result.weekday = parts.weekday
        result.weekdayOrdinal = parts.weekdayOrdinal
        result.quarter = parts.quarter
        result.weekOfMonth = parts.weekOfMonth
        result.weekOfYear = parts.weekOfYear
        result.yearForWeekOfYear = parts.yearForWeekOfYear
        result.dayOfYear = parts.dayOfYear
        result.hour = parts.hour
        result.minute = parts.minute
        result.second = parts.second
        result.nanosecond = parts.nanosecond
        return result
    }
}
