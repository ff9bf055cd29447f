import AgentInterface
import ConfigurationFiles
import GLibBridge
import NotificationServer
import NotifyCore

/// Finds out what a notification server does that no profile describes: the user answers three bubbles.
///
/// It talks to the server itself, because the agent closes bubbles where a profile says that the server does not.
struct ServerTrial {
    private let connection: BusConnection
    /// The profile in force: keys of `[Server]` and their values.
    private let profile: [String: String]
    /// How long the user has for each bubble.
    private let timeout: Duration

    /// Makes a trial of the running server; `nil` if the agent has a profile of it.
    ///
    /// - Parameter timeout: how long the user has for each bubble, in microseconds.
    init?(timeout: Int64) throws {
        let client = try AgentClient()
        let status = try client.statusOfStartedAgent()["profile"]
        guard status?["name"]?.string == AgentNames.standardProfile else { return nil }
        var fields: [String: String] = [:]
        for entry in status?["fields"]?.entries ?? [] { fields[entry.key] = entry.value.string }
        connection = try client.connection
        profile = fields
        self.timeout = .microseconds(timeout)
    }

    private static let group = "Server"
    private static let fileName = "agent.conf"
    /// How long a server may take to report what it does by itself.
    private static let pause = Duration.seconds(2)
    /// The timeout of a bubble that nobody answers, and how long the server may take to close it.
    private static let (expiry, expiryLimit) = (Int32(1_000), Duration.seconds(6))

    /// Shows the bubbles, and writes what differs from the profile into the user's `agent.conf`.
    func check() throws -> HealthCheck {
        guard let found = try Blocking.run(perform) else {
            return HealthCheck(
                "trial",
                .warning,
                "not answered in time, so that the profile stays as it is",
                advice: "answer the three bubbles: notify-schedule doctor --bubble --within 5m"
            )
        }
        let changes = found.filter { profile[$0.key] != "\($0.value)" }
        guard !changes.isEmpty else {
            return HealthCheck("trial", .ok, "the server does what the profile says")
        }
        let path = try write(changes)
        let words = changes.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        return HealthCheck("trial", .ok, "\(words): written to [\(Self.group)] of \(path)")
    }

    private func write(_ changes: [(key: String, value: Bool)]) throws -> String {
        let folder = ConfigurationFolders.userConfiguration
        try ConfigurationFolders.make(folder)
        var edit = KeyFileEdit(try TrustedFile.text(Self.fileName, in: folder) ?? "")
        for (key, value) in changes { edit.set(key, in: Self.group, to: "\(value)") }
        let path = "\(folder)/\(Self.fileName)"
        try SavedFile.write(edit.text, to: path)
        return path
    }

    /// Returns what was found; `nil` if the user did not answer.
    private func perform() async throws -> [(key: String, value: Bool)]? {
        let server = await TrialServer(on: connection)
        var found: [(key: String, value: Bool)] = []

        // Nobody answers this one.
        let brief = try await server.show("A test", "This goes by itself.", expiry: Self.expiry)
        let expired = await server.closing(of: brief, within: Self.expiryLimit)
        found.append(("ObeysExpiry", expired != nil))
        await server.close(brief)

        say("1 of 3", "Click \"First\", or the text if there are no buttons.")
        let first = try await server.show(
            "1 of 3",
            "Click \"First\". If there are no buttons, click this text.",
            actions: ["default", "Open", "first", "First", "second", "Second"]
        )
        guard let key = await server.action(of: first, within: timeout) else {
            await server.close(first)
            return nil
        }
        let drawsButtons = key != "default"
        found.append(("DrawsButtons", drawsButtons))
        let closing = await server.closing(of: first, within: Self.pause)
        found.append(("ClosesAfterAction", closing != nil))
        await server.close(first)

        if drawsButtons {
            let second = try await server.show("2 of 3", "Wait.", actions: ["old", "Old"])
            try await Task.sleep(for: Self.pause)
            say("2 of 3", "Click the button.")
            let replaced = try await server.show(
                "2 of 3",
                "Click the button.",
                actions: ["new", "New"],
                replacing: second
            )
            guard let key = await server.action(of: replaced, within: timeout) else {
                await server.close(replaced)
                return nil
            }
            found.append(("KeepsButtonsInPlace", key == "new"))
            await server.close(replaced)
        }

        say("3 of 3", "Close the bubble as you usually do, by its cross if it has one.")
        let third = try await server.show(
            "3 of 3",
            "Close this as you usually do, by its cross if there is one."
        )
        guard let reason = await server.closing(of: third, within: timeout) else {
            await server.close(third)
            return nil
        }
        found.append(("ReportsCrossAsExpiry", reason == .expired))
        return found
    }

