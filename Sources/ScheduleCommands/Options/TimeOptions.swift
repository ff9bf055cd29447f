import AgentInterface
import ArgumentParser
import ConfigurationFiles
import GLibBridge
import NotifyCore

/// The options for the time of a notification.
struct TimeOptions: ParsableArguments {
    @Option(
        name: .customLong("in"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "After a duration, such as 3s, 1h30m, 1:30 or \"2 days\".",
            valueName: "duration"
        )
    )
    var delay: String?

    @Option(
        name: .customLong("every"),
        parsing: .unconditional,
        help: ArgumentHelp("Each time a duration has passed; at least 60s.", valueName: "duration")
    )
    var interval: String?

    @Option(
        name: .customLong("at"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "At a date: 09:00, \"tomorrow at 5pm\", \"next friday\", \"2027-03-01 09:00\" or RFC 3339.",
            valueName: "date"
        ),
        completion: .dateWords
    )
    var date: String?

    @Option(
        name: .customLong("components"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "When date components match, such as '{\"weekday\":3,\"hour\":14}'; Sunday is 1.",
            valueName: "json"
        )
    )
    var components: String?

    @Option(
        name: .customLong("on"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "By a calendar event as in systemd.time(7), such as \"Tue 14:00\", or \"every weekday at 8:30\"; repeats.",
            valueName: "event"
        ),
        completion: .calendarWords
    )
    var onCalendar: String?

    @Option(
        name: .customLong("cron"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "By cron's five fields, such as \"0 9 * * 1-5\"; repeats.",
            valueName: "fields"
        )
    )
    var cron: String?

    @OptionGroup
    var recurrence: RecurrenceOptions

    @Option(
        name: .customLong("near"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "At a place: its centre and radius, or geo:52.52,13.405;u=200 (RFC 5870).",
            valueName: "lat,lon,metres"
        )
    )
    var place: String?

    @Flag(name: .customLong("on-entry"), help: "Fire when you enter the place; the default.")
    var onEntry = false

    @Flag(name: .customLong("on-exit"), help: "Fire when you leave the place.")
    var onExit = false

    @Flag(
        name: .customLong("if-inside"),
        help: "Also fire at once if you are at the place already."
    )
    var ifInside = false

    @Option(
        name: .customLong("tz"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time zone, such as Europe/Berlin or +05:30; default yours, wherever you are.",
            valueName: "zone"
        ),
        completion: .zones
    )
    var zone: String?

    @Flag(name: .customLong("repeat"), help: "Fire at every match (--in, --components, --near).")
    var repeats = false

