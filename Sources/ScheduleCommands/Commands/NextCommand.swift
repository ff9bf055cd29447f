import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore
import UserRequests

/// The verb `notify-schedule next`.
struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        _superCommandName: NotifySchedule.name,
        abstract: "List what comes next, or the dates of a rule.",
        usage: "notify-schedule next [<options>] [<identifier>]",
        discussion: """
            Examples:
              notify-schedule next
              notify-schedule next meeting
              notify-schedule next --at "last friday of march at 5pm"
              notify-schedule next --components '{"weekday":3,"hour":14}' --tz Asia/Tokyo
              notify-schedule next --on "Mon..Fri 09:55" --count 5
              notify-schedule next --cron "0 9 1 * *" --after 2027-01-01 --json

            Alone it lists the next deliveries of all requests. With a date, a rule or a
            request it prints one date per line, or a JSON array of dates, and what the
            date or the rule means to standard error. --at and rules work without the
            agent.
            """
    )

    @Argument(help: "A pending request, instead of a rule.", completion: .pendingIdentifiers)
    var identifier: String?

    @OptionGroup(.when)
    var date: DateOptions

    @OptionGroup(.advanced)
    var rule: RuleOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only dates after this one: RFC 3339, or as for --at; default now.",
            valueName: "date"
        )
    )
    var after: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Number of dates; default 3, and 10 of all requests.", valueName: "n")
    )
    var count: Int?

    @Flag(help: "Print a JSON array.")
    var json = false

    /// Returns what is written.
    var lookup: NextDates {
        var written = date.written
        written.add(rule.written)
        return NextDates(
            written: written,
            identifier: identifier,
            after: after,
            count: count,
            json: json
        )
    }

    func run() throws { try lookup.run() }
}

/// What a command line of `next` says.
struct NextDates {
    /// The parts that it takes.
    static let parts: Set<WrittenPart> = [
        .at, .every, .components, .on, .cron, .rrule, .starting, .except, .also, .monthEnd, .zone,
    ]

    /// The rule or the date.
    var written: WrittenRequest
    /// A pending request in its place.
    var identifier: String?
    /// The date from which they are; `nil` for now.
    var after: String?
    /// How many dates are printed at most; `nil` for a few.
    var count: Int?
    /// Whether to print JSON.
    var json: Bool

    private var zone: String? { written[.zone] }

    /// Whether no date, rule or request is named.
    var listsRequests: Bool { identifier == nil && written.parts.allSatisfy { $0 == .zone } }

    func run() throws {
        if let count, !(1...100_000).contains(count) {
            throw RequestError(
                .invalidTrigger,
                "--count \(count) is not between 1 and 100000; write 3"
            )
        }
        if let identifier { return try showNext(of: identifier) }
        if listsRequests { return try showUpcoming() }
        guard written.setsTime else {
            throw UsageError(
                "name a date with --at, a rule with --every, --components, --on, --cron or --rrule, or an identifier"
            )
        }
        let start = try DateOption.instant(
            after,
            option: "--after",
            in: try ZoneOption.rules(option: zone)
        )
        let context = WrittenContext.ofUser(now: start)
        var written = written
        // A rule is shown however often it fires.
        written.add(.reallyOften, true)
        let trigger = try written.trigger(in: context)
        if written[.at] != nil {
            let rules = try ZoneOption.rules(zone)
            try showDate(trigger, written, after: start, in: rules, context)
        } else {
            let rules = try ZoneOption.rules(zone ?? trigger.zoneIdentifier)
            try showDates(trigger, written, after: start, in: rules, context)
        }
    }

    /// Prints what a date means.
    private func showDate(
        _ trigger: NotificationTrigger,
        _ written: WrittenRequest,
        after start: Instant,
        in rules: SystemZone,
        _ context: WrittenContext
    ) throws {
        let instant = trigger.nextDate(after: start, added: start, in: rules)
        if !json, let instant {
            Terminal.writeError("\(DateText.forPeople(instant, in: rules)), in \(rules.identifier)")
            note(written, context)
        }
        try show([instant].compactMap { $0 }, in: rules, otherwise: nil)
    }

