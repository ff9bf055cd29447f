import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule skip`.
struct SkipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        _superCommandName: NotifySchedule.name,
        abstract: "Skip one date of a repeating request.",
        usage: "notify-schedule skip [<options>] <identifier> [<date> ...]",
        discussion: """
            Examples:
              notify-schedule skip meeting
              notify-schedule skip meeting 2027-12-28
              notify-schedule skip --list

            Without a date it skips the next one. A date is written as for --at, also in
            words, as in skip meeting next tuesday; a day without a time stands for the
            date on that day. The others stay, and undo brings the date back.
            """
    )

    @Argument(help: "An identifier, or APP/ID.", completion: .pendingIdentifiers)
    var identifier: String?

    @Argument(help: "The date to skip (default: the next one).")
    var date: [String] = []

    @Flag(help: "List what is skipped.")
    var list = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let zone = try ZoneOption.local()
        guard let identifier else {
            guard list else {
                throw UsageError(
                    "<identifier> is missing; name a request, or list what is skipped with skip --list"
                )
            }
            return try printSkipped(AgentClient(), zone)
        }
        guard !list else {
            throw UsageError("--list takes no identifier; see notify-schedule show \(identifier)")
        }
        let range = try range(in: zone)
        let client = try AgentClient()
        let reply = try TitleLookup.withIdentifier(
            identifier,
            in: [.pending],
            to: range == nil ? "skip the next date of" : "skip a date of",
            client
        ) { try client.skip($0, on: range) }
        if json { return try JSONOutput.print(SkipReport(reply.skipped, next: reply.next)) }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        print("skips \(DateText.absolute(reply.skipped, in: zone))")
        guard let next = reply.next else { return print("it was the last date") }
        print(
            "next  \(DateText.absolute(next, in: zone)) (\(DateText.relative(next, to: now)))"
        )
    }

    /// The range of the date that is written: its day if it has no time; `nil` for the next one.
    private func range(in zone: SystemZone) throws(RequestError) -> ClosedRange<Instant>? {
        guard !date.isEmpty else { return nil }
        let text = date.joined(separator: " ")
        func instant(isEnd: Bool) throws(RequestError) -> Instant {
            try DateOption.instant(text, option: "the date", in: zone, isEnd: isEnd)
        }
        let start = try instant(isEnd: false)
        return start...max(start, try instant(isEnd: true))
    }

    private func printSkipped(_ client: AgentClient, _ zone: SystemZone) throws {
        let skipping = try client.pending().filter { !$0.taken.isEmpty }
        if json { return try JSONOutput.print(skipping.map { RequestReport($0) }) }
        let all = skipping.flatMap { pending in
            pending.taken.map { (date: $0, request: pending.request) }
        }.sorted { ($0.date, $0.request.identifier) < ($1.date, $1.request.identifier) }
        guard !all.isEmpty else { return Terminal.writeError("nothing is skipped") }
        var table = Table(headings: ["SKIPPED", "IN", "ID", "TITLE"], elastic: ["TITLE": 12])
        table.precious = "ID"
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        table.rows = zip(all, DateText.column(all.map(\.date), in: zone)).map { skipped, date in
            [
                date, DateText.relative(skipped.date, to: now), skipped.request.key.name,
                skipped.request.headline,
            ]
        }
        table.print()
    }
}

/// What `skip --json` prints.
private struct SkipReport: Encodable {
    let skipped: String
    let nextTriggerDates: [String]
    /// An earlier name of the first of ``nextTriggerDates``.
    let nextTriggerDate: String?

    init(_ skipped: Instant, next: Instant?) {
        self.skipped = JSONOutput.date(skipped)
        nextTriggerDate = next.map(JSONOutput.date)
        nextTriggerDates = [nextTriggerDate].compactMap(\.self)
    }
}
