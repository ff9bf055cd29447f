import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule list`.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        _superCommandName: NotifySchedule.name,
        abstract: "List what is pending, was delivered or was removed.",
        usage: "notify-schedule list [<options>] [<which>]",
        discussion: """
            Examples:
              notify-schedule list
              notify-schedule list --app org.example.Mail
              notify-schedule list --search dentist --to friday
              notify-schedule list delivered --json
              notify-schedule list removed

            Pending requests come soonest first, others latest first. What was sent to
            other machines and comes there is listed with their names.
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
            let isVerb = ["today", "week"].contains(which)
            let guess =
                isVerb ? "notify-schedule \(which)" : Suggestion.nearest(to: which, in: Self.lists)
            throw RequestError(
                .invalidContent,
                "unknown list \(which.quoted); "
                    + (guess.map { "did you mean \($0)?" } ?? "write pending, delivered or removed")
            )
        }
        let zone = try ZoneOption.local()
        let selection = try range.checked(
            app: try filter.id(),
            isPast: which != "pending",
            in: zone
        )
        let client = try AgentClient()
        switch which {
        case "delivered": try listDelivered(client, selection, zone)
        case "removed": try listRemoved(client, selection, zone)
        default: try listPending(client, selection, zone)
        }
    }

    /// A pending request, of which a long list keeps no more than it prints.
    private struct PendingLine: Sendable {
        let due: Instant
        let added: Instant
        let key: RequestKey
        let appName: String
        let pause: Pause?
        let words: String
        let headline: String
        /// Where it comes, if not here.
        let machines: String?

        init(_ pending: PendingRequest, on machines: [String]? = nil, in zone: SystemZone) {
            self.machines = machines?.joined(separator: ", ")
            // Of one whose pause ends by itself, the first date after it.
            due = pending.afterPause(in: pending.zone ?? zone)?.due ?? pending.due
            (added, pause) = (pending.added, pending.pause)
            key = pending.request.key
            appName = pending.request.appName
            words = pending.request.words(forUserIn: zone)
            headline = pending.request.headline
        }

        func comesBefore(_ other: PendingLine) -> Bool {
            (due, added, key.appID, key.identifier)
                < (other.due, other.added, other.key.appID, other.key.identifier)
        }
    }

    private func listPending(
        _ client: AgentClient,
        _ selection: ListSelection,
        _ zone: SystemZone
    ) throws {
        let waiting = try client.waiting(selection)
        guard !json else { return try printPending(client, selection, waiting, zone) }
        var lines = try client.pending(selection) { PendingLine($0, in: zone) }
        let sent = try sent(client, selection).map { PendingLine($0, on: $1, in: zone) }
        lines += sent
        lines.sort { $0.comesBefore($1) }
        // One that was added meanwhile under the same identifier has taken the place of the one that waited.
        let later = waiting.isEmpty ? [] : Set(lines.filter { $0.machines == nil }.map(\.key))
        let due = waiting.filter { !later.contains($0.request.key) }
            .map { PendingLine($0, in: zone) }
        lines.insert(contentsOf: due, at: 0)
        // Read after the reply, so that what the agent delivered during the call is not in the future.
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        guard !lines.isEmpty else {
            if try !selection.isOfAll && client.count(\.pending, app: try filter.id()) > 0 {
                return Terminal.writeError("nothing pending matches")
            }
            return try filter.explain("nothing is pending", ofApp: "has nothing pending", client)
        }
        var table = Table(
            headings: ["NEXT", "LEFT", "WHEN", "APP", "ID", "TITLE"] + (sent.isEmpty ? [] : ["ON"]),
            elastic: ["WHEN": 8, "APP": 6, "ID": 8, "TITLE": 12]
        )
        table.dispensable = Self.dispensable(lines.lazy.map(\.key))
        table.expendable = ["WHEN", "APP", "LEFT"]
        table.precious = "ID"
        table.rows.reserveCapacity(lines.count)
        let dates = DateText.column(lines.map(\.due), in: zone)
        for (index, line) in lines.enumerated() {
            let hasDate = line.due < .distantFuture
            let isWaiting = index < due.count
            let span = hasDate ? DateText.relative(line.due, to: now) : "-"
            let left = isWaiting ? "due" : line.pause?.words(in: zone) ?? span
            table.rows.append([
                hasDate ? dates[index] : "at a place", left, line.words,
                line.appName, line.key.identifier, line.headline,
            ])
            if !sent.isEmpty { table.rows[index].append(line.machines ?? "here") }
            if line.pause != nil {
                table.tones[index] = .faint
            } else if line.due <= now {
                table.tones[index] = .alert
            }
        }
        table.print()
        if !due.isEmpty, try client.status()?["server"] == nil {
            Terminal.writeError(
                "what is due waits for a notification server; see notify-schedule doctor"
            )
        }
    }

    /// What comes on other machines, with their names.
    private func sent(
        _ client: AgentClient,
        _ selection: ListSelection
    ) throws -> [(pending: PendingRequest, machines: [String])] {
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        return try client.sent(app: selection.appID).compactMap { sent in
            let zone = try ZoneOption.rules(sent.request.trigger.zoneIdentifier)
            guard let pending = sent.pending(after: now, in: zone),
                selection.includes(pending.request, at: pending.due)
            else { return nil }
            return (pending, sent.machines)
        }
    }

    private func printPending(
        _ client: AgentClient,
        _ selection: ListSelection,
        _ waiting: [PendingRequest],
        _ zone: SystemZone
    ) throws {
        var elements = try client.pending(selection) { pending in
            let text = try JSONOutput.element(RequestReport(pending))
            return (pending: PendingLine(pending, in: zone), text: text)
        }
        elements += try sent(client, selection).map { pending, machines in
            var report = RequestReport(pending)
            report.machines = machines
            return (PendingLine(pending, on: machines, in: zone), try JSONOutput.element(report))
        }
        elements.sort { $0.pending.comesBefore($1.pending) }
        let later = Set(elements.map(\.pending).filter { $0.machines == nil }.map(\.key))
        let due = try waiting.filter { !later.contains($0.request.key) }.map { waiting in
            var report = RequestReport(waiting)
            report.state = "waiting"
            return try JSONOutput.element(report)
        }
        JSONOutput.print(elements: due + elements.map(\.text))
    }

    private func listDelivered(
        _ client: AgentClient,
        _ selection: ListSelection,
        _ zone: SystemZone
    ) throws {
        var delivered = try client.delivered(selection) { $0 }
        delivered.sort { $0.comesBefore($1) }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if json {
            return JSONOutput.print(
                elements: try delivered.map {
                    try JSONOutput.element(RequestReport($0))
                }
            )
        }
        guard !delivered.isEmpty else {
            if try !selection.isOfAll && client.count(\.delivered, app: try filter.id()) > 0 {
                return Terminal.writeError("nothing delivered matches")
            }
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
        table.dispensable = Self.dispensable(delivered.lazy.map(\.request.key))
        table.expendable = ["APP", "AGO"]
        table.precious = "ID"
        let dates = DateText.column(delivered.map(\.date), in: zone)
        table.rows = zip(delivered, dates).map { entry, date in
            [
                date, DateText.relative(entry.date, to: now),
                entry.request.appName, entry.request.identifier,
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
        _ selection: ListSelection,
        _ zone: SystemZone
    ) throws {
        let all = try client.removed(app: try filter.id())
        let removed = all.filter { selection.includes($0.request, at: $0.removed) }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        if json { return try JSONOutput.print(removed.map { RequestReport($0) }) }
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
        table.dispensable = Self.dispensable(removed.lazy.map(\.request.key))
        table.expendable = ["APP", "AGO", "FROM"]
        table.precious = "ID"
        table.rows = removed.map { entry in
            [
                DateText.absolute(entry.removed, in: zone),
                DateText.relative(entry.removed, to: now),
                entry.wasPending ? "pending" : "delivered", entry.request.appName,
                entry.request.identifier, entry.request.headline,
            ]
        }
        table.print()
    }

    /// Returns the column of apps if all requests are the command's own.
    private static func dispensable(_ keys: some Sequence<RequestKey>) -> String? {
        keys.allSatisfy { $0.appID == AgentNames.app } ? "APP" : nil
    }
}

extension PendingRequest {
    /// The zone of its trigger; `nil` if it has none of its own.
    var zone: SystemZone? { request.trigger.zoneIdentifier.flatMap { SystemZone(named: $0) } }
}

extension Pause {
    /// Until when it lasts, in words.
    func words(in zone: SystemZone) -> String {
        end.map { "paused until \(DateText.absolute($0, in: zone))" } ?? "paused"
    }
}
