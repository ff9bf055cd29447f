import AgentInterface
import ArgumentParser
import GLibBridge
import Launcher
import NotifyCore

/// The verb `notify-schedule launcher register`.
struct LauncherRegisterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Show entries as notifications; a click opens them.",
        usage: "notify-schedule launcher register [<options>] [<entries> ...]",
        discussion: """
            Examples:
              notify-schedule launcher register
              notify-schedule launcher register --style grouped --in 10m
              notify-schedule launcher register firefox,thunderbird --title Favourites

            Without entries, it shows the enabled ones, and replaces what was registered
            before. Entries, by their desktop files, ids or names, come in one
            notification with a button each, which replaces one of the same title. Where
            the desktop has no room for all buttons, the last one is More…, which shows
            the next ones.

            The notifications stay until you dismiss them, and reappear after a click.
            With Autostart=true in the group [Launcher] of launcher.conf, the enabled
            entries are also shown at login.
            """
    )

    @Argument(
        help: "Desktop files, ids or names, with commas between them.",
        completion: .launcherEntries
    )
    var entries: [String] = []

    @Option(
        parsing: .unconditional,
        help: "The title of the notification of these entries (default: Launcher)."
    )
    var title: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("each: one per entry; grouped: one per app or category, with buttons."),
        completion: .list(LauncherStyle.allCases.map(\.rawValue))
    )
    var style: String?

    @Option(.delay) var delay: String?
    @Option(.at) var date: String?

    @Flag(help: .hidden)
    var atLogin = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let configuration = LauncherConfiguration()
        let style = try chosenStyle(configuration.settings)
        try checkCompany()
        var trigger = try written.trigger(in: .commandLine(now: Self.now))
        // The agent runs this at each login.
        if atLogin, !configuration.settings.isAutostarted { return }
        let catalogue = Catalogue(configuration: configuration)
        for problem in catalogue.problems { Terminal.warn(problem) }
        let named = try self.named(in: catalogue)
        let entries = named ?? catalogue.enabled
        let client = try AgentClient()
        if let zoned = try written.inZoneOfCaller(trigger, client) {
            trigger = try zoned.trigger(in: .commandLine(now: Self.now))
        }
        let server = try client.shownServer()
        let registration =
            named == nil
            ? LauncherRegistration(
                entries,
                style: style,
                buttons: server.buttons,
                appID: AgentNames.app,
                trigger: trigger
            )
            : LauncherRegistration(
                buttons: entries,
                title: title ?? "Launcher",
                appID: AgentNames.app,
                trigger: trigger
            )
        // Checked before anything is removed, so that an invalid entry does not lose what was registered.
        for request in registration.requests { try request.validate() }
        if !atLogin { try print(registration.requests) }
        if named == nil {
            _ = try client.remove(.dictionary([("prefix", .string(LauncherRegistration.prefix))]))
            // The badge is the number of entries that can be opened.
            try client.setBadge(Int32(clamping: entries.count), app: AgentNames.app)
        }
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

    private static var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }

    /// When they are shown.
    private var written: WrittenRequest {
        var written = WrittenRequest()
        written.add(.delay, delay)
        written.add(.at, date)
        return written
    }

    private func checkCompany() throws(UsageError) {
        if !entries.isEmpty, style != nil {
            throw UsageError("--style is for the enabled entries; leave it out where you name some")
        }
        if entries.isEmpty, title != nil {
            throw UsageError(
                "--title is for entries that are named, as in register firefox,thunderbird --title x"
            )
        }
    }

    /// The entries that are named, each once; `nil` if none are.
    private func named(in catalogue: Catalogue) throws(RequestError) -> [CatalogueEntry]? {
        guard !entries.isEmpty else { return nil }
        var named: [CatalogueEntry] = []
        for name in entries.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) })
        {
            let entry = try catalogue.entry(named: CText.trimmed(String(name)))
            if !named.contains(entry) { named.append(entry) }
        }
        return named
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
