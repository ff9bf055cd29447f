import AgentInterface
import DesktopTexts
import GLibBridge
import NotifyCore

/// The states of the page Apps: who may notify, and the calendars that are followed.
nonisolated struct Overview: Hashable, Sendable {
    /// The apps, with a switch each.
    let apps: [StatusList.Row]
    /// The calendars.
    let calendars: [StatusList.Row]

    /// Asks the agent.
    init(_ client: AgentClient) throws {
        apps = try client.apps().map(Self.row)
        calendars = try client.calendars().map(Self.row)
    }

    private static func row(_ app: AppEntry) -> StatusList.Row {
        var words = [
            // Translators: of an app: how many of its notifications are to come
            trn("%1$s pending", "%1$s pending", app.pending),
            // Translators: of an app: how many of its notifications were shown and are in the list
            trn("%1$s delivered", "%1$s delivered", app.delivered),
        ]
        // Translators: of an app: %1$s is the number at its icon
        if app.badge > 0 { words.append(tr("badge %1$s", String(app.badge))) }
        // Translators: of an app: it has not asked whether it may show notifications
        if app.authorizationStatus == .notDetermined { words.append(tr("has not asked")) }
        return StatusList.Row(
            id: app.appID,
            title: (app.name.isEmpty ? app.appID : app.name).printableLine,
            subtitle: words.listed,
            isOn: [.authorized, .provisional].contains(app.authorizationStatus)
        )
    }

    private static func row(_ calendar: CalendarEntry) -> StatusList.Row {
        StatusList.Row(
            id: calendar.name,
            title: calendar.name.printableLine,
            subtitle: ([words(calendar)] + calendar.problems).joined(separator: "; ").printableLine,
            // Translators: on a button
            button: .init(label: tr("Remove"), action: "win.remove-calendar", target: calendar.name)
        )
    }

    private static func words(_ calendar: CalendarEntry) -> String {
        let events = calendar.events
        switch (calendar.read?.words, calendar.follows) {
        case (let date?, true):
            return trn(
                // Translators: of a calendar whose changes are followed; %2$s is when it was read last
                "%1$s event, followed, read %2$s",
                "%1$s events, followed, read %2$s",
                events,
                date
            )
        case (let date?, false):
            return trn(
                // Translators: of a calendar; %2$s is when it was read last
                "%1$s event, read %2$s",
                "%1$s events, read %2$s",
                events,
                date
            )
        case (nil, true):
            return trn(
                // Translators: of a calendar whose changes are followed
                "%1$s event, followed, not read yet",
                "%1$s events, followed, not read yet",
                events
            )
        case (nil, false):
            // Translators: of a calendar
            return trn("%1$s event, not read yet", "%1$s events, not read yet", events)
        }
    }

    /// Returns what `notify-schedule doctor` finds: whether do-not-disturb is on, and what is wrong.
    ///
    /// - Returns: the rows, and the commands of their buttons by the rows' ids.
    static func checks() async throws -> (rows: [StatusList.Row], fixes: [String: [String]]) {
        let start = ProgramStart(arguments: [AgentProgram.command, "doctor", "--json"])
        let outcome = try await start.collect(atMost: maxOutput)
        var (rows, fixes): ([StatusList.Row], [String: [String]]) = ([], [:])
        let checks = try JSONValue(parsing: outcome.output).elements ?? []
        for (index, check) in checks.enumerated() {
            let isWrong = ["warning", "error"].contains(check["level"]?.text)
            guard isWrong || check["name"]?.text == "do-not-disturb" else { continue }
            let id = "\(index)"
            let words = ["message", "advice"].compactMap { check[$0]?.text }
            var row = StatusList.Row(
                id: id,
                title: (check["name"]?.text ?? "").printableLine,
                subtitle: words.joined(separator: "; ").printableLine
            )
            if let fix = check["fix"], let label = fix["label"]?.text {
                row.button = .init(label: label, action: "win.fix", target: id)
                fixes[id] = fix["command"]?.elements?.compactMap(\.text)
            }
            rows.append(row)
        }
        return (rows, fixes)
    }

    /// Runs the command of a button.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it fails.
    static func run(_ command: [String]) async throws {
        let outcome = try await ProgramStart(arguments: command).collect(atMost: maxOutput)
        guard outcome.code == 0 else {
            let words = command.joined(separator: " ")
            throw RequestError(
                .notFound,
                // Translators: %1$s is a command
                tr("%1$s failed; run it in a terminal to see why", words)
            )
        }
    }

    private static let maxOutput = 1 << 20
}