    /// Prints what a rule means, and its next dates.
    private func showDates(
        _ trigger: NotificationTrigger,
        _ written: WrittenRequest,
        after start: Instant,
        in rules: SystemZone,
        _ context: WrittenContext
    ) throws {
        guard case .calendar(let calendar) = trigger else {
            let words = trigger.words(after: start, in: rules)
            if !json { Terminal.writeError(words) }
            let dates = sequence(first: start) {
                trigger.nextDate(after: $0, added: start, in: rules)
            }
            return try show(Array(dates.dropFirst().prefix(count ?? 3)), in: rules, otherwise: nil)
        }
        let part = written.parts.first { $0.row.sets == .time } ?? .on
        let rule: DateRule
        do {
            rule = try calendar.rule()
        } catch {
            throw WrittenError(part, written[part] ?? "", error)
        }
        let end = try written.lastDateInWords(in: context) ?? .distantFuture
        let dates = rule.next(count: count ?? 3, after: start, in: rules).prefix { $0 <= end }
        if !json {
            Terminal.writeError("\(rule.words), in \(rules.identifier)")
            note(written, context)
            for remark in rule.remarks(after: start, in: rules) {
                Terminal.writeError("note  \(remark)")
            }
        }
        try show(Array(dates), in: rules, otherwise: Self.reason(of: rule))
    }

    private func note(_ written: WrittenRequest, _ context: WrittenContext) {
        guard let remark = written.dayStartRemark(in: context) else { return }
        Terminal.writeError("note  \(remark)")
    }

    /// Prints the next deliveries of all requests.
    private func showUpcoming() throws {
        let rules = try ZoneOption.rules(zone)
        let start = try DateOption.instant(after, option: "--after", in: rules)
        let count = count ?? 10
        var deliveries: [(date: Instant, request: NotificationRequest)] = []
        for pending in try AgentClient().pending() {
            let zone = try ZoneOption.rules(pending.request.trigger.zoneIdentifier)
            guard let later = pending.afterPause(in: zone) else { continue }
            deliveries += UpcomingDates(of: later, after: start, in: zone).prefix(count)
                .map { ($0, pending.request) }
        }
        deliveries.sort { ($0.date, $0.request.identifier) < ($1.date, $1.request.identifier) }
        deliveries.removeLast(max(0, deliveries.count - count))
        if json {
            return try JSONOutput.print(
                deliveries.map { SimulatedDelivery($0.date, $0.request, before: nil) }
            )
        }
        guard !deliveries.isEmpty else { return Terminal.writeError("nothing comes") }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        var table = Table(
            headings: ["NEXT", "LEFT", "ID", "TITLE"],
            elastic: ["ID": 8, "TITLE": 12]
        )
        let texts = DateText.column(deliveries.map(\.date), in: rules)
        table.rows = zip(deliveries, texts).map { delivery, text in
            [
                text, DateText.relative(delivery.date, to: now), delivery.request.key.name,
                delivery.request.headline,
            ]
        }
        table.print()
    }

    /// Prints the next dates of a pending request.
    private func showNext(of identifier: String) throws {
        guard written[.at] == nil else {
            throw UsageError("an identifier and a date are two things to look up; keep one of them")
        }
        guard written.parts.allSatisfy({ $0 == .zone }) else {
            throw UsageError("an identifier and a rule exclude each other; keep one of them")
        }
        let client = try AgentClient()
        let entries = try TitleLookup.withIdentifier(identifier, in: [.pending], client) {
            try client.find($0)
        }
        guard let pending = entries.pending.first else {
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
        let own = try ZoneOption.rules(name ?? zone)
        let later = pending.afterPause(in: own) ?? pending
        let dates = UpcomingDates(of: later, after: start, in: own).prefix(count ?? 3)
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
        if json { return try JSONOutput.printLine(dates.map(JSONOutput.date)) }
        let texts = DateText.column(dates, in: zone)
        for text in texts { print(text) }
        if texts.isEmpty { Terminal.writeError("never" + (reason.map { ": \($0)" } ?? "")) }
    }

    private static func reason(of rule: DateRule) -> String? {
        do throws(TimeSpecError) {
            _ = try rule.checked()
            return nil
        } catch {
            return error.message
        }
    }
}
