import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        _superCommandName: NotifySchedule.name,
        abstract:
            "List pending requests, soonest first, or delivered or removed ones, latest first.",
        usage: "notify-schedule list [<options>] [<which>]",
        discussion: """
            Examples:
              notify-schedule list
              notify-schedule list --app org.example.Mail
              notify-schedule list --search dentist --to friday
              notify-schedule list delivered --json
              notify-schedule list removed

            The list removed has what was removed in the last 7 days and can be restored.
            On a terminal the table fits its width; otherwise nothing is cut.
            """,
        aliases: ["ls"]
    )

    private static let lists = ["pending", "delivered", "removed"]

    // A string, so that a wrong option is reported first.
    @Argument(help: "Which list: pending, delivered or removed.", completion: .list(lists))
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
            throw RequestError(
                .invalidContent,
                "unknown list \(which.quoted); "
                    + (guess.map { "did you mean \($0)?" } ?? "write pending, delivered or removed")
            )
        }
        let client = try AgentClient()
        let zone = try ZoneOption.local()
        let range = try range.checked(isPast: which != "pending", in: zone)
        switch which {
        case "delivered": try listDelivered(client, range, zone)
        case "removed": try listRemoved(client, range, zone)
        default: try listPending(client, range, zone)
        }
    }

    private func listPending(
        _ client: AgentClient,
        _ range: CheckedRange,
        _ zone: SystemZone
    ) throws {
        let waiting = try client.waiting(app: filter.id)
        let all = waiting + (try client.pending(app: filter.id))
        // A request with a location trigger has no date.
        let pending = all.filter {
            range.includes($0.request, at: $0.due < .distantFuture ? $0.due : nil)
        }
        // Read after the reply, so that what the agent delivered during the call is not in the future.
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        let due = Set(waiting.map(\.request.key))
        if json {
            return try JSONOutput.print(
                pending.map { entry in
                    var report = RequestReport(entry, in: zone)
                    if due.contains(entry.request.key) { report.state = "waiting" }
                    return report
                }
            )
        }
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
        let dates = DateText.column(pending.map(\.due), in: zone)
        for (index, entry) in pending.enumerated() {
            let hasDate = entry.due < .distantFuture
            let isWaiting = due.contains(entry.request.key)
            let left = isWaiting ? "due" : hasDate ? DateText.relative(entry.due, to: now) : "-"
            table.rows.append([
                hasDate ? dates[index] : "at a place",
                entry.isPaused ? "paused" : left, entry.request.words(forUserIn: zone),
                entry.request.key.appName, entry.request.identifier,
                entry.request.headline,
            ])
            if entry.isPaused {
                table.tones[index] = .faint
            } else if entry.due <= now {
                table.tones[index] = .alert
            }
        }
        table.print()
        if pending.contains(where: { due.contains($0.request.key) }),
            try client.status()?["server"] == nil
        {
            Terminal.writeError(
                "what is due waits for a notification server; see notify-schedule doctor"
            )
        }
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
        let dates = DateText.column(delivered.map(\.date), in: zone)
        table.rows = zip(delivered, dates).map { entry, date in
            [
                date, DateText.relative(entry.date, to: now),
                entry.request.key.appName, entry.request.identifier,
                entry.request.headline,
            ]
        }
        table.print()
        if PortalText.applies(to: try client.status()) {
            Terminal.writeError(PortalText.listRemark)
        }
    }

    private func listRemoved(
        _ client: AgentClient,
        _ range: CheckedRange,
        _ zone: SystemZone
    ) throws {
        let all = try client.removed(app: filter.id)
        let removed = all.filter { range.includes($0.request, at: $0.removed) }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if json { return try JSONOutput.print(removed.map { RequestReport($0, in: zone) }) }
        guard !removed.isEmpty || all.isEmpty else {
            return Terminal.writeError("nothing removed matches")
        }
        guard !removed.isEmpty else {
            return try filter.explain(
                "nothing was removed that can be restored",
                ofApp: "has nothing removed that can be restored",
                client
            )
        }
        var table = Table(
            headings: ["REMOVED", "AGO", "FROM", "APP", "ID", "TITLE"],
            elastic: ["APP": 6, "ID": 8, "TITLE": 12]
        )
        table.dispensable = Self.dispensable(removed.map(\.request))
        table.expendable = ["APP", "AGO", "FROM"]
        table.precious = "ID"
        table.rows = removed.map { entry in
            [
                DateText.absolute(entry.removed, in: zone),
                DateText.relative(entry.removed, to: now),
                entry.wasPending ? "pending" : "delivered", entry.request.key.appName,
                entry.request.identifier, entry.request.headline,
            ]
        }
        table.print()
    }

    /// Returns the column of apps if all requests are the command's own.
    private static func dispensable(_ requests: [NotificationRequest]) -> String? {
        requests.allSatisfy { $0.appID == AgentNames.app } ? "APP" : nil
    }
}
