import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule show`.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one request whole.",
        discussion: """
            Example:
              notify-schedule show meeting
            """
    )

    @Argument(help: "An identifier, or APP/ID.")
    var identifier: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let found = try AgentClient().find(identifier)
        let zone = SystemZone.local
        if json {
            let reports =
                found.pending.map { RequestReport($0, in: zone) }
                + found.delivered.map { RequestReport($0, in: zone) }
            return try JSONOutput.print(reports)
        }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        for pending in found.pending {
            Self.show(pending.request)
            Self.line("next", DateText.absolute(pending.due, in: zone), pending.due, now)
            Self.line("added", DateText.absolute(pending.added, in: zone), pending.added, now)
        }
        for delivered in found.delivered {
            if found.pending.isEmpty { Self.show(delivered.request) }
            Self.line("due", DateText.absolute(delivered.scheduled, in: zone), nil, now)
            Self.line(
                "delivered",
                DateText.absolute(delivered.date, in: zone),
                delivered.date,
                now
            )
            Self.line("bubble", Self.words(delivered.state), nil, now)
        }
    }

    private static func show(_ request: NotificationRequest) {
        print(request.identifier)
        line("app", request.appID)
        line("title", request.content.title)
        if !request.content.subtitle.isEmpty { line("subtitle", request.content.subtitle) }
        if !request.content.body.isEmpty { line("body", request.content.body) }
        line("when", request.trigger.words)
        if let url = request.openURL { line("open", url) }
        for action in request.actions {
            line("action", action.title + (action.url.map { " = \($0)" } ?? ""))
        }
    }

    private static func line(_ name: String, _ value: String) {
        let text = value.split(separator: "\n", omittingEmptySubsequences: false)
            .joined(separator: "\n" + String(repeating: " ", count: 12))
        print("  \(name)\(String(repeating: " ", count: max(1, 10 - name.count)))\(text)")
    }

    private static func line(_ name: String, _ value: String, _ date: Instant?, _ now: Instant) {
        line(name, value + (date.map { " (\(DateText.relative($0, to: now)))" } ?? ""))
    }

    private static func words(_ state: String) -> String {
        switch state {
        case "delivering": "about to be shown"
        case "unknown": "the notification server did not answer; it may be on the screen"
        case "shown": "on the screen, or in the desktop's own list"
        default: "gone from the screen"
        }
    }
}
