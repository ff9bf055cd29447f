import AgentInterface
import ConfigurationFiles
import GLibBridge
import Glibc
import NotificationServer
import NotifyCore

/// Finds out what a notification server does that no profile describes: the user answers three bubbles.
///
/// It talks to the server itself, because the agent closes bubbles where a profile says that the server does not.
struct ServerTrial {
    /// A key of `[Server]` and its value.
    private typealias Finding = (key: String, value: String)

    private let connection: BusConnection
    /// What the server calls itself.
    private let name: String
    /// Whether the server says that it has buttons.
    private let hasActions: Bool
    /// The profile in force: keys of `[Server]` and their values.
    private let profile: [String: String]
    /// How long the user has for each bubble.
    private let timeout: Duration

    /// Makes a trial of the running server; `nil` if the agent has a profile of it.
    private init?(timeout: Int64) throws {
        let client = try AgentClient()
        let status = try client.statusOfStartedAgent()
        guard status["profile"]?["name"]?.string == AgentNames.standardProfile else { return nil }
        var fields: [String: String] = [:]
        for entry in status["profile"]?["fields"]?.entries ?? [] {
            fields[entry.key] = entry.value.string
        }
        connection = try client.connection
        name = status["server"]?["name"]?.string ?? ""
        hasActions = status["server"]?["capabilities"]?.strings?.contains("actions") ?? false
        profile = fields
        self.timeout = .microseconds(timeout)
    }

    private static let group = "Server"
    private static let fileName = "agent.conf"
    private static var path: String { "\(ConfigurationFolders.userConfiguration)/\(fileName)" }
    /// How long a server may take to report what it does by itself.
    fileprivate static let pause = Duration.seconds(2)
    /// The timeout of a bubble that nobody answers, and how long the server may take to close it.
    private static let (expiry, expiryLimit) = (Int32(1_000), Duration.seconds(6))

    /// Shows the bubbles, and writes what differs from the profile into the user's `agent.conf`.
    ///
    /// - Parameter timeout: how long the user has for each bubble, in microseconds.
    /// - Returns: the result; `nil` if the agent has a profile of the server.
    static func check(timeout: Int64) -> HealthCheck? {
        do {
            return try ServerTrial(timeout: timeout)?.check()
        } catch {
            return HealthCheck("trial", .error, "\(error)")
        }
    }

    private func check() throws -> HealthCheck {
        // Before the user answers for nothing.
        if let other = try Self.file()?.server, other != name {
            return HealthCheck(
                "trial",
                .warning,
                "[\(Self.group)] of \(Self.path) is for \(other.quoted), and the server that runs is "
                    + name.quoted,
                advice: "to find out what this one does, remove that section first"
            )
        }
        guard let found = try Blocking.run(perform) else {
            return HealthCheck(
                "trial",
                .warning,
                "not answered in time, so that the profile stays as it is",
                advice: "answer the three bubbles: notify-schedule doctor --bubble --within 5m"
            )
        }
        let changes = found.filter { profile[$0.key] != $0.value }
        guard !changes.isEmpty else {
            return HealthCheck("trial", .ok, "the server does what the profile says")
        }
        try write(changes)
        let words = changes.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        return HealthCheck(
            "trial",
            .ok,
            "\(words): written to [\(Self.group)] of \(Self.path) for \(name.quoted)"
        )
    }

    /// Returns the text of the user's file, and the server that its section is for; `nil` if there is no file.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with the path if the agent does not use the file, or it cannot be written.
    private static func file() throws(RequestError) -> (text: String, server: String?)? {
        let folder = ConfigurationFolders.userConfiguration
        guard let text = try TrustedFile.text(fileName, in: folder) else { return nil }
        guard access(path, W_OK) == 0 else {
            let reason = String(cString: strerror(errno))
            throw RequestError(.notAllowed, "\(path) cannot be written: \(reason)")
        }
        do {
            let server = try KeyFile(parsing: text)[group]?["Name"]
            return (text, server.flatMap { $0.isEmpty ? nil : $0 })
        } catch {
            let line = KeyFileLines(text).stray.map { ":\($0)" } ?? ""
            throw RequestError(
                .invalidContent,
                "\(path)\(line): \(error); the agent uses nothing of the file until that is corrected"
            )
        }
    }

    private func write(_ changes: [Finding]) throws {
        try ConfigurationFolders.make(ConfigurationFolders.userConfiguration)
        var edit = KeyFileEdit(try Self.file()?.text ?? "")
        // What is true of this server is not true of the next one.
        if !name.isEmpty { edit.set("Name", in: Self.group, to: name) }
        for (key, value) in changes { edit.set(key, in: Self.group, to: value) }
        try SavedFile.write(edit.text, to: Self.path)
    }

