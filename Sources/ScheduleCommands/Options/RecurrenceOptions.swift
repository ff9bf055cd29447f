import ArgumentParser
import ConfigurationFiles
import NotifyCore

/// The options for dates that are counted from a first one.
struct RecurrenceOptions: ParsableArguments {
    @Option(
        name: .customLong("rrule"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "By a recurrence rule of calendars (RFC 5545), such as \"FREQ=WEEKLY;INTERVAL=2;BYDAY=TU\"; repeats.",
            valueName: "rule"
        )
    )
    var rule: String?

    @Option(
        name: .customLong("starting"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "First date of --rrule, --every or --on \"every 3 days\", from which they count; it may be past.",
            valueName: "date"
        ),
        completion: .dateWords
    )
    var starting: String?

    @Option(
        name: .customLong("except"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave a date or a day out of these; repeatable.", valueName: "date"),
        completion: .dateWords
    )
    var except: [String] = []

    @Option(
        name: .customLong("also"),
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Add a date to these; repeatable.", valueName: "date"),
        completion: .dateWords
    )
    var also: [String] = []

    /// The names of the options that are given beside the rule.
    var given: [String] {
        [("starting", starting != nil), ("except", !except.isEmpty), ("also", !also.isEmpty)]
            .filter(\.1).map(\.0)
    }

    private var text: SeriesText { SeriesText(starting: starting, except: except, also: also) }

    /// Returns the series of `--rrule` or, with a first date, of `--every`.
    func series(
        _ rule: RecurrenceRule,
        now: Instant,
        in zone: some ZoneRules
    ) throws(RequestError) -> RecurrenceSeries {
        try located { () throws(SeriesText.Failure) in
            try text.series(rule, dayStart: DayStart.configured, now: now, in: zone)
        }
    }

    /// Returns the first date; `nil` if none is given.
    func start(now: Instant, in zone: some ZoneRules) throws(RequestError) -> SeriesText.Start? {
        try located { () throws(SeriesText.Failure) in try text.start(now: now, in: zone) }
    }

    /// Returns a series with the dates of `--except` and `--also`, and that of `--starting` if it is given.
    func changed(
        _ series: RecurrenceSeries,
        now: Instant,
        in zone: some ZoneRules
    ) throws(RequestError) -> RecurrenceSeries {
        var series = series
        if let start = try start(now: now, in: zone) {
            series.start = WallTime(date: start.date, time: start.time ?? series.start.time)
        }
        return try adding(to: series, now: now, in: zone)
    }

    /// Returns a series with the dates of `--except` and `--also`.
    func adding(
        to series: RecurrenceSeries,
        now: Instant,
        in zone: some ZoneRules
    ) throws(RequestError) -> RecurrenceSeries {
        try located { () throws(SeriesText.Failure) in
            try text.adding(to: series, now: now, in: zone)
        }
    }

    /// Whether the first date has no time, so that it is that of the start of the day.
    func hasNoTime(now: Instant, in zone: some ZoneRules) -> Bool {
        guard starting != nil else { return rule != nil }
        return (try? text.start(now: now, in: zone))?.time == nil
    }

    private func located<Value>(
        _ body: () throws(SeriesText.Failure) -> Value
    ) throws(RequestError) -> Value {
        do {
            return try body()
        } catch {
            let name =
                switch error.part {
                case .starting: "starting"
                case .except: "except"
                case .also: "also"
                }
            throw RequestError(
                .invalidTrigger,
                .option("--\(name)"),
                value: error.text.quoted,
                because: "\(error.error)"
            )
        }
    }
}