    @Flag(name: .customLong("once"), help: "Fire only at the first match (--every, --on, --cron).")
    var once = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "End of a repeating notification; a date without a time includes that day.",
            valueName: "date"
        )
    )
    var until: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How often a repeating notification fires in total.", valueName: "count")
    )
    var times: Int?

    @Flag(
        name: .customLong("month-end"),
        help: "In shorter months, days 29 to 31 mean the last day."
    )
    var monthEnd = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What to do if it is more than 30 s late: show, skip, or show up to a duration.",
            valueName: "show|skip|duration"
        ),
        completion: .list(["show", "skip"])
    )
    var late: String?

    @Flag(help: "Wake the machine from suspend for it, if allowed.")
    var wake = false

    @Flag(
        name: .customLong("yes-really-often"),
        help: "Accept a rule that fires more often than once a minute."
    )
    var reallyOften = false

    /// Returns the trigger that the options describe; an immediate one if there are none.
    func trigger(now: Instant) throws -> NotificationTrigger {
        let given = [
            ("--in", delay), ("--every", interval), ("--at", date), ("--components", components),
            ("--on", onCalendar), ("--cron", cron), ("--rrule", recurrence.rule), ("--near", place),
        ].filter { $0.1 != nil }.map(\.0)
        guard given.count <= 1 else {
            throw UsageError(
                "\(given.joined(separator: " and ")) \(given.count == 2 ? "both" : "each") set the time; "
                    + "keep one of them"
            )
        }
        guard let option = given.first else {
            if let lonely = lonelyOption { throw UsageError(lonely) }
            return .immediate
        }
        if place == nil, let lonely = lonelyPlaceOption { throw UsageError(lonely) }
        if zone != nil, place != nil {
            throw UsageError("--tz does not go with --near, which has no dates")
        }
        if let lonely = lonelyDateOption(beside: option) { throw UsageError(lonely) }
        if zone != nil, delay != nil || interval != nil && recurrence.starting == nil {
            throw UsageError(Self.zoneOfSpan(option))
        }
        if once, delay != nil || date != nil || components != nil || place != nil {
            throw UsageError(
                "--once is not needed with \(option), which fires once without --repeat"
            )
        }
        if monthEnd, components == nil, onCalendar == nil, cron == nil {
            throw UsageError(
                "--month-end does not go with \(option); it is for --components, --on and --cron"
                    + (recurrence.rule == nil ? "" : ", and BYMONTHDAY=-1 is the last day")
            )
        }
        if let text = delay { return try span(text, of: option, repeats: repeats) }
        if let text = interval {
            let span = try span(text, of: option, repeats: !once)
            guard recurrence.starting != nil else { return span }
            return try seldom(try counted(span, text, now: now), option, text)
        }
        if let text = recurrence.rule {
            return try seldom(try recurrenceTrigger(text, now: now), option, text)
        }
        if let text = date { return try dateTrigger(text, now: now) }
        if let text = place { return .location(try locationTrigger(text)) }
        if let text = components {
            let spec = CalendarSpec.components(
                try Self.located(option, text) { () throws(TimeSpecError) in
                    try CalendarComponents(json: text)
                }
            )
            return try seldom(.calendar(calendar(spec, repeats: repeats)), option, text)
        }
        if let text = onCalendar {
            return try seldom(try eventTrigger(text, now: now), option, text)
        }
        let text = cron ?? ""
        try Self.located(option, text) { () throws(TimeSpecError) in
            _ = try CalendarSpec.cron(text).rule()
        }
        return try seldom(.calendar(calendar(.cron(text), repeats: !once)), option, text)
    }

    /// Returns a trigger that does not fire really often, unless that is meant.
    func seldom(
        _ trigger: NotificationTrigger,
        _ option: String,
        _ text: String
    ) throws(RequestError) -> NotificationTrigger {
        guard reallyOften || !trigger.firesReallyOften else {
            throw RequestError(
                .invalidTrigger,
                .option(option),
                value: text.quoted,
                reason: "fires more often than once a minute",
                wayOut: "write --yes-really-often to accept that, or leave the seconds out"
            )
        }
        return trigger
    }

    /// The error for an option that needs a time.
    private var lonelyOption: String? {
        if let lonely = lonelyPlaceOption { return lonely }
        if let name = recurrence.given.first {
            return
                "--\(name) needs a rule that counts; add --rrule, --every or --on \"every 3 days\""
        }
        if repeats { return "--repeat needs a time; add --in, --components or --near" }
        if once { return "--once needs a time that repeats; add --every, --on or --cron" }
        if zone != nil { return "--tz needs a date; add --at, --components, --on or --cron" }
        if monthEnd { return "--month-end needs a date; add --components, --on or --cron" }
        if until != nil { return "--until needs a time that repeats; add --every, --on or --cron" }
        if times != nil { return "--times needs a time that repeats; add --every, --on or --cron" }
        if late != nil { return "--late needs a time; add --in, --every, --at or --on" }
        if reallyOften {
            return "--yes-really-often needs a rule; add --on, or --components with --repeat"
        }
        return wake ? "--wake needs a time; add --in, --every, --at or --on" : nil
    }

    static func zoneOfSpan(_ option: String) -> String {
        "--tz does not go with \(option), which is the same duration in every zone"
    }

    /// Whether the time is a wall time, which is another instant in another zone.
    var isOfClock: Bool {
        date != nil || onCalendar != nil || cron != nil || components != nil
            || recurrence.rule != nil || recurrence.starting != nil
    }

    func calendar(_ spec: CalendarSpec, repeats: Bool) -> CalendarTrigger {
        CalendarTrigger(spec: spec, timeZone: zone, repeats: repeats, monthEnd: monthEnd)
    }

    /// Returns the options that limit the deliveries of a trigger.
    func scheduleOptions(for trigger: NotificationTrigger) throws -> ScheduleOptions {
        if !trigger.repeats, until != nil || times != nil {
            throw UsageError(
                "\(until == nil ? "--times" : "--until") is for repeating notifications; "
                    + (date == nil ? "add --repeat, or use" : "use")
                    + " --every, --on or --cron"
            )
        }
        return ScheduleOptions(
            late: try lateRule(),
            until: try untilDate(),
            times: times,
            wakes: wake
        )
    }

    private func lateRule() throws -> LateRule? {
        guard let late else { return nil }
        guard let rule = LateRule(words: late) else {
            throw RequestError(
                .invalidTrigger,
                .option("--late"),
                value: late.quoted,
                reason: "is not show, skip or a duration such as 2h"
            )
        }
        return rule
    }

    private func untilDate() throws -> Instant? {
        guard let until else { return nil }
        let rules = try zoneRules()
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        return try Self.located("--until", until) { () throws(TimeSpecError) in
            try DateSpec.lastMoment(until, now: now, in: rules)
        }
    }

    /// Returns the zone of `--tz`, or the user's.
    func zoneRules() throws(RequestError) -> SystemZone {
        try ZoneOption.rules(option: zone)
    }

    private func span(
        _ text: String,
        of option: String,
        repeats: Bool
    ) throws -> NotificationTrigger {
        let span = try Self.located(option, text) { () throws(TimeSpecError) in
            try TimeSpan(words: text)
        }
        guard !repeats || span.microseconds >= RequestLimits.repeatingInterval else {
            throw RequestError(
                .invalidTrigger,
                .option(option),
                value: text.quoted,
                reason: "repeats more often than once in 60s",
                wayOut: "write 60s or more"
            )
        }
        return .timeInterval(microseconds: span.microseconds, repeats: repeats)
    }

    private func dateTrigger(_ text: String, now: Instant) throws -> NotificationTrigger {
        guard !repeats else {
            throw UsageError(
                "--repeat does not go with --at, which names one moment; write --on \"09:00\" for each day"
            )
        }
        let rules = try zoneRules()
        let date = try Self.located("--at", text) { () throws(TimeSpecError) in
            try DateSpec(text, now: now, in: rules)
        }
        if case .span = date, zone != nil {
            throw UsageError(Self.zoneOfSpan("--at \(text.quoted)"))
        }
        // Only then is the configuration read.
        let timed = date.hasNoTime ? date.starting(at: DayStart.configured) : date
        return timed.trigger(timeZone: zone)
    }

    /// Adds the option and its value to a grammar's error.
    static func located<Value>(
        _ option: String,
        _ text: String,
        _ body: () throws(TimeSpecError) -> Value
    ) throws(RequestError) -> Value {
        do {
            return try body()
        } catch {
            throw RequestError(
                .invalidTrigger,
                .option(option),
                value: text.quoted,
                because: "\(error)"
            )
        }
    }
}
