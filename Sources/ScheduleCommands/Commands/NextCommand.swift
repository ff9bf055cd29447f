import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule next`.
struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        _superCommandName: NotifySchedule.name,
        abstract: "Print the next dates of a rule, or of a pending request.",
        discussion: """
            Examples:
              notify-schedule next --components '{"weekday":3,"hour":14}' --tz Europe/Berlin
              notify-schedule next --on "Mon..Fri 09:55" --count 5
              notify-schedule next --cron "0 9 1 * *" --after 2027-01-01 --json
              notify-schedule next meeting

            One RFC 3339 date a line, or a JSON array of them; nothing, or [], where there is none.
            What was understood goes to standard error. A rule needs no agent.
            """
    )

    @Argument(help: "A pending request, in place of a rule.", completion: .pendingIdentifiers)
    var identifier: String?

    @Option(parsing: .unconditional, help: "Date components as JSON, with Apple's names.")
    var components: String?

    @Option(
        name: .customLong("on"),
        parsing: .unconditional,
        help: "A calendar event as in systemd.time(7).",
        completion: .calendarWords
    )
    var onCalendar: String?

    @Option(parsing: .unconditional, help: "Cron's five fields.")
    var cron: String?

    @Option(
        name: .customLong("tz"),
        parsing: .unconditional,
        help: "The time zone; yours by default.",
        completion: .zones
    )
    var zone: String?

    @Option(
        parsing: .unconditional,
        help: "Only dates later than this one: RFC 3339, or as in --at; now by default."
    )
    var after: String?

    @Flag(
        name: .customLong("month-end"),
        help: "Days 29 to 31 stand for the last day of a shorter month."
    )
    var monthEnd = false

    @Option(parsing: .unconditional, help: "How many dates.")
    var count = 3

    @Flag(help: "Print a JSON array.")
    var json = false

    func run() throws {
        guard (1...100_000).contains(count) else {
            throw RequestError(.invalidTrigger, "--count \(count) is not between 1 and 100000")
        }
        if let identifier { return try showNext(of: identifier) }
        let spec = try spec()
        let rules = try ZoneOption.rules(zone ?? spec.zoneIdentifier)
        let rule: CalendarRule
        do {
            rule = try CalendarTrigger(spec: spec, monthEnd: monthEnd).rule()
        } catch {
            throw RequestError(.invalidTrigger, "\(option(of: spec)): \(error)")
        }
        let start = try AfterDate.instant(after, option: "--after", in: rules)
        let dates = rule.next(count: count, after: start, in: rules)
        if !json {
            Terminal.writeError("\(rule.words), in \(rules.identifier)")
            for remark in rule.remarks(after: start, in: rules) {
                Terminal.writeError("note  \(remark)")
            }
        }
        try show(dates, in: rules, otherwise: Self.reason(of: rule))
    }

    /// The next dates of what is stored.
    private func showNext(of identifier: String) throws {
        guard components == nil, onCalendar == nil, cron == nil, !monthEnd else {
            throw UsageError("an identifier and a rule are two things to look up; keep one of them")
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
                "\(identifier.quoted) waits for a place and has no next date"
            )
        }
        let name = pending.request.trigger.zoneIdentifier
        let rules = try ZoneOption.rules(zone ?? name)
        let start = try after.map { text throws(RequestError) in
            try AfterDate.instant(text, option: "--after", in: rules)
        }
        let dates = UpcomingDates(of: pending, after: start, in: try ZoneOption.rules(name ?? zone))
            .prefix(count)
        if !json {
            Terminal.writeError("\(pending.request.words(in: rules)), in \(rules.identifier)")
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

    private static func reason(of rule: CalendarRule) -> String? {
        do throws(TimeSpecError) {
            _ = try rule.checked()
            return nil
        } catch {
            return error.message
        }
    }

    /// The option that a rule came with, and its value.
    private func option(of spec: CalendarSpec) -> String {
        let name = onCalendar != nil ? "--on" : cron != nil ? "--cron" : "--components"
        return "\(name) \((components ?? spec.text).quoted)"
    }

    private func spec() throws -> CalendarSpec {
        let given = [("--components", components), ("--on", onCalendar), ("--cron", cron)]
            .filter { $0.1 != nil }.map(\.0)
        guard given.count == 1 else {
            throw UsageError(
                given.isEmpty
                    ? "say a rule: --components, --on or --cron, or an identifier"
                    : "\(given.joined(separator: " and ")) are two rules; keep one of them"
            )
        }
        if let onCalendar { return .onCalendar(onCalendar) }
        if let cron { return .cron(cron) }
        do throws(TimeSpecError) {
            return .components(try CalendarComponents(json: components ?? ""))
        } catch {
            throw RequestError(.invalidTrigger, "--components: \(error)")
        }
    }
}
