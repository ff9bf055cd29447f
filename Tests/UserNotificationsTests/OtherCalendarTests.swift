import AgentInterface
import Foundation
import NotifyCore
import Testing

@testable import UserNotifications

/// Calendars that the agent does not know.
@Suite struct OtherCalendarTests {
    private static let identifiers: [Calendar.Identifier] = [
        .buddhist, .hebrew, .islamic, .islamicCivil, .islamicTabular, .islamicUmmAlQura, .persian,
        .japanese, .chinese, .indian, .coptic, .ethiopicAmeteMihret, .ethiopicAmeteAlem,
        .republicOfChina,
    ]
    /// In the middle of a day in Berlin.
    private static let now = Date(timeIntervalSince1970: 1_795_350_000)

    private static func calendar(_ identifier: Calendar.Identifier) throws -> Calendar {
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        return calendar
    }

    private static func dates(_ parts: DateComponents) throws -> [Instant] {
        let components = try CalendarComponents(parts, at: now)
        let name = try #require(components.timeZone)
        let zone = try #require(SystemZone(named: name))
        let rule = try components.rule().checked()
        return rule.next(count: 200, after: Instant(now), in: zone)
    }

    @Test(arguments: identifiers)
    func aDateTakenFromACalendarFires(identifier: Calendar.Identifier) throws {
        let calendar = try Self.calendar(identifier)
        for days in [0, 1, 29, 30, 45, 200, 354, 383, 700, 3_000] {
            let date = Self.now + Double(days) * 86_400 + 60
            var parts = calendar.dateComponents(
                [.era, .year, .month, .day, .hour, .minute, .second],
                from: date
            )
            parts.calendar = calendar
            #expect(try Self.dates(parts).map(\.date) == [date], "\(days)")
            // With everything that Foundation says of a date, too.
            let all = calendar.dateComponents(in: calendar.timeZone, from: date)
            #expect(try Self.dates(all).map(\.date) == [date], "\(days)")
        }
    }

    @Test(arguments: identifiers)
    func aRepeatingOneHasTheDatesThatTheCalendarHas(identifier: Calendar.Identifier) throws {
        let calendar = try Self.calendar(identifier)
        var parts = DateComponents(hour: 9, minute: 30)
        parts.day = 15
        parts.calendar = calendar
        let found = try Self.dates(parts)
        #expect((64...65).contains(found.count))
        for instant in found {
            let read = calendar.dateComponents([.day, .hour, .minute, .second], from: instant.date)
            #expect(read.day == 15 && read.hour == 9 && read.minute == 30 && read.second == 0)
        }
        // None is left out: they are a month apart; some years end with a month of a few days.
        for (earlier, later) in zip(found, found.dropFirst()) {
            let days = (later.seconds - earlier.seconds) / 86_400
            #expect((28...37).contains(days))
        }
    }

    @Test func whatDoesNotDependOnTheCalendarHasNoEnd() throws {
        var parts = DateComponents(hour: 9, weekday: 3)
        parts.calendar = try Self.calendar(.hebrew)
        #expect(try CalendarComponents(parts, at: Self.now).dates.isEmpty)
        #expect(try Self.dates(parts).count == 200)
    }

    @Test func aMonthAloneIsItsFirstDay() throws {
        let calendar = try Self.calendar(.persian)
        var parts = DateComponents(month: 1)
        parts.calendar = calendar
        let found = try Self.dates(parts)
        #expect(found.count == 64)
        for instant in found {
            let read = calendar.dateComponents([.month, .day, .hour], from: instant.date)
            #expect(read.month == 1 && read.day == 1 && read.hour == 0)
        }
        parts.hour = 9
        let days = try Self.dates(parts).prefix(31).map {
            calendar.component(.day, from: $0.date)
        }
        #expect(days == Array(1...31))
    }

    @Test func aDayThatTheCalendarDoesNotHaveIsRefused() throws {
        var parts = DateComponents(day: 31)
        parts.calendar = try Self.calendar(.hebrew)
        #expect(throws: RequestError.self) { try CalendarComponents(parts, at: Self.now) }
        var date = DateComponents(year: 5_787, month: 1, day: 31)
        date.calendar = try Self.calendar(.hebrew)
        #expect(throws: RequestError.self) { try CalendarComponents(date, at: Self.now) }
    }

    @Test(arguments: [(true, 5_780), (false, 5_780)])
    func aDateBehindUsIsPast(isWhole: Bool, year: Int) throws {
        var parts = DateComponents(year: year, month: 1)
        if isWhole { parts.day = 1 }
        parts.calendar = try Self.calendar(.hebrew)
        let request = UNNotificationRequest("r", matching: parts, repeats: false)
        let record = try NotifyCore.NotificationRequest(request, appID: "app")
        #expect(record.isPast(at: Self.now))
        #expect(
            request.trigger.flatMap { ($0 as? UNCalendarNotificationTrigger)?.nextTriggerDate() }
                == nil
        )
    }

    @Test func aRequestComesBackEqualAndIsRenewedOnceDaysHavePassed() throws {
        var parts = DateComponents(day: 1, hour: 9)
        parts.calendar = Calendar(identifier: .islamicUmmAlQura)
        let request = UNNotificationRequest("r", matching: parts)
        let sent = try NotifyCore.NotificationRequest(request, appID: "app")
        let kept = try NotifyCore.NotificationRequest(record: sent.record)
        #expect(kept == sent)
        #expect(kept.object == request)
        let now = Date()
        #expect(kept.renewed(at: now) == nil)
        let later = try #require(kept.renewed(at: now + 90 * 86_400))
        guard case .calendar(let trigger) = later.trigger,
            case .components(let known) = trigger.spec
        else {
            Issue.record("\(later.trigger)")
            return
        }
        #expect((64...65).contains(known.dates.count))
        #expect(later.object == request)
    }

    /// A new request has the dates that lie ahead, and would take the place of one that is due.
    @Test func whatIsDueOrPausedIsNotRenewed() throws {
        var parts = DateComponents(day: 1, hour: 9)
        parts.calendar = Calendar(identifier: .hebrew)
        let request = UNNotificationRequest("r", matching: parts)
        let record = try NotifyCore.NotificationRequest(request, appID: "app")
        let now = Date() + 90 * 86_400
        var entry = PendingRequest(request: record, added: Instant(Date()), due: Instant(now + 60))
        #expect(entry.renewed(at: now) != nil)
        entry.isPaused = true
        #expect(entry.renewed(at: now) == nil)
        entry.isPaused = false
        entry.due = Instant(now - 60)
        #expect(entry.renewed(at: now) == nil)
    }
}