    // MARK: The bubbles

    /// Returns what was found; `nil` if the user did not answer.
    private func perform() async throws -> [Finding]? {
        let server = await TrialServer(on: connection)

        // Nobody answers this one.
        let brief = try await server.show("A test", "This goes by itself.", expiry: Self.expiry)
        let expired = await server.closing(of: brief, within: Self.expiryLimit)
        await server.close(brief)

        let obeysExpiry = ("ObeysExpiry", "\(expired != nil)")
        guard let buttons = hasActions ? try await tryButtons(on: server) : [],
            let cross = try await tryCross(on: server)
        else { return nil }
        return [obeysExpiry] + buttons + cross
    }

    /// Finds out what a click does.
    private func tryButtons(on server: TrialServer) async throws -> [Finding]? {
        say("1 of 3", "Click \"First\", or the text if there are no buttons.")
        let first = try await server.show(
            "1 of 3",
            "Click \"First\". If there are no buttons, click this text.",
            actions: ["default", "Open", "first", "First", "second", "Second"]
        )
        switch await server.answer(to: first, within: timeout) {
        case .none:
            await server.close(first)
            return nil
        // A click does nothing else.
        case .closed(.dismissed): return [("MostButtons", "0")]
        // Its time may have been over.
        case .closed: return []
        case .chosen(let key):
            let drawsButtons = key != "default"
            var found = [("DrawsButtons", "\(drawsButtons)")]
            if profile["MostButtons"] == "0" { found.append(("MostButtons", "any")) }
            let closing = await server.closing(of: first, within: Self.pause)
            found.append(("ClosesAfterAction", "\(closing != nil)"))
            await server.close(first)
            guard drawsButtons else { return found }
            return try await tryReplacing(on: server).map { found + $0 }
        }
    }

    /// Finds out which buttons a replaced bubble has.
    private func tryReplacing(on server: TrialServer) async throws -> [Finding]? {
        let second = try await server.show("2 of 3", "Wait.", actions: ["old", "Old"])
        try await Task.sleep(for: Self.pause)
        say("2 of 3", "Click the button.")
        let replaced = try await server.show(
            "2 of 3",
            "Click the button.",
            actions: ["new", "New"],
            replacing: second
        )
        let answer = await server.answer(to: replaced, within: timeout)
        await server.close(replaced)
        switch answer {
        case .none: return nil
        case .closed(.dismissed): return [("KeepsButtonsInPlace", "false")]
        // Its time may have been over.
        case .closed: return []
        case .chosen(let key): return [("KeepsButtonsInPlace", "\(key == "new")")]
        }
    }

    /// Finds out what the server reports of a bubble that the user closes.
    private func tryCross(on server: TrialServer) async throws -> [Finding]? {
        let step = hasActions ? "3 of 3" : "1 of 1"
        say(step, "Close the bubble as you usually do, by its cross if it has one.")
        let start = ContinuousClock.now
        let bubble = try await server.show(
            step,
            "Close this as you usually do, by its cross if there is one."
        )
        guard let reason = await server.closing(of: bubble, within: timeout) else {
            await server.close(bubble)
            return nil
        }
        guard reason == .expired else { return [("ReportsCrossAsExpiry", "false")] }

        // It may have gone by itself, as one does then that nobody touches.
        let limit = ContinuousClock.now - start + Self.expiryLimit
        say(step, "Leave the next bubble alone. It goes by itself.")
        let control = try await server.show("A test", "Leave this alone. It goes by itself.")
        let end = await server.closing(of: control, within: limit)
        await server.close(control)
        switch end {
        case nil: return [("ReportsCrossAsExpiry", "true")]
        case .expired: return [("MayStay", "false")]
        // The user has closed it.
        default: return []
        }
    }

    private func say(_ step: String, _ what: String) { Terminal.writeError("\(step): \(what)") }
}

/// A notification server, and what it reports of the bubbles of one connection.
@GLibActor
private final class TrialServer {
    /// What the user does with a bubble.
    enum Answer {
        /// An action, by its key.
        case chosen(String)
        /// It ends without one.
        case closed(ClosedReason)
        /// Nothing in time.
        case none
    }

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

    /// Waits for what the user does with a bubble.
    func answer(to id: UInt32, within limit: Duration) async -> Answer {
        let isAnswered = await wait(limit) { reports in
            reports.chosen[id] == nil && reports.closings[id] == nil ? nil : true
        }
        guard isAnswered != nil else { return .none }
        // Some servers report the end before the choice.
        if let key = await wait(ServerTrial.pause, for: { $0.chosen[id] }) { return .chosen(key) }
        return .closed(reports.closings[id] ?? .undefined)
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
