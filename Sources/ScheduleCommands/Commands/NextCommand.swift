import AgentInterface
import ArgumentParser
import ConfigurationFiles
import GLibBridge
import NotifyCore

/// The verb `notify-schedule next`.
struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        _superCommandName: NotifySchedule.name,
        abstract: "Print what a date means, or the next dates of a rule or request.",
        usage: "notify-schedule next [<options>] [<identifier>]",
        discussion: """
            Examples:
              notify-schedule next --components '{"weekday":3,"hour":14}' --tz Asia/Tokyo
              notify-schedule next --on "Mon..Fri 09:55" --count 5
              notify-schedule next --cron "0 9 1 * *" --after 2027-01-01 --json
              notify-schedule next --at "last friday of march at 5pm"
              notify-schedule next meeting

            Prints one RFC 3339 date per line, or a JSON array of dates. The meaning of
            the date or the rule goes to standard error. --at and rules work without the
            agent.
            """
    )

    @Argument(help: "A pending request, instead of a rule.", completion: .pendingIdentifiers)
    var identifier: String?

    @Option(
        name: .customLong("at"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "A date as add --at takes it, relative to --after.",
            valueName: "date"
        ),
        completion: .dateWords
    )
    var date: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Apple's date components as JSON.", valueName: "json")
    )
    var components: String?

    @Option(
        name: .customLong("on"),
        parsing: .unconditional,
        help: ArgumentHelp(
            "A calendar event as in systemd.time(7), or a rule such as \"every weekday at 8:30\".",
            valueName: "event"
        ),
        completion: .calendarWords
    )
    var onCalendar: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Cron's five fields.", valueName: "fields")
    )
    var cron: String?

    @OptionGroup
    var recurrence: RecurrenceOptions

    @Option(
        name: .customLong("tz"),
        parsing: .unconditional,
        help: ArgumentHelp("The time zone; default yours.", valueName: "zone"),
        completion: .zones
    )
    var zone: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only dates after this one: RFC 3339, or as for --at; default now.",
            valueName: "date"
        )
    )
    var after: String?

    @Flag(
        name: .customLong("month-end"),
        help: "In shorter months, days 29 to 31 mean the last day."
    )
    var monthEnd = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Number of dates.", valueName: "n"))
    var count = 3

    @Flag(help: "Print a JSON array.")
    var json = false

    func run() throws {
        guard (1...100_000).contains(count) else {
            throw RequestError(
                .invalidTrigger,
                .option("--count"),
                value: "\(count)",
                reason: "is not between 1 and 100000"
            )
        }
        if let identifier { return try showNext(of: identifier) }
        if let date { return try showDate(date) }
        let (spec, timeRemark) = try spec()
        let rules = try ZoneOption.rules(zone ?? spec.zoneIdentifier)
        let rule: DateRule
        do {
            rule = try CalendarTrigger(spec: spec, monthEnd: monthEnd).rule()
        } catch {
            let option = option(of: spec)
            throw RequestError(.invalidTrigger, "\(error)", about: .option(option)).at(option)
        }
        let start = try DateOption.instant(after, option: "--after", in: rules)
        let dates = rule.next(count: count, after: start, in: rules)
        if !json {
            Terminal.writeError("\(rule.words), in \(rules.identifier)")
            if let timeRemark { Terminal.writeError("note  \(timeRemark)") }
            for remark in rule.remarks(after: start, in: rules) {
                Terminal.writeError("note  \(remark)")
            }
        }
        try show(dates, in: rules, otherwise: Self.reason(of: rule))
    }

    /// Prints what a date means.
    private func showDate(_ text: String) throws {
        guard !hasRule else {
            throw UsageError("--at is a date, and a rule is given as well; keep one of them")
        }
        guard !monthEnd else {
            throw UsageError(
                "--month-end does not go with --at; it is for --components, --on and --cron"
            )
        }
        let rules = try ZoneOption.rules(zone)
        let start = try DateOption.instant(after, option: "--after", in: rules)
        let spec: DateSpec
        do {
            spec = try DateSpec(text, now: start, in: rules)
        } catch {
            throw RequestError(
                .invalidTrigger,
                .option("--at"),
                value: text.quoted,
                because: "\(error)"
            )
        }
        let dayStart = spec.hasNoTime ? DayStart.configured : nil
        let instant = (dayStart.map { spec.starting(at: $0) } ?? spec).date(after: start, in: rules)
        if !json, let instant {
            Terminal.writeError("\(DateText.absolute(instant, in: rules)), in \(rules.identifier)")
            if let dayStart { Terminal.writeError("note  \(DayStart.remark(dayStart))") }
        }
        try show([instant].compactMap { $0 }, in: rules, otherwise: nil)
    }

    /// Prints the next dates of a pending request.
    private func showNext(of identifier: String) throws {
        guard date == nil else {
            throw UsageError("an identifier and a date are two things to look up; keep one of them")
        }
        guard !hasRule, !monthEnd else {
            throw UsageError("an identifier and a rule exclude each other; keep one of them")
        }
        guard let pending = try AgentClient().find(identifier).pending.first else {
            throw RequestError(
                .notFound,
                "\(identifier.quoted) is not pending, so it has no next date; "
                    + "see notify-schedule show \(identifier)"
            )
        }
        guard pending.request.trigger.hasDates else {
            throw RequestError(
                .invalidTrigger,
                "\(identifier.quoted) waits for a place, so it has no next date"
            )
        }
        let name = pending.request.trigger.zoneIdentifier
        let rules = try ZoneOption.rules(zone ?? name)
        // The words of a rule with a zone of its own name it.
        let isNamed = try name.map { try ZoneOption.rules($0).identifier } == rules.identifier
        let start = try after.map { text throws(RequestError) in
            try DateOption.instant(text, option: "--after", in: rules)
        }
        let dates = UpcomingDates(of: pending, after: start, in: try ZoneOption.rules(name ?? zone))
            .prefix(count)
        if !json {
            let words = pending.request.words(
                in: rules,
                after: Instant(microseconds: ClockTimer.Clock.realTime.now)
            )
            Terminal.writeError(words + (isNamed ? "" : ", in \(rules.identifier)"))
        }
        try show(Array(dates), in: rules, otherwise: nil)
    }

    private func show(
        _ dates: [Instant],
        in zone: SystemZone,
        otherwise reason: String?
    ) throws {
        let texts = dates.map { RFC3339.string($0, in: zone) }
        if json { return try JSONOutput.printLine(texts) }
        for text in texts { print(text) }
        if texts.isEmpty { Terminal.writeError("never" + (reason.map { ": \($0)" } ?? "")) }
    }

    private var hasRule: Bool {
        components != nil || onCalendar != nil || cron != nil || recurrence.rule != nil
            || !recurrence.given.isEmpty
    }

    private static func reason(of rule: DateRule) -> String? {
        do throws(TimeSpecError) {
            _ = try rule.checked()
            return nil
        } catch {
            return error.message
        }
    }

    /// Returns the option of a rule, with its value.
    private func option(of spec: CalendarSpec) -> String {
        let given = [
            ("--components", components), ("--on", onCalendar), ("--rrule", recurrence.rule),
        ]
        let option = given.first { $0.1 != nil }
        return "\(option?.0 ?? "--cron") \((option?.1 ?? spec.text).quoted)"
    }

    /// The rule that is given, and what to note about its time of day.
    private func spec() throws -> (CalendarSpec, remark: String?) {
        let given = [
            ("--components", components), ("--on", onCalendar), ("--cron", cron),
            ("--rrule", recurrence.rule),
        ].filter { $0.1 != nil }.map(\.0)
        guard given.count == 1 else {
            throw UsageError(
                given.isEmpty
                    ? "name a date with --at, a rule with --components, --on, --cron or --rrule, or an identifier"
                    : "\(given.joined(separator: " and ")) are two rules; keep one of them"
            )
        }
        if onCalendar != nil || recurrence.rule != nil {
            let rules = try ZoneOption.rules(option: zone)
            let start = try DateOption.instant(after, option: "--after", in: rules)
            let spec =
                if let onCalendar {
                    try recurrence.eventSpec(onCalendar, now: start, in: rules)
                } else {
                    try recurrence.ruleSpec(recurrence.rule ?? "", now: start, in: rules)
                }
            return (spec, recurrence.dayStartRemark(event: onCalendar, now: start, in: rules))
        }
        if let name = recurrence.given.first {
            throw UsageError("--\(name) is for --rrule and --on \"every 3 days\"; leave it out")
        }
        if let cron { return (.cron(cron), nil) }
        do throws(TimeSpecError) {
            return (.components(try CalendarComponents(json: components ?? "")), nil)
        } catch {
            throw RequestError(.invalidTrigger, "\(error)", about: .option("--components"))
                .at("--components")
        }
    }
}
