import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule next`.
struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Print the next dates of a rule; no agent is needed.",
        discussion: """
            Examples:
              notify-schedule next --components '{"weekday":3,"hour":14}' --tz Europe/Berlin
              notify-schedule next --on "Mon..Fri 09:55" --count 5
              notify-schedule next --cron "0 9 1 * *" --after 2027-01-01 --json

            One RFC 3339 date a line, or a JSON array of them; nothing, or [], where there is none.
            """
    )

    @Option(parsing: .unconditional, help: "Date components as JSON, with Apple's names.")
    var components: String?

    @Option(
        name: .customLong("on"),
        parsing: .unconditional,
        help: "A calendar event as in systemd.time(7)."
    )
    var onCalendar: String?

    @Option(parsing: .unconditional, help: "Cron's five fields.")
    var cron: String?

    @Option(
        name: .customLong("tz"),
        parsing: .unconditional,
        help: "The time zone; yours by default."
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
    var count = 1

    @Flag(help: "Print a JSON array.")
    var json = false

    func run() throws {
        guard (1...100_000).contains(count) else {
            throw RequestError(.invalidTrigger, "--count \(count) is not between 1 and 100000")
        }
        let spec = try spec()
        let rules = try ZoneOption.rules(zone ?? spec.zoneIdentifier)
        let rule: CalendarRule
        do {
            rule = try CalendarTrigger(spec: spec, monthEnd: monthEnd).rule()
        } catch {
            throw RequestError(.invalidTrigger, "\(error)")
        }
        let start = try AfterDate.instant(after, option: "--after", in: rules)
        let dates = rule.next(count: count, after: start, in: rules)
            .map { RFC3339.string($0, in: rules) }
        if json { return try JSONOutput.printLine(dates) }
        for date in dates { print(date) }
        if dates.isEmpty { Terminal.writeError("never") }
    }

    private func spec() throws -> CalendarSpec {
        let given = [("--components", components), ("--on", onCalendar), ("--cron", cron)]
            .filter { $0.1 != nil }.map(\.0)
        guard given.count == 1 else {
            throw UsageError(
                given.isEmpty
                    ? "say a rule: --components, --on or --cron"
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
