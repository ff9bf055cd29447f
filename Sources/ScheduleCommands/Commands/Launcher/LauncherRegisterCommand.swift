import AgentInterface
import ArgumentParser
import GLibBridge
import Launcher
import NotifyCore
import UserRequests

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
        var trigger = try written.trigger(in: .ofUser(now: Self.now))
        // The agent runs this at each login.
        if atLogin, !configuration.settings.isAutostarted { return }
        let catalogue = Catalogue(configuration: configuration)
        for problem in catalogue.problems { Terminal.warn(problem) }
        let named = try self.named(in: catalogue)
        let entries = named ?? catalogue.enabled
        let client = try AgentClient()
        if let zoned = try written.inZoneOfCaller(trigger, client) {
            trigger = try zoned.trigger(in: .ofUser(now: Self.now))
        }
        let registered = try RegisteredEntries(
            entries,
            named == nil ? .enabled(style) : .oneBubble(title: title ?? RegisteredEntries.title),
            trigger: trigger,
            client
        )
        if !atLogin { try print(registered.requests) }
        if try !registered.register(client) {
            Terminal.warn("no notification server is running; they are shown once one starts")
        } else if !registered.hasActions, !entries.isEmpty {
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
