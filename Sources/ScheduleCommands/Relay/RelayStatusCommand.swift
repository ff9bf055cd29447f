import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule relay status`.
struct RelayStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether the server is reached, and what waits for other machines.",
        discussion: """
            Examples:
              notify-schedule relay status
              notify-schedule relay status --json
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let client = try RelayAccess.client()
        let status = try client.status()
        if json { return try JSONOutput.print(RelayStatusReport(status)) }
        let devices = try client.devices().map(\.name)
        DetailLine.print("machine", status.name)
        DetailLine.print("server", RelayText.server(status))
        if let problem = status.problem { DetailLine.print("problem", problem) }
        if let problem = status.fileProblem { DetailLine.print("file", problem) }
        DetailLine.print("others", RelayText.group(status, devices))
        if status.waiting > 0 { DetailLine.print("waiting", RelayText.waiting(status)) }
        if let problem = status.inboxProblem { DetailLine.print("inbox", problem) }
        if let problem = status.phoneProblem { DetailLine.print("phone", problem) }
    }
}

/// The verb `notify-schedule relay list`.
struct RelayListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the other machines, with what waits for each.",
        discussion: """
            Examples:
              notify-schedule relay list
              notify-schedule relay list --json
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let client = try RelayAccess.client()
        let devices = try client.devices()
        if json { return try JSONOutput.print(devices.map(RelayDeviceReport.init)) }
        // Not on standard output, where a script counts lines.
        guard !devices.isEmpty else {
            return Terminal.writeError(RelayText.group(try client.status(), []))
        }
        let now = Instant(microseconds: ClockTimer.Clock.realTime.now)
        var table = Table(
            headings: ["MACHINE", "LAST HEARD", "WAITING", "LET IN BY", "ID"],
            elastic: ["MACHINE": 12, "LET IN BY": 9]
        )
        table.rows = devices.map { device in
            [
                device.name, device.lastHeard.map { DateText.relative($0, to: now) } ?? "never",
                "\(device.waiting)",
                device.introducers.isEmpty ? "you" : device.introducers.joined(separator: ", "),
                device.id,
            ]
        }
        table.print()
    }
}

/// The state of notify-relay in words.
enum RelayText {
    /// The server, and whether it is reached.
    static func server(_ status: RelayReport) -> String {
        // Without a group there is no topic to follow.
        guard status.isInGroup, !status.isForgotten else { return status.server }
        if status.isConnected { return "\(status.server), connected" }
        return "\(status.server), \(status.problem == nil ? "connecting" : "not connected")"
    }

    /// The other machines, or how to get some.
    static func group(_ status: RelayReport, _ devices: [String]) -> String {
        if status.isForgotten {
            return "another machine has removed this one from the group; enter it again with "
                + "notify-schedule relay join"
        }
        guard devices.isEmpty else { return devices.joined(separator: ", ") }
        return "none yet; let one in with notify-schedule relay pair"
    }

    /// What waits.
    static func waiting(_ status: RelayReport) -> String {
        "\(status.waiting) \(status.waiting == 1 ? "message" : "messages") for machines that are away"
    }
}

/// What `relay status --json` prints.
private struct RelayStatusReport: Encodable {
    let name: String
    let id: String
    let server: String
    let connected: Bool
    let problem: String?
    let fileProblem: String?
    let inboxProblem: String?
    let phoneProblem: String?
    let group: Bool
    let forgotten: Bool
    let waiting: Int
    let dropped: [String: Int]

    init(_ status: RelayReport) {
        name = status.name
        id = status.id
        server = status.server
        connected = status.isConnected
        problem = status.problem
        fileProblem = status.fileProblem
        inboxProblem = status.inboxProblem
        phoneProblem = status.phoneProblem
        group = status.isInGroup
        forgotten = status.isForgotten
        waiting = status.waiting
        dropped = status.dropped
    }
}

/// What `relay list --json` prints of a machine.
private struct RelayDeviceReport: Encodable {
    let name: String
    let id: String
    let added: String
    let lastHeard: String?
    let waiting: Int
    let introducers: [String]

    init(_ device: RelayDevice) {
        name = device.name
        id = device.id
        added = JSONOutput.date(device.added)
        lastHeard = device.lastHeard.map(JSONOutput.date)
        waiting = device.waiting
        introducers = device.introducers
    }
}
