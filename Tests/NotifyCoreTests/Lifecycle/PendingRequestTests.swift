import NotifyCore
import Testing

@Suite struct PendingRequestTests {
    private static let minute: Int64 = 60_000_000
    private static let start = Instant(seconds: 1_800_000_000)

    private static func accept(
        _ trigger: NotificationTrigger
    ) throws(RequestError) -> PendingRequest {
        var request = RequestValidationTests.request()
        request.trigger = trigger
        return try PendingRequest(accepting: request, now: start, zone: FixedZone.utc)
    }

    private static func after(_ microseconds: Int64) -> Instant {
        start.advanced(byMicroseconds: microseconds)
    }

    @Test func anImmediateOneIsDueAtOnceAndOnlyOnce() throws {
        let pending = try Self.accept(.immediate)
        #expect(pending.due == Self.start)
        #expect(pending.added == Self.start)
        #expect(pending.afterDelivery(now: Self.start, in: FixedZone.utc) == nil)
    }

    @Test func aMovedDateIsThatInstantAlsoWhereItsWallTimeComesTwice() throws {
        // 02:30 in Berlin on 31 October 2027, the first and the second time.
        let first = Instant(seconds: 1_824_942_600)
        let berlin = try TestZone("Europe/Berlin")
        let pending = try Self.accept(
            .calendar(CalendarTrigger(spec: .onCalendar("2027-10-30 12:00")))
        )
        let hour = 60 * Self.minute
        let dates: [(asked: Instant, moved: Instant, zone: String?)] = [
            (first, first, nil),
            (first.advanced(byMicroseconds: hour), first.advanced(byMicroseconds: hour), "UTC"),
            (Self.after(1_500_001), Self.after(2_000_000), nil),
        ]
        for (asked, date, zone) in dates {
            let moved = pending.moved(to: asked, now: Self.start, in: berlin)
            #expect(moved.due == date)
            #expect(moved.request.trigger.zoneIdentifier == zone)
            let again =
                zone == nil ? moved.replanned(in: berlin) : moved.replanned(in: FixedZone.utc)
            #expect(again == moved)
        }
    }

    @Test func anIntervalCountsFromAddAndEnds() throws {
        let pending = try Self.accept(.timeInterval(microseconds: 1, repeats: false))
        #expect(pending.due == Self.after(1))
        #expect(pending.afterDelivery(now: Self.after(5), in: FixedZone.utc) == nil)
    }

    /// Minutes after `add` at which it was delivered, and when it is due next.
    @Test(
        arguments: [
            (60, 120), (61, 120), (119, 120), (120, 180), (121, 180), (6_000, 6_060),
            (6_059, 6_060),
            // The clock was set back: the date that was delivered does not come again.
            (0, 120), (-500, 120),
        ] as [(Int64, Int64)]
    )
    func aRepeatingIntervalKeepsItsPhase(delivered: Int64, next: Int64) throws {
        let hour = 60 * Self.minute
        let pending = try Self.accept(.timeInterval(microseconds: hour, repeats: true))
        #expect(pending.due == Self.after(hour))
        let now = Self.after(delivered * Self.minute)
        let later = try #require(pending.afterDelivery(now: now, in: FixedZone.utc))
        #expect(later.due == Self.after(next * Self.minute))
        #expect(later.added == Self.start)
        #expect(later.request == pending.request)
    }

    @Test func manyLateDeliveriesStayOnTheGrid() throws {
        let length = 61 * 1_000_000 + 7 as Int64
        var pending = try Self.accept(.timeInterval(microseconds: length, repeats: true))
        for step in 1...500 as ClosedRange<Int64> {
            let late = pending.due.advanced(byMicroseconds: step * 1_234_567)
            pending = try #require(pending.afterDelivery(now: late, in: FixedZone.utc))
            #expect((pending.due.microseconds - Self.start.microseconds) % length == 0)
            #expect(pending.due > late)
            #expect(pending.due.microseconds - late.microseconds <= length)
        }
    }

    @Test func aRepeatingCalendarGoesOnAfterWhatWasMissed() throws {
        // 2027-01-15 08:00:00 UTC.
        let rule = CalendarTrigger(spec: .components(components([.hour: 9])), repeats: true)
        let pending = try Self.accept(.calendar(rule))
        #expect(pending.due == Self.after(60 * Self.minute))
        let next = pending.afterDelivery(now: pending.due, in: FixedZone.utc)
        #expect(next?.due == Self.after(25 * 60 * Self.minute))
        let late = pending.afterDelivery(now: Self.after(72 * 60 * Self.minute), in: FixedZone.utc)
        #expect(late?.due == Self.after(73 * 60 * Self.minute))
    }

    @Test func aCalendarThatDoesNotRepeatEnds() throws {
        let pending = try Self.accept(.calendar(CalendarTrigger(spec: .cron("0 9 * * *"))))
        #expect(pending.due == Self.after(60 * Self.minute))
        #expect(pending.afterDelivery(now: pending.due, in: FixedZone.utc) == nil)
    }

    @Test func aRepeatingCalendarWithoutAFurtherDateEnds() throws {
        let rule = CalendarTrigger(spec: .onCalendar("2027-01-15 09:00"), repeats: true)
        let pending = try Self.accept(.calendar(rule))
        #expect(pending.afterDelivery(now: pending.due, in: FixedZone.utc) == nil)
    }

    @Test func aDateThatIsPastIsRefused() {
        let spec = CalendarSpec.components(components([.year: 2026, .month: 3, .day: 1, .hour: 9]))
        let message =
            "the last date of this rule, 2026-03-01T09:00:00Z, is past: "
            + "choose a later one or omit the year"
        let error = #expect(throws: RequestError.self) {
            try Self.accept(.calendar(CalendarTrigger(spec: spec)))
        }
        #expect(error?.code == .invalidTrigger)
        #expect(error?.message == message)
    }

    @Test func theWholeRequestIsChecked() {
        var request = RequestValidationTests.request()
        request.identifier = ""
        #expect(throws: RequestError.self) {
            try PendingRequest(accepting: request, now: Self.start, zone: FixedZone.utc)
        }
    }

    @Test func noDateOverflows() {
        let trigger = NotificationTrigger.timeInterval(microseconds: 60_000_000, repeats: true)
        let end = Instant(microseconds: .max)
        #expect(trigger.nextDate(after: end, added: Self.start, in: FixedZone.utc) == nil)
        let past = Instant(microseconds: .min)
        #expect(trigger.nextDate(after: end, added: past, in: FixedZone.utc) == nil)
        #expect(trigger.nextDate(after: past, added: Self.start, in: FixedZone.utc) != nil)
    }
}
