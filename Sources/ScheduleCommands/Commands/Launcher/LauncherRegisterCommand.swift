import AgentInterface
import ArgumentParser
import GLibBridge
import Launcher
import NotifyCore

/// The verb `notify-schedule launcher register`.
struct LauncherRegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Show what is on as notifications; a click opens it.",
        discussion: """
            Examples:
              notify-schedule launcher register
              notify-schedule launcher register --style grouped --in 10m

            What was registered before goes first. The notifications stay until you dismiss them, and
            come again after use. With Autostart=true in the group [Launcher] of launcher.conf, they
            are also there after the next login.
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("each: one an entry; grouped: one an app or category, with buttons."),
        completion: .list(LauncherStyle.allCases.map(\.rawValue))
    )
    var style: String?

    @Option(
        name: .customLong("in"),
        parsing: .unconditional,
        help: ArgumentHelp("After a span, such as 10m.", valueName: "span")
    )
    var delay: String?

    @Flag(help: .hidden)
    var atLogin = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let configuration = LauncherConfiguration()
        let style = try chosenStyle(configuration.settings)
        let trigger = try chosenTrigger()
        // The agent asks at each login.
        if atLogin, !configuration.settings.isAutostarted { return }
        let catalogue = Catalogue(configuration: configuration)
        for problem in catalogue.problems { Terminal.warn(problem) }
        let entries = catalogue.enabled
        let client = try AgentClient()
        let server = try client.shownServer()
        let registration = LauncherRegistration(
            entries,
            style: style,
            buttons: server.buttons,
            appID: AgentNames.app,
            trigger: trigger
        )
        // Before anything is taken away: what was registered must not be lost to a name too long.
        for request in registration.requests { try request.validate() }
        if !atLogin { try print(registration.requests) }
        _ = try client.remove(.dictionary([("prefix", .string(LauncherRegistration.prefix))]))
        // The number that stands at the icon: what is there to be opened.
        try client.setBadge(Int32(clamping: entries.count), app: AgentNames.app)
        var isServerPresent = true
        for request in registration.requests {
            isServerPresent = try client.add(request).serverPresent
        }
        if !isServerPresent {
            Terminal.warn("no notification server runs here; they are shown once there is one")
        } else if !server.hasActions, !entries.isEmpty {
            Terminal.warn("the notification server here takes no clicks: nothing can be opened")
        }
    }

    private func chosenStyle(_ settings: LauncherSettings) throws -> LauncherStyle {
        guard let style else { return settings.style }
        guard let chosen = LauncherStyle(rawValue: style) else {
            throw UsageError("--style \(style.quoted) is unknown; write each or grouped")
        }
        return chosen
    }

    private func chosenTrigger() throws(RequestError) -> NotificationTrigger {
        guard let delay else { return .immediate }
        do throws(TimeSpecError) {
            let span = try TimeSpan(delay)
            let trigger = NotificationTrigger.timeInterval(
                microseconds: span.microseconds,
                repeats: false
            )
            return trigger
        } catch {
            throw RequestError(.invalidTrigger, "--in \(delay.quoted): \(error)")
        }
    }

    private func print(_ requests: [NotificationRequest]) throws {
        if json { return try JSONOutput.print(requests.map(RegistrationReport.init)) }
        guard !requests.isEmpty else {
            return Terminal.writeError(
                "nothing is on; switch entries on with notify-schedule launcher enable"
            )
        }
        var table = Table(headings: ["TITLE", "OPENS"], elastic: ["TITLE": 12, "OPENS": 12])
        table.rows = requests.map { request in
            let links = RegistrationReport(request).opens.map { "\($0.title): \($0.url)" }
            return [request.content.headline, links.joined(separator: ", ")]
        }
        table.print()
    }
}

/// What `launcher register --json` prints of a bubble.
struct RegistrationReport: Encodable {
    struct Link: Encodable {
        let title: String
        let url: String
    }

    let identifier: String
    let title: String
    let opens: [Link]

    init(_ request: NotificationRequest) {
        identifier = request.identifier
        title = request.content.title
        opens =
            (request.openURL.map { [Link(title: request.content.title, url: $0)] } ?? [])
            + request.actions.compactMap { action in
                action.url.map { Link(title: action.title, url: $0) }
            }
    }
}

extension AgentClient {
    /// What the notification server can show.
    fileprivate func shownServer() throws -> (hasActions: Bool, buttons: Int) {
        // Unlike asking for the status, this starts an agent.
        _ = try pending(app: LauncherRegistration.prefix)
        guard let server = try status()?["server"] else { return (true, Self.fewButtons) }
        guard let most = server["mostButtons"]?.integer else { return (true, Self.manyButtons) }
        return (most > 0, max(1, Int(clamping: most)))
    }

    /// What every server shows that shows any.
    private static let fewButtons = 3
    /// What still is a bubble to look at where any number is shown.
    private static let manyButtons = 6
}
