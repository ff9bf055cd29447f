import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore
import UserRequests

/// The verb `notify-schedule show`.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        _superCommandName: NotifySchedule.name,
        abstract: "Show all of a request, with its history.",
        discussion: """
            Example:
              notify-schedule show meeting
            """
    )

    @Argument(help: "An identifier, or APP/ID.", completion: .identifiers)
    var identifier: String

    @Flag(help: "Print JSON.")
    var json = false

    private static let historyLines = 5

    func run() throws {
        let zone = try ZoneOption.local()
        let client = try AgentClient()
        let found: (pending: [PendingRequest], delivered: [DeliveredNotification])
        do {
            found = try TitleLookup.withIdentifier(identifier, client) { try client.find($0) }
        } catch let error as RequestError where error.code == .notFound && !json {
            return try showGone(client, in: zone, otherwise: error)
        }
        if json {
            let reports =
                found.pending.map { RequestReport($0) }
                + found.delivered.map { RequestReport($0) }
            return try JSONOutput.print(reports)
        }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        let status = try client.status()
        for pending in found.pending {
            RequestLines.print(pending.request, in: zone)
            if case .calendar = pending.request.trigger,
                status?["waitsForClock"]?.boolean == true
            {
                DetailLine.print(
                    "clock",
                    "earlier than its last correct time; the date waits until it is set"
                )
            }
            if !pending.request.trigger.hasDates, !pending.isPaused, pending.crossing == nil {
                DetailLine.print("waits", LocationText.words(status))
            }
            Self.show(pending, serverPresent: status?["server"] != nil, now, zone)
        }
        for delivered in found.delivered {
            if found.pending.isEmpty { RequestLines.print(delivered.request, in: zone) }
            Self.show(delivered, now, zone, throughPortal: PortalText.applies(to: status))
        }
        let request = found.pending.first?.request ?? found.delivered.first?.request
        if let key = request?.key {
            let lines = try client.history(
                of: key.identifier,
                app: key.appID,
                limit: Self.historyLines + 1
            )
            Self.show(lines, of: identifier, in: zone)
        }
    }

    /// Prints the history of a request that has left both lists.
    private func showGone(
        _ client: AgentClient,
        in zone: SystemZone,
        otherwise error: RequestError
    ) throws {
        let lines = try client.history(of: identifier, limit: Self.historyLines + 1)
        guard !lines.isEmpty else { throw error }
        Terminal.printHeading(identifier)
        DetailLine.print("state", "neither pending nor delivered any more")
        Self.show(lines, of: identifier, in: zone)
    }

    /// Prints the latest lines of a history, of which one more than that was read.
    private static func show(
        _ lines: [RequestEvent],
        of identifier: String,
        in zone: some ZoneRules
    ) {
        guard !lines.isEmpty else { return }
        var texts = lines.prefix(historyLines).map { line in
            "\(DateText.absolute(line.date, in: zone))  "
                + HistoryText.words(line, in: zone).printableLine
        }
        if lines.count > historyLines {
            texts.append("earlier ones: notify-schedule history \(identifier.printableLine)")
        }
        DetailLine.print("history", texts.joined(separator: "\n"))
    }

    private static func show(
        _ pending: PendingRequest,
        serverPresent: Bool,
        _ now: Instant,
        _ zone: SystemZone
    ) {
        if let pause = pending.pause {
            let name = pending.request.identifier
            DetailLine.print(
                "state",
                "\(pause.words(in: zone)); to continue: notify-schedule resume \(name)"
            )
        } else if pending.due <= now {
            DetailLine.print(
                "state",
                serverPresent
                    ? "due; the notification server does not answer at the moment"
                    : "due; it is shown once a notification server runs"
            )
        }
        let name = pending.request.trigger.zoneIdentifier
        let rules = name.flatMap { SystemZone(named: $0) } ?? zone
        let next = pending.afterPause(in: rules) ?? pending
        for (index, date) in UpcomingDates(of: next, in: rules).prefix(3).enumerated() {
            DetailLine.print(
                index == 0 ? "next" : "then",
                DateText.absolute(
                    date,
                    inZoneNamed: pending.request.trigger.shownZone,
                    user: zone
                ),
                date,
                now: now
            )
        }
        for date in pending.taken.sorted() {
            DetailLine.print("skips", DateText.absolute(date, in: zone), date, now: now)
        }
        if case .calendar(let calendar) = pending.request.trigger, let rule = try? calendar.rule() {
            let remarks = rule.remarks(
                after: now,
                in: rules,
                repeats: calendar.repeats,
                endsOtherwise: pending.request.options.endsDeliveries
            )
            for remark in remarks { DetailLine.print("note", remark) }
        }
        if pending.fired > 0 {
            let all = pending.request.options.times
            let count = "\(pending.fired)" + (all.map { " of \($0)" } ?? "")
            let words =
                "\((all ?? pending.fired) == 1 ? "date" : "dates") \(pending.fired == 1 ? "is" : "are") past"
            DetailLine.print("count", "\(count) \(words) (delivered, missed or skipped)")
        }
        DetailLine.print(
            "added",
            DateText.absolute(pending.added, in: zone),
            pending.added,
            now: now
        )
    }

    private static func show(
        _ delivered: DeliveredNotification,
        _ now: Instant,
        _ zone: SystemZone,
        throughPortal isPortal: Bool
    ) {
        DetailLine.print("due", DateText.absolute(delivered.scheduled, in: zone))
        DetailLine.print(
            "delivered",
            DateText.absolute(delivered.date, in: zone),
            delivered.date,
            now: now
        )
        if let crossing = delivered.crossing {
            DetailLine.print("place", crossing.words(in: zone))
        }
        if let note = delivered.note {
            DetailLine.print("late", note.words(now: delivered.date, in: zone))
        }
        let isWithPortal = isPortal && delivered.state == "shown"
        DetailLine.print("bubble", isWithPortal ? PortalText.state : words(delivered))
    }

    private static func words(_ delivered: DeliveredNotification) -> String {
        switch delivered.state {
        case "delivering": "about to be shown"
        case "unknown" where delivered.bubble != nil:
            "unknown: it may have been clicked or dismissed while no agent was running"
        case "unknown": "unknown: the notification server did not answer; it may be on the screen"
        case "returning": "closed with the notification server; it is shown again once one runs"
        case "shown": "on the screen, or in the desktop's own list"
        default: "not on the screen; it stays in the list"
        }
    }
}
