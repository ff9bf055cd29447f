import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule simulate`.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        _superCommandName: NotifySchedule.name,
        abstract: "List every delivery in a range of dates.",
        usage: "notify-schedule simulate [<options>]",
        discussion: """
            Examples:
              notify-schedule simulate
              notify-schedule simulate --from 2027-03-01 --to 30d --tz Asia/Tokyo

            Dates are as for --at. --tz is the zone of requests that follow yours.
            Paused requests are not listed.
            """
    )

    private static let max = 100_000

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The start; default now.", valueName: "date")
    )
    var from: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The end, or how long after the start; default 7d.",
            valueName: "date|duration"
        )
    )
    var to: String?

    @Option(
        name: .customLong("tz"),
        parsing: .unconditional,
        help: ArgumentHelp("The time zone; default yours.", valueName: "zone"),
        completion: .zones
    )
    var zone: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Number of lines; default 1000, or all with --json.", valueName: "n")
    )
    var count: Int?

    @Flag(help: "Print JSON.")
    var json = false

    /// A delivery, and how long before its date if it is a warning.
    private typealias Delivery = (date: Instant, request: NotificationRequest, before: Int64?)

    private static let usualLines = 1_000

    func run() throws {
        let limit = count ?? (json ? Self.max : Self.usualLines)
        guard (1...Self.max).contains(limit) else {
            throw RequestError(
                .invalidContent,
                .option("--count"),
                value: "\(limit)",
                reason: "is not between 1 and \(Self.max)",
                wayOut: "write 100, or leave it out"
            )
        }
        let rules = try ZoneOption.rules(option: zone)
        let start = try DateOption.instant(from, option: "--from", in: rules)
        let end = try end(after: start, in: rules)
        try Self.list(
            from: start,
            to: end,
            in: rules,
            isElsewhere: zone != nil,
            limit: limit,
            json: json
        ) { _ in "nothing is delivered in that time" }
    }

    /// Prints the deliveries in a range of dates.
    ///
    /// - Parameters:
    ///   - isElsewhere: whether requests that follow the user's zone are read in this one.
    ///   - nothing: makes the sentence for a range without a delivery, of what is pending.
    static func list(
        from start: Instant,
        to end: Instant,
        in rules: SystemZone,
        isElsewhere: Bool = false,
        limit: Int = max,
        json: Bool,
        nothing: ([PendingRequest]) -> String
    ) throws {
        let pending = try AgentClient().pending()
        var dates: [Delivery] = []
        for request in pending {
            guard let request = request.afterPause(in: request.zone ?? rules) else { continue }
            let seen = isElsewhere ? request.following(to: rules) : request
            dates += try Self.dates(of: seen, from: start, to: end, floating: rules)
            guard dates.count <= Self.max else {
                throw RequestError(
                    .invalidTrigger,
                    "there are more than \(Self.max) deliveries in that time; narrow the range with "
                        + "simulate --to"
                )
            }
        }
        dates.sort { ($0.date, $0.request.identifier) < ($1.date, $1.request.identifier) }
        if json {
            return try JSONOutput.print(
                dates.prefix(limit).map {
                    SimulatedDelivery($0.date, $0.request, before: $0.before)
                }
            )
        }
        if dates.isEmpty {
            Terminal.writeError(nothing(pending))
        } else {
            show(Array(dates.prefix(limit)), in: rules)
        }
        if dates.count > limit {
            Terminal.writeError(
                "\(dates.count - limit) more are not listed; narrow the range with --to, or write "
                    + "--count \(dates.count)"
            )
        }
        let paused = pending.count { $0.pause == .open }
        if paused > 0 {
            Terminal.writeError(
                "\(paused) paused \(paused == 1 ? "request is" : "requests are") not listed"
            )
        }
    }

    private static func show(_ dates: [Delivery], in zone: SystemZone) {
        var table = Table(headings: ["DATE", "ID", "TITLE"], elastic: ["ID": 8, "TITLE": 12])
        let texts = DateText.column(dates.map(\.date), in: zone)
        table.rows = zip(dates, texts).map { entry, text in
            let request = entry.request
            let warning = entry.before.map { " (\(TimeSpan.words($0)) before)" } ?? ""
            return [text, request.key.name, request.headline + warning]
        }
        table.print()
    }

    private func end(after start: Instant, in zone: SystemZone) throws(RequestError) -> Instant {
        guard let to else { return start.advanced(byMicroseconds: 7 * 86_400_000_000) }
        let end = try DateOption.instant(
            to,
            option: "--to",
            in: zone,
            spansFrom: start,
            isEnd: true
        )
        guard end > start else {
            throw RequestError(
                .invalidTrigger,
                .option("--to"),
                value: to.quoted,
                reason: "is not later than --from",
                wayOut: "write a later date or a duration such as 30d"
            )
        }
        return end
    }

    /// Returns the dates of one request in a range; at most one more than can be listed.
    private static func dates(
        of pending: PendingRequest,
        from start: Instant,
        to end: Instant,
        floating: SystemZone
    ) throws(RequestError) -> [Delivery] {
        var zone = floating
        if let name = pending.request.trigger.zoneIdentifier {
            zone = try ZoneOption.rules(name)
        }
        var dates: [Delivery] = []
        let before = start.advanced(byMicroseconds: -1)
        let spans = pending.request.options.before
        let last = end.advanced(byMicroseconds: spans.first ?? 0)
        for date in UpcomingDates(of: pending, after: before, in: zone) {
            guard date <= last, dates.count <= max else { break }
            for span in spans {
                let warning = date.advanced(byMicroseconds: -span)
                if warning >= start, warning <= end {
                    dates.append((warning, pending.request, span))
                }
            }
            if date <= end { dates.append((date, pending.request, nil)) }
        }
        return dates
    }
}

extension PendingRequest {
    /// Returns the request with the dates that it has once the user is in another zone; the same one if it does not
    /// follow the user.
    fileprivate func following(to zone: SystemZone) -> PendingRequest {
        guard case .calendar(let trigger) = request.trigger, trigger.zoneIdentifier == nil else {
            return self
        }
        // The next date has the same wall time there: what was skipped before it does not come.
        let wall = CalendarComponents(WallTime(due, in: SystemZone.local))
        var later = self
        if let moved = DateSpec.wall(wall).date(after: .distantPast, in: zone) {
            later.settled = moved.advanced(byMicroseconds: -1)
        }
        return later.replanned(in: zone) ?? self
    }
}

/// A delivery as `simulate --json` and `next --json` print it.
struct SimulatedDelivery: Encodable {
    let date: String
    let appID: String
    let identifier: String
    let title: String
    /// The command that is started then.
    let run: String?
    /// How long before its date, in seconds, if it is a warning.
    let warning: Double?
    /// An earlier form of ``warning``, such as `1h`.
    let before: String?

    init(
        _ date: Instant,
        _ request: NotificationRequest,
        before: Int64?
    ) {
        warning = before.map(JSONOutput.seconds)
        self.before = before.map(TimeSpan.words)
        self.date = JSONOutput.date(date)
        appID = request.appID
        identifier = request.identifier
        title = request.content.title
        run = before == nil ? request.run : nil
    }
}
