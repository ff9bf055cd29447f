import NotifyCore
import Testing

/// The dates that came while nobody looked, against one look at each.
@Suite struct OccurrencesTests {
    private static let start = Instant(seconds: 1_800_000_000)

    private static func pending(
        _ trigger: NotificationTrigger,
        _ options: ScheduleOptions = ScheduleOptions()
    ) throws -> PendingRequest {
        var request = RequestValidationTests.request()
        request.trigger = trigger
        request.options = options
        return try PendingRequest(accepting: request, now: start, zone: FixedZone.utc)
    }

    private static let triggers: [NotificationTrigger] = [
        .timeInterval(microseconds: 61_000_007, repeats: true),
        .timeInterval(microseconds: 3_600_000_000, repeats: true),
        .calendar(CalendarTrigger(spec: .cron("*/7 * * * *"), repeats: true)),
        .calendar(CalendarTrigger(spec: .onCalendar("Mon..Fri 09:55"), repeats: true)),
        .calendar(CalendarTrigger(spec: .onCalendar("2027-01-15..20 *:30"), repeats: true)),
        .calendar(CalendarTrigger(spec: .cron("0 9 31 * *"), repeats: true, monthEnd: true)),
    ]

    /// Steps to one date after the other.
    private static func walk(_ pending: PendingRequest, to end: Instant) -> [Instant] {
        var dates: [Instant] = []
        var next: PendingRequest? = pending
        while let current = next, current.due <= end, dates.count < 3_000 {
            dates.append(current.due)
            let taken = Occurrences(first: current.due, latest: current.due, count: 1)
            next = current.settling(taken, in: FixedZone.utc)
        }
        return dates
    }

    @Test(arguments: triggers)
    func allAtOnceAreWhatSingleStepsFind(trigger: NotificationTrigger) throws {
        for options in [
            ScheduleOptions(), ScheduleOptions(times: 3), ScheduleOptions(times: 1),
            ScheduleOptions(until: Self.start.advanced(byMicroseconds: 86_400_000_000 * 40)),
        ] {
            let pending = try Self.pending(trigger, options)
            for days in [0, 1, 3, 10, 100] as [Int64] {
                let now = max(
                    pending.due,
                    Self.start.advanced(byMicroseconds: days * 86_400_000_000 + 1_234_567)
                )
                let walked = Self.walk(pending, to: now)
                let found = pending.occurrences(until: now, in: FixedZone.utc)
                #expect(found.first == pending.due)
                guard walked.count <= Occurrences.maxCounted else {
                    #expect(found.count > Occurrences.maxCounted)
                    continue
                }
                #expect(found.latest == walked.last)
                #expect(found.count == walked.count)
                let later = pending.settling(found, in: FixedZone.utc)
                #expect(later.map { $0.due > now } ?? true)
                #expect(later.map { $0.fired == walked.count } ?? true)
            }
        }
    }

    @Test func countingManyIsQuickAndFindsTheLatest() throws {
        let pending = try Self.pending(
            .calendar(CalendarTrigger(spec: .onCalendar("*:*:*"), repeats: true))
        )
        let now = Self.start.advanced(byMicroseconds: 365 * 86_400_000_000 + 5)
        let found = pending.occurrences(until: now, in: FixedZone.utc)
        #expect(found.latest == Instant(seconds: now.seconds))
        #expect(found.count == Occurrences.maxCounted + 1)
    }

    @Test func theEndIsInsideItsDate() throws {
        let hour = NotificationTrigger.timeInterval(microseconds: 3_600_000_000, repeats: true)
        let end = Self.start.advanced(byMicroseconds: 2 * 3_600_000_000)
        let pending = try Self.pending(hour, ScheduleOptions(until: end))
        #expect(Self.walk(pending, to: .distantFuture).last == end)
        let before = ScheduleOptions(until: end.advanced(byMicroseconds: -1))
        #expect(Self.walk(try Self.pending(hour, before), to: .distantFuture).count == 1)
    }

    /// Invalid options, with the message.
    @Test(
        arguments: [
            (
                ScheduleOptions(times: 0), true,
                "times 0 is not between 1 and 1000000; leave it out for no end"
            ),
            (
                ScheduleOptions(times: 2), false,
                "until and times end a trigger that repeats; let it repeat or leave them out"
            ),
            (
                ScheduleOptions(until: .distantFuture), false,
                "until and times end a trigger that repeats; let it repeat or leave them out"
            ),
            (
                ScheduleOptions(late: .within(microseconds: -1)), false,
                "a limit for lateness must not be negative; write skip to show nothing late"
            ),
        ]
    )
    func optionsAreChecked(options: ScheduleOptions, repeats: Bool, message: String) {
        let trigger = NotificationTrigger.timeInterval(
            microseconds: 3_600_000_000,
            repeats: repeats
        )
        let error = #expect(throws: RequestError.self) { try Self.pending(trigger, options) }
        #expect(error?.code == .invalidTrigger)
        #expect(error?.message == message)
    }

    /// Rules that have no day a month can lack.
    @Test(arguments: ["0 9 * * *", "0 9 28 * *", "0 9 * * 1", "0 9 31 * 1"])
    func aMonthsEndNeedsADayThatCanBeMissing(cron: String) {
        let trigger = CalendarTrigger(spec: .cron(cron), repeats: true, monthEnd: true)
        #expect(throws: TimeSpecError.self) { try trigger.rule() }
    }

    @Test func aMonthsEndMakesThirtiethOfFebruaryADay() throws {
        let spec = CalendarSpec.components(components([.month: 2, .day: 30, .hour: 9]))
        #expect(throws: TimeSpecError.self) {
            try CalendarTrigger(spec: spec).rule().checked()
        }
        let rule = try CalendarTrigger(spec: spec, monthEnd: true).rule().checked()
        let dates = rule.next(count: 2, after: Self.start, in: FixedZone.utc)
        #expect(
            dates.map { RFC3339.string($0, in: FixedZone.utc) }
                == ["2027-02-28T09:00:00Z", "2028-02-29T09:00:00Z"]
        )
    }
}

/// Many dates at once, the last of which came before.
@Suite struct TakenOccurrencesTests {
    @Test func theLatestOfManyIsNoneThatCameBefore() throws {
        let start = Instant(seconds: 1_800_000_000)
        func after(_ hours: Int64) -> Instant {
            start.advanced(byMicroseconds: hours * 3_600_000_000)
        }
        var request = RequestValidationTests.request()
        request.trigger = .calendar(CalendarTrigger(spec: .onCalendar("*:00"), repeats: true))
        var pending = try PendingRequest(accepting: request, now: start, zone: FixedZone.utc)
        pending.taken = [after(4_999), after(5_000)]
        let found = pending.occurrences(until: after(5_000), in: FixedZone.utc)
        #expect(found.latest == after(4_998))
        #expect(found.count == Occurrences.maxCounted + 1)
    }
}
