import AgentInterface
import GLibBridge
import NotifyCore

/// The states of the page Apps: who may notify, the calendars that are followed, and other machines.
nonisolated struct Overview: Hashable, Sendable {
    /// The apps, with a switch each.
    let apps: [StatusList.Row]
    /// The calendars.
    let calendars: [StatusList.Row]
    /// The machines of the relay; none while notify-relay does not run.
    let machines: [StatusList.Row]

    /// Asks the agent, and notify-relay if it runs.
    init(_ client: AgentClient) throws {
        apps = try client.apps().map(Self.row)
        calendars = try client.calendars().map(Self.row)
        let connection = try client.connection
        guard connection.nameOwner(RelayClient.bus) != nil else {
            machines = []
            return
        }
        let relay = RelayClient(connection: connection)
        do {
            machines = [Self.row(try relay.status())] + (try relay.devices().map(Self.row))
        } catch {
            let words = (error as? RequestError)?.message ?? "\(error)"
            machines = [.init(id: "", title: "notify-relay does not answer", subtitle: words)]
        }
    }

    private static func row(_ app: AppEntry) -> StatusList.Row {
        var words = ["\(app.pending) pending", "\(app.delivered) delivered"]
        if app.badge > 0 { words.append("badge \(app.badge)") }
        if app.authorizationStatus == .notDetermined { words.append("has not asked") }
        return StatusList.Row(
            id: app.appID,
            title: (app.name.isEmpty ? app.appID : app.name).printableLine,
            subtitle: words.joined(separator: ", "),
            isOn: [.authorized, .provisional].contains(app.authorizationStatus)
        )
    }

    private static func row(_ calendar: CalendarEntry) -> StatusList.Row {
        let read = calendar.read.map { "read \($0.words)" } ?? "not read yet"
        let events = calendar.events == 1 ? "1 event" : "\(calendar.events) events"
        let words = "\(events), \(calendar.follows ? "followed, " : "")\(read)"
        return StatusList.Row(
            id: calendar.name,
            title: calendar.name.printableLine,
            subtitle: ([words] + calendar.problems).joined(separator: "; ").printableLine,
            button: .init(label: "Remove", action: "win.remove-calendar::\(calendar.name)")
        )
    }

    private static func row(_ relay: RelayReport) -> StatusList.Row {
        let state =
            !relay.isInGroup
            ? "paired with no other; notify-schedule relay pair shows a code for the other machine"
            : relay.problem ?? (relay.isConnected ? "reaches \(relay.server)" : "not connected yet")
        return StatusList.Row(
            id: "",
            title: "This machine, \(relay.name)".printableLine,
            subtitle: state.printableLine
        )
    }

    private static func row(_ device: RelayDevice) -> StatusList.Row {
        let heard = device.lastHeard.map { "heard \($0.words)" } ?? "not heard yet"
        let waiting = device.waiting > 0 ? ", \(device.waiting) messages wait for it" : ""
        return StatusList.Row(
            id: device.id,
            title: device.name.printableLine,
            subtitle: heard + waiting
        )
    }

    /// Returns what `notify-schedule doctor` finds: whether do-not-disturb is on, and what is wrong.
    static func checks() async throws -> [StatusList.Row] {
        let start = ProgramStart(arguments: [AgentProgram.command, "doctor", "--json"])
        let outcome = try await start.collect(atMost: maxOutput)
        guard case .array(let checks) = try JSONValue(parsing: outcome.output) else { return [] }
        var rows: [StatusList.Row] = []
        for (index, check) in checks.enumerated() {
            func text(_ key: String) -> String {
                if case .string(let text)? = check[key] { text } else { "" }
            }
            let isWrong = ["warning", "error"].contains(text("level"))
            guard isWrong || text("name") == "do-not-disturb" else { continue }
            let words = [text("message"), text("advice")].filter { !$0.isEmpty }
            rows.append(
                StatusList.Row(
                    id: "\(index)",
                    title: text("name").printableLine,
                    subtitle: words.joined(separator: "; ").printableLine
                )
            )
        }
        return rows
    }

    private static let maxOutput = 1 << 20
}
