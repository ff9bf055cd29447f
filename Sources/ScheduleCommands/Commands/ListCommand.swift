import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        _superCommandName: NotifySchedule.name,
        abstract: "List what is pending, soonest first, or delivered, latest first.",
        discussion: """
            Examples:
              notify-schedule list
              notify-schedule list --app org.example.Mail
              notify-schedule list delivered --json

            On a terminal the table fits its width; elsewhere nothing is cut.
            """
    )

    enum Which: String, ExpressibleByArgument, CaseIterable {
        case pending, delivered
    }

    @Argument(help: "Which list.")
    var which = Which.pending

    @OptionGroup
    var filter: AppFilter

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let client = try AgentClient()
        let zone = SystemZone.local
        switch which {
        case .pending: try listPending(client, zone)
        case .delivered: try listDelivered(client, zone)
        }
    }

    private func listPending(_ client: AgentClient, _ zone: SystemZone) throws {
        let pending = try client.pending(app: filter.id)
        // After the answer: what the call itself made the agent deliver is not in the future.
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if json { return try JSONOutput.print(pending.map { RequestReport($0, in: zone) }) }
        guard !pending.isEmpty else { return try filter.explain("nothing is pending", client) }
        var table = Table(
            headings: ["NEXT", "LEFT", "WHEN", "APP", "ID", "TITLE"],
            elastic: ["WHEN": 8, "APP": 6, "ID": 8, "TITLE": 12]
        )
        table.dispensable = Self.dispensable(pending.map(\.request))
        table.expendable = ["WHEN", "APP", "LEFT"]
        table.precious = "ID"
        table.rows.reserveCapacity(pending.count)
        for (index, entry) in pending.enumerated() {
            // What waits for a place has no date.
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

    private func listDelivered(_ client: AgentClient, _ zone: SystemZone) throws {
        let delivered = try client.delivered(app: filter.id)
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if json { return try JSONOutput.print(delivered.map { RequestReport($0, in: zone) }) }
        guard !delivered.isEmpty else { return try filter.explain("nothing is delivered", client) }
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

    /// The column of apps, where all is the command's own.
    private static func dispensable(_ requests: [NotificationRequest]) -> String? {
        requests.allSatisfy { $0.appID == AgentNames.app } ? "APP" : nil
    }
}