    private func say(_ step: String, _ what: String) { Terminal.writeError("\(step): \(what)") }
}

/// A notification server, and what it reports of the bubbles of one connection.
@GLibActor
private final class TrialServer {
    /// What the server has reported.
    @GLibActor
    private final class Reports {
        var chosen: [UInt32: String] = [:]
        var closings: [UInt32: ClosedReason] = [:]

        nonisolated init() {}
    }

    /// How often the reports are looked at, which nobody notices who has just clicked.
    private static let interval = Duration.milliseconds(20)
    private static let destination = BusDestination(
        name: NotificationServer.name,
        path: NotificationServer.path,
        interface: NotificationServer.name
    )

    private let connection: BusConnection
    private let reports = Reports()
    private let subscription: BusSubscription

    init(on connection: BusConnection) {
        self.connection = connection
        subscription = connection.subscribe(
            to: nil,
            interface: NotificationServer.name,
            sender: NotificationServer.name,
            path: NotificationServer.path
        ) { [reports] signal in
            let values = signal.parameters
            guard let id = values[0]?.integer.flatMap({ UInt32(exactly: $0) }) else { return }
            switch signal.name {
            case "ActionInvoked": reports.chosen[id] = values[1]?.string ?? ""
            case "NotificationClosed":
                let reason = values[1]?.integer.flatMap { UInt32(exactly: $0) }
                reports.closings[id] = reason.flatMap(ClosedReason.init) ?? .undefined
            default: break
            }
        }
    }

    /// Shows a bubble.
    ///
    /// - Parameters:
    ///   - actions: keys and labels in turn.
    ///   - expiry: its timeout in milliseconds; 0 for none.
    /// - Returns: its number.
    func show(
        _ title: String,
        _ body: String,
        actions: [String] = [],
        replacing id: UInt32 = 0,
        expiry: Int32 = 0
    ) async throws -> UInt32 {
        let reply = try await connection.call(
            "Notify",
            on: Self.destination,
            .tuple([
                .string("notify-schedule"), .uint32(id), .string(""), .string(title),
                .string(body), .strings(actions), .dictionary([("urgency", .byte(1))]),
                .int32(expiry),
            ])
        )
        return reply[0]?.integer.flatMap { UInt32(exactly: $0) } ?? 0
    }

    /// Closes a bubble that is there.
    func close(_ id: UInt32) async {
        guard reports.closings[id] == nil else { return }
        _ = try? await connection.call(
            "CloseNotification",
            on: Self.destination,
            .tuple([.uint32(id)])
        )
    }

    /// Waits for the key that the user chooses; `nil` if there is none in time.
    func action(of id: UInt32, within limit: Duration) async -> String? {
        await wait(limit) { reports in reports.chosen[id] }
    }

    /// Waits for the end of a bubble; `nil` if it stays.
    func closing(of id: UInt32, within limit: Duration) async -> ClosedReason? {
        await wait(limit) { reports in reports.closings[id] }
    }

    private func wait<Value>(_ limit: Duration, for value: (Reports) -> Value?) async -> Value? {
        let end = ContinuousClock.now + limit
        while value(reports) == nil, ContinuousClock.now < end {
            try? await Task.sleep(for: Self.interval)
        }
        return value(reports)
    }
}
