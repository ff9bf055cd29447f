import CICal
import NotifyCore

/// The dates of a recurrence rule as libical computes them, without a zone.
struct LibicalDates: Sequence, IteratorProtocol {
    private final class Steps {
        let pointer: OpaquePointer
        init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { icalrecur_iterator_free(pointer) }
    }

    private let steps: Steps

    /// Returns `nil` if libical refuses the rule.
    init?(_ rule: String, from start: WallTime) {
        icalerror_set_errors_are_fatal(0)
        var first = icaltime_null_time()
        (first.year, first.month) = (Int32(start.date.year), Int32(start.date.month))
        first.day = Int32(start.date.day)
        first.hour = Int32(start.time.hour)
        first.minute = Int32(start.time.minute)
        first.second = Int32(start.time.second)
        let parsed = icalrecurrencetype_from_string(rule)
        guard parsed.freq != ICAL_NO_RECURRENCE,
            let pointer = icalrecur_iterator_new(parsed, first)
        else { return nil }
        steps = Steps(pointer)
    }

    mutating func next() -> WallTime? {
        let time = icalrecur_iterator_next(steps.pointer)
        guard icaltime_is_null_time(time) == 0 else { return nil }
        return WallTime(
            date: CivilDate(year: Int(time.year), month: Int(time.month), day: Int(time.day)),
            time: CivilTime(
                hour: Int(time.hour),
                minute: Int(time.minute),
                second: Int(time.second)
            )
        )
    }
}
