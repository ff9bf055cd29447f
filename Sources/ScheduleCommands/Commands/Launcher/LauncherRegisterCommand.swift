import AgentInterface
import ArgumentParser
import GLibBridge
import Launcher
import NotifyCore

/// The verb `notify-schedule launcher register`.
struct LauncherRegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Show enabled entries as notifications; a click opens them.",
        usage: "notify-schedule launcher register [<options>]",
        discussion: """
            Examples:
              notify-schedule launcher register
              notify-schedule launcher register --style grouped --in 10m

            Replaces what was registered before. The notifications stay until you
            dismiss them, and reappear after a click. With Autostart=true in the group
            [Launcher] of launcher.conf, they are also shown at login.
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("each: one per entry; grouped: one per app or category, with buttons."),
        completion: .list(LauncherStyle.allCases.map(\.rawValue))
    )
    var style: String?

    @Option(
        name: .customLong("in"),
        parsing: .unconditional,
        help: ArgumentHelp("Show them after a duration, such as 10m.", valueName: "duration")
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
        // The agent runs this at each login.
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
        // Checked before anything is removed, so that an invalid entry does not lose what was registered.
        for request in registration.requests { try request.validate() }
        if !atLogin { try print(registration.requests) }
        _ = try client.remove(.dictionary([("prefix", .string(LauncherRegistration.prefix))]))
        // The badge is the number of entries that can be opened.
        try client.setBadge(Int32(clamping: entries.count), app: AgentNames.app)
        var isServerPresent = true
        for request in registration.requests {
            isServerPresent = try client.add(request).serverPresent
        }
        if !isServerPresent {
            Terminal.warn("no notification server is running; they are shown once one starts")
        } else if !server.hasActions, !entries.isEmpty {
            Terminal.warn("this notification server reports no clicks, so nothing can be opened")
        }
    }

    private func chosenStyle(_ settings: LauncherSettings) throws -> LauncherStyle {
        guard let style else { return settings.style }
        guard let chosen = LauncherStyle(rawValue: style) else {
            throw RequestError.unknown(style, of: "--style", among: ["each", "grouped"])
        }
        return chosen
    }

    private func chosenTrigger() throws(RequestError) -> NotificationTrigger {
        guard let delay else { return .immediate }
        let span = try SpanOption.microseconds(delay, of: "--in")
        return .timeInterval(microseconds: span, repeats: false)
    }

    private func print(_ requests: [NotificationRequest]) throws {
        if json { return try JSONOutput.print(requests.map(RegistrationReport.init)) }
        guard !requests.isEmpty else {
            return Terminal.writeError(
                "nothing is enabled; see notify-schedule launcher enable"
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

/// A bubble as `launcher register --json` prints it.
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
    /// Returns whether the notification server shows buttons, and how many.
    fileprivate func shownServer() throws -> (hasActions: Bool, buttons: Int) {
        // This starts an agent; a call for the status does not.
        _ = try pending(app: LauncherRegistration.prefix)
        guard let server = try status()?["server"] else { return (true, Self.fewButtons) }
        guard let limit = server["mostButtons"]?.integer else { return (true, Self.manyButtons) }
        return (limit > 0, max(1, Int(clamping: limit)))
    }

    /// The number of buttons that every server with buttons shows.
    private static let fewButtons = 3
    /// The number of buttons that is still readable, for a server that shows any number.
    private static let manyButtons = 6
}
