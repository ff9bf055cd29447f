import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        _superCommandName: NotifySchedule.name,
        abstract: "List pending requests, soonest first, or delivered ones, latest first.",
        discussion: """
            Examples:
              notify-schedule list
              notify-schedule list --app org.example.Mail
              notify-schedule list --search dentist --to friday
              notify-schedule list delivered --json

            On a terminal the table fits its width; otherwise nothing is cut.
            """,
        aliases: ["ls"]
    )

    private static let lists = ["pending", "delivered"]

    // A string, so that a wrong option is reported first.
    @Argument(help: "Which list: pending or delivered.", completion: .list(lists))
    var which = "pending"

    @OptionGroup
    var filter: AppFilter

    @OptionGroup
    var range: ListRange

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        guard Self.lists.contains(which) else {
            let guess = Suggestion.nearest(to: which, in: Self.lists)
            throw UsageError(
                "unknown list \(which.quoted); "
                    + (guess.map { "did you mean \($0)?" } ?? "write pending or delivered")
            )
        }
        let client = try AgentClient()
        let zone = try ZoneOption.local()
        let range = try range.checked(isPast: which == "delivered", in: zone)
        if which == "delivered" {
            try listDelivered(client, range, zone)
        } else {
            try listPending(client, range, zone)
        }
    }

    private func listPending(
        _ client: AgentClient,
        _ range: CheckedRange,
        _ zone: SystemZone
    ) throws {
        let all = try client.pending(app: filter.id)
        // A request with a location trigger has no date.
        let pending = all.filter {
            range.includes($0.request, at: $0.due < .distantFuture ? $0.due : nil)
        }
        // Read after the reply, so that what the agent delivered during the call is not in the future.
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if json { return try JSONOutput.print(pending.map { RequestReport($0, in: zone) }) }
        guard !pending.isEmpty || all.isEmpty else {
            return Terminal.writeError("nothing pending matches")
        }
        guard !pending.isEmpty else {
            return try filter.explain("nothing is pending", ofApp: "has nothing pending", client)
        }
        var table = Table(
            headings: ["NEXT", "LEFT", "WHEN", "APP", "ID", "TITLE"],
            elastic: ["WHEN": 8, "APP": 6, "ID": 8, "TITLE": 12]
        )
        table.dispensable = Self.dispensable(pending.map(\.request))
        table.expendable = ["WHEN", "APP", "LEFT"]
        table.precious = "ID"
        table.rows.reserveCapacity(pending.count)
        for (index, entry) in pending.enumerated() {
            let hasDate = entry.due < .distantFuture
            let left = hasDate ? DateText.relative(entry.due, to: now) : "-"
            table.rows.append([
                hasDate ? DateText.absolute(entry.due, in: zone) : "at a place",
                entry.isPaused ? "paused" : left, entry.request.words(forUserIn: zone),
                entry.request.key.appName, entry.request.identifier,
                entry.request.content.headline,
            ])
            if entry.isPaused {
                table.tones[index] = .faint
            } else if entry.due <= now {
                table.tones[index] = .alert
            }
        }
        table.print()
    }

    private func listDelivered(
        _ client: AgentClient,
        _ range: CheckedRange,
        _ zone: SystemZone
    ) throws {
        let all = try client.delivered(app: filter.id)
        let delivered = all.filter { range.includes($0.request, at: $0.date) }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if json { return try JSONOutput.print(delivered.map { RequestReport($0, in: zone) }) }
        guard !delivered.isEmpty || all.isEmpty else {
            return Terminal.writeError("nothing delivered matches")
        }
        guard !delivered.isEmpty else {
            return try filter.explain(
                "nothing has been delivered",
                ofApp: "has nothing delivered",
                client
            )
        }
        var table = Table(
            headings: ["DELIVERED", "AGO", "APP", "ID", "TITLE"],
            elastic: ["APP": 6, "ID": 8, "TITLE": 12]
        )
        table.dispensable = Self.dispensable(delivered.map(\.request))
        table.expendable = ["APP", "AGO"]
        table.precious = "ID"
        table.rows = delivered.map { entry in
            [
                DateText.absolute(entry.date, in: zone), DateText.relative(entry.date, to: now),
                entry.request.key.appName, entry.request.identifier,
                entry.request.content.headline,
            ]
        }
        table.print()
        if PortalText.applies(to: try client.status()) {
            Terminal.writeError(PortalText.listRemark)
        }
    }

    /// Returns the column of apps if all requests are the command's own.
    private static func dispensable(_ requests: [NotificationRequest]) -> String? {
        requests.allSatisfy { $0.appID == AgentNames.app } ? "APP" : nil
    }
}
