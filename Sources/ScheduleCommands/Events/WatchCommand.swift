import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotificationServer
import NotifyCore

/// The verb `notify-schedule watch`.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        _superCommandName: NotifySchedule.name,
        abstract: "Print what happens to requests as it happens.",
        discussion: """
            Examples:
              notify-schedule watch
              notify-schedule watch --app all --json
              notify-schedule watch --json | jq -r 'select(.event == "responded").action'

            A line each: the date, what happened, the identifier, the title and more about it. Ends with
            Ctrl-C, and goes on across restarts of the agent.
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Of this app's requests; all stands for all apps, as if left out.",
            valueName: "id"
        )
    )
    var app: String?

    @Flag(help: "Print a JSON object a line.")
    var json = false

    func run() throws {
        var watch = RequestWatch(
            client: try AgentClient(),
            app: app == "all" ? nil : app,
            unixSignals: [SIGINT, SIGTERM, SIGHUP],
            output: STDOUT_FILENO
        )
        // An agent that had to be started for this is not back, but there.
        try watch.begun()
        // A reader that has gone is heard of as an event.
        signal(SIGPIPE, SIG_IGN)
        while true {
            switch try watch.next() {
            case .event(let event):
                TextOutput.standard(try line(of: event, in: SystemZone.local) + "\n")
            case .agentLeft:
                Terminal.writeError("the agent has ended; waiting for it to return")
            case .agentReturned:
                Terminal.writeError("the agent is back; what happened meanwhile is in the history")
            case .interrupted, .outputClosed: return
            case .busClosed: throw AgentUnreachable("the session bus went away")
            case .timedOut: continue
            }
        }
    }

    private func line(of event: RequestEvent, in zone: some ZoneRules) throws -> String {
        guard !json else { return try JSONOutput.line(EventReport(event, in: zone)) }
        let parts = [
            DateText.absolute(event.date, in: zone), Self.padded(EventText.words(event, in: zone)),
            event.key.name, event.title.inOneLine.isolated,
        ]
        return parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// Most of what happens is said in a word or two; longer ones push the rest aside.
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
        case "responded": return "chose " + choice(event)
        case "closed": return event.reason == 1 ? "expired" : "closed"
        case "unanswered": return "not taken in time by the notification server"
        default:
            var entry = HistoryEntry(event)
            // What comes on time needs no word on when it was due.
            if let due = entry.scheduled, event.event == "delivered",
                entry.date.microseconds - due.microseconds <= punctuality
            {
                entry.scheduled = nil
            }
            return HistoryText.words(entry, in: zone)
        }
    }

    /// How late something comes that is on time, in microseconds.
    private static let punctuality: Int64 = 30_000_000

    /// The action that was chosen, with what came of it.
    static func choice(_ event: RequestEvent) -> String {
        let isBody = event.action == NotificationAction.defaultIdentifier
        var words = isBody ? "the notification" : (event.actionTitle ?? event.action ?? "").quoted
        if let text = event.userText { words += ", typed \(text.inOneLine.quoted)" }
        if let url = event.url { words += ", \(url)" }
        if let problem = event.problem { words += ": \(problem)" }
        return words
    }
}

extension HistoryEntry {
    fileprivate init(_ event: RequestEvent) {
        self.init(
            date: event.date,
            key: event.key,
            title: event.title,
            event: event.event,
            detail: event.detail,
            scheduled: event.scheduled,
            requester: event.requester
        )
    }
}

/// What `watch --json` prints of an event.
struct EventReport: Encodable {
    let date: String
    let appID: String
    let identifier: String
    let title: String
    let event: String
    let detail: String?
    let scheduled: String?
    let requester: String?
    /// The notification server's number.
    let bubble: UInt32?
    /// Why the bubble went, in the numbers of the Desktop Notifications Specification.
    let reason: UInt32?
    let action: String?
    let actionTitle: String?
    let userText: String?
    let url: String?
    let problem: String?

    init(_ event: RequestEvent, in zone: some ZoneRules) {
        date = RFC3339.string(event.date, in: zone)
        appID = event.key.appID
        identifier = event.key.identifier
        title = event.title
        self.event = event.event
        detail = event.detail.isEmpty ? nil : event.detail
        scheduled = event.scheduled.map { RFC3339.string($0, in: zone) }
        requester = event.requester
        bubble = event.bubble
        reason = event.reason
        action = event.action
        actionTitle = event.actionTitle
        userText = event.userText
        url = event.url
        problem = event.problem
    }
}
