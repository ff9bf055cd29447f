import AgentInterface
import ArgumentParser
import DesktopTexts
import GLibBridge
import Glibc
import NotificationServer
import NotifyCore
import UserRequests

/// The verb `notify-schedule watch`.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        _superCommandName: NotifySchedule.name,
        abstract: "Print the events of requests as they happen.",
        discussion: """
            Examples:
              notify-schedule watch
              notify-schedule watch --app all --json
              notify-schedule watch --json | jq -r 'select(.event == "responded").action'
              notify-schedule watch --format waybar

            Each line has the date, the event, the identifier, the title and details.
            With --format waybar a line is what comes next, for a custom module of that
            bar: its text, its tooltip, and its class: none, later, or soon in the ten
            minutes before the date. There is a new one at each change, and no polling.
            Ends with Ctrl-C; continues across restarts of the agent.
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Only requests of this app; all means every app, the default.",
            valueName: "id"
        )
    )
    var app: String?

    @Flag(help: "Print a JSON object per line.")
    var json = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Print what comes next, for a bar: waybar.",
            valueName: "format"
        ),
        completion: .list([bar])
    )
    var format: String?

    private static let bar = "waybar"

    func run() throws {
        _ = try ZoneOption.local()
        if let format {
            guard format == Self.bar else {
                throw RequestError(
                    .invalidContent,
                    .option("--format"),
                    value: format.quoted,
                    reason: "is unknown",
                    wayOut: "write \(Self.bar), or leave it out for a line for each event"
                )
            }
            guard app == nil, !json else {
                throw UsageError(
                    "--format is about all apps and prints JSON; leave --app and --json out"
                )
            }
        }
        let app = try AppFilter.id(app)
        let client = try AgentClient()
        var watch = try RequestWatch(
            client: client,
            app: app,
            unixSignals: [SIGINT, SIGTERM, SIGHUP],
            output: STDOUT_FILENO
        )
        // An agent that was started for this has not returned.
        try watch.begun()
        // A closed output is reported as a step.
        signal(SIGPIPE, SIG_IGN)
        if format != nil { return try printNext(client, &watch) }
        while true {
            switch try watch.next() {
            case .event(let event):
                TextOutput.standard(try line(of: event, in: SystemZone.local) + "\n")
            case .agentLeft:
                Terminal.writeError("the agent has stopped; waiting for its return")
            case .agentReturned:
                Terminal.writeError("the agent has returned; see the history for events in between")
            case .interrupted, .outputClosed: return
            case .busClosed: throw AgentUnreachable("the session bus was closed")
            case .timedOut: continue
            }
        }
    }

    /// Prints what comes next, and again whenever that differs.
    private func printNext(_ client: AgentClient, _ watch: inout RequestWatch) throws {
        var last: BarLine?
        var end: ContinuousClock.Instant?
        repeat {
            let (now, zone) = (
                Instant(microseconds: ClockTimer.Clock.realTime.now), SystemZone.local
            )
            let (coming, count) = try BarLine.coming(client, now: now)
            let line = BarLine(coming, count: count, now: now, in: zone)
            if line != last { TextOutput.standard(try JSONOutput.line(line) + "\n") }
            last = line
            let change = BarLine.change(of: coming.first, after: now, in: zone)
            end = change.map {
                ContinuousClock.now + .microseconds($0.microseconds - now.microseconds)
            }
        } while try hasChanged(&watch, until: end)
    }

    /// Waits until something has happened, or a deadline has passed.
    ///
    /// - Returns: whether it did; `false` if the program ends.
    private func hasChanged(
        _ watch: inout RequestWatch,
        until deadline: ContinuousClock.Instant?
    ) throws -> Bool {
        var (end, isFirst) = (deadline, true)
        while true {
            switch try watch.next(until: end) {
            case .event where isFirst:
                // What happens together, as in an import, is one change.
                (end, isFirst) = (.now + .milliseconds(100), false)
            // What the user has stopped is not started again for a line.
            case .agentLeft: end = nil
            case .event: continue
            case .agentReturned, .timedOut: return true
            case .interrupted, .outputClosed: return false
            case .busClosed: throw AgentUnreachable("the session bus was closed")
            }
        }
    }

    private func line(of event: RequestEvent, in zone: some ZoneRules) throws -> String {
        guard !json else { return try JSONOutput.line(EventReport(event)) }
        let parts = [
            DateText.withSeconds(event.date, in: zone),
            Self.padded(EventText.words(event, in: zone)), event.key.name, event.title,
        ]
        return parts.filter { !$0.isEmpty }.map(\.printableLine.isolated).joined(separator: "  ")
    }

    /// Pads the text of an event; a longer one moves the rest of its line.
    private static func padded(_ text: String) -> String {
        text + String(repeating: " ", count: max(0, 10 - text.utf8.count))
    }
}

/// What happened in words.
enum EventText {
    /// What happened, such as `chose "Timer", clock://start`.
    static func words(_ event: RequestEvent, in zone: some ZoneRules) -> String {
        switch event.event {
        case "added":
            let isLater = event.scheduled.map { $0 > event.date } ?? false
            guard isLater, let due = event.scheduled else { return "added" }
            return "added for \(LateNote.date(due, now: event.date, in: zone))"
        case "unanswered": return "not accepted in time by the notification server"
        default:
            var entry = event
            // The due date is left out if the delivery is on time.
            if let due = entry.scheduled, event.event == "delivered",
                entry.date.microseconds - due.microseconds <= punctuality
            {
                entry.scheduled = nil
            }
            return HistoryText.words(entry, in: zone)
        }
    }

    /// The delay up to which a delivery is on time, in microseconds.
    private static let punctuality: Int64 = 30_000_000
}
