import AgentInterface
public import Foundation
public import GLibBridge
import NotificationServer

/// A desktop of one test's own: a bus with private folders, and what the agent says on it.
public final class Desk: Sendable {
    /// A signal of the agent.
    public struct Signal: Sendable, Equatable {
        /// Its name, such as `Delivered`.
        public let name: String
        /// All that it brought.
        public let arguments: Variant

        /// The identifier that it is about.
        public var identifier: String { arguments[1]?.string ?? "" }
        /// The action of a response.
        public var action: String { arguments[2]?.string ?? "" }
        /// What a response brought.
        public var details: Variant? { arguments[3] }
    }

    /// The command line.
    public static let command = Program("notify-schedule")
    /// The agent.
    public static let agent = Program("notify-agent")

    /// The bus and the folders.
    public let bus: PrivateBus
    /// The test's own connection.
    public let client: BusConnection
    /// The agent's signals, in order.
    public let signals = Recorder<Signal>()
    /// The agent's unique names; `nil` where it left.
    public let owners = Recorder<String?>()
    private let subscriptions: [BusSubscription]

    /// Starts a bus with our desktop file and icon installed, or takes one, and listens.
    ///
    /// - Throws: ``StartFailure``, or ``GLibBridge/GLibError`` where the bus does not answer.
    @GLibActor
    public init(on existing: PrivateBus? = nil) async throws {
        if let existing {
            bus = existing
        } else {
            bus = try await PrivateBus()
            try bus.installDesktopFile()
        }
        client = try bus.connect()
        let (signals, owners) = (signals, owners)
        subscriptions = [
            client.subscribe(to: nil, interface: AgentNames.interface) {
                signals.append(Signal(name: $0.name, arguments: $0.parameters))
            },
            client.watchName(AgentNames.bus) { owners.append($0) },
        ]
        // The bus has both rules once it answers.
        _ = client.nameOwner(AgentNames.bus)
    }

    /// The time zone of all that runs at it.
    public static let timeZone = "Europe/Berlin"

    /// Where a test may leave files.
    public var directory: String { bus.directory }

    /// Runs the command line to its end.
    public func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Program.Outcome {
        try await Self.command.run(
            arguments,
            environment: bus.environment(timeZone: Self.timeZone, environment),
            input: input,
            within: 60
        )
    }

    /// Adds a request and expects success.
    @discardableResult
    public func add(_ arguments: String...) async throws -> Program.Outcome {
        let outcome = try await run(["add"] + arguments)
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return outcome
    }

    /// What `--json` of a listing verb prints.
    public func listed(_ arguments: String...) async throws -> [ListedEntry] {
        let outcome = try await run(arguments + ["--json"])
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return try JSONDecoder().decode([ListedEntry].self, from: Data(outcome.output.utf8))
    }

    /// Starts the agent as the test's own child and waits until it has its name.
    ///
    /// - Parameter more: what it gets besides the bus and the folders.
    /// - Returns: the running agent.
    /// - Throws: ``StartFailure``, ``DeadlineExceeded``.
    public func startAgent(_ more: [String: String] = [:]) async throws -> RunningProgram {
        let count = owners.elements.count
        let agent = try Self.agent.start(
            environment: bus.environment(timeZone: Self.timeZone, more)
        )
        _ = try await owners.wait(30, "the agent's name") { owners in
            owners.dropFirst(count).contains { $0 != nil } ? true : nil
        }
        return agent
    }

    /// The process of the agent that runs.
    public func agentID() throws -> Int32 {
        guard let id = client.processID(of: AgentNames.bus) else {
            throw StartFailureInTest(what: "no agent runs")
        }
        return id
    }

    /// Ends the agent by a signal and waits until the bus knows.
    public func endAgent(_ signal: Int32 = SIGKILL, id: Int32? = nil) async throws {
        let process = try id ?? agentID()
        kill(process, signal)
        try await waitForAgentsEnd()
    }

    /// Waits until the agent has left the bus.
    public func waitForAgentsEnd() async throws {
        _ = try await owners.wait(30, "the agent's end") { $0.last == .some(nil) ? true : nil }
    }

    /// Waits for the agent's signals of one name.
    public func waitForSignals(_ name: String, _ count: Int = 1) async throws -> [Signal] {
        try await signals.wait(30, "\(count) signals \(name)") { signals in
            let matching = signals.filter { $0.name == name }
            return matching.count >= count ? matching : nil
        }
    }

    /// The agent's signals of one name so far.
    public func signals(_ name: String) -> [Signal] { signals.elements.filter { $0.name == name } }

    /// Shows one more bubble and waits for it: whatever the agent had to show before has arrived then.
    public func barrier(_ server: ServerDouble) async throws {
        let title = "barrier \(UUID().uuidString)"
        try await add(title)
        _ = try await server.call(titled: title)
    }
}

/// A program that did not do what a test needs to go on.
public struct UnexpectedOutcome: Error, CustomStringConvertible {
    let outcome: Program.Outcome

    /// Makes the error.
    public init(outcome: Program.Outcome) { self.outcome = outcome }

    /// All that it left.
    public var description: String { "\(outcome)" }
}

/// What a test needs and could not get.
public struct StartFailureInTest: Error, CustomStringConvertible {
    let what: String

    /// Makes the error.
    public init(what: String) { self.what = what }

    /// What was missing.
    public var description: String { what }
}

extension ServerDouble {
    /// Waits for the first bubble of a title.
    public nonisolated func call(
        titled title: String,
        within seconds: Double = 30
    ) async throws -> Received {
        try await calls.wait(seconds, "the bubble \(title)") { calls in
            calls.first { $0.call.summary == title }
        }
    }

    /// Waits until a title was shown a number of times.
    public nonisolated func waitForCalls(titled title: String, _ count: Int) async throws {
        _ = try await calls.wait(30, "\(count) bubbles \(title)") { calls in
            calls.count { $0.call.summary == title } >= count ? true : nil
        }
    }

    /// The bubbles of a title so far.
    public nonisolated func count(titled title: String) -> Int {
        calls.elements.count { $0.call.summary == title }
    }
}
