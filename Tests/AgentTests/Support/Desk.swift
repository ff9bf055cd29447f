import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport

/// A desktop of one test's own: a bus with private folders, and what the agent says on it.
final class Desk: Sendable {
    /// A signal of the agent.
    struct Signal: Sendable, Equatable {
        let name: String
        let arguments: Variant

        /// The identifier that it is about.
        var identifier: String { arguments[1]?.string ?? "" }
        /// The action of a response.
        var action: String { arguments[2]?.string ?? "" }
        /// What a response brought.
        var details: Variant? { arguments[3] }
    }

    static let command = Program("notify-schedule")
    static let agent = Program("notify-agent")

    let bus: PrivateBus
    let client: BusConnection
    /// The agent's signals, in order.
    let signals = Recorder<Signal>()
    /// The agent's unique names; `nil` where it left.
    let owners = Recorder<String?>()
    private let subscriptions: [BusSubscription]

    @GLibActor
    init(on existing: PrivateBus? = nil) async throws {
        bus = if let existing { existing } else { try await PrivateBus() }
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

    /// Where a test may leave files.
    var directory: String { bus.directory }

    /// Runs the command line to its end.
    func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Program.Outcome {
        try await Self.command.run(
            arguments,
            environment: bus.environment(timeZone: "Europe/Berlin", environment),
            input: input,
            within: 60
        )
    }

    /// Adds a request and expects success.
    @discardableResult
    func add(_ arguments: String...) async throws -> Program.Outcome {
        let outcome = try await run(["add"] + arguments)
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return outcome
    }

    /// What `--json` of a listing verb prints.
    func listed(_ arguments: String...) async throws -> [ListedEntry] {
        let outcome = try await run(arguments + ["--json"])
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return try JSONDecoder().decode([ListedEntry].self, from: Data(outcome.output.utf8))
    }

    /// Starts the agent as the test's own child and waits until it has its name.
    func startAgent(_ more: [String: String] = [:]) async throws -> RunningProgram {
        let count = owners.elements.count
        let environment = bus.environment(timeZone: "Europe/Berlin", more)
        let agent = try Self.agent.start(environment: environment)
        _ = try await owners.wait(30, "the agent's name") { owners in
            owners.dropFirst(count).contains { $0 != nil } ? true : nil
        }
        return agent
    }

    /// The process of the agent that runs.
    func agentID() throws -> Int32 {
        guard let id = client.processID(of: AgentNames.bus) else {
            throw StartFailureInTest(what: "no agent runs")
        }
        return id
    }

    /// Ends the agent by a signal and waits until the bus knows.
    func endAgent(_ signal: Int32 = SIGKILL, id: Int32? = nil) async throws {
        let process = try id ?? agentID()
        kill(process, signal)
        try await waitForAgentsEnd()
    }

    /// Waits until the agent has left the bus.
    func waitForAgentsEnd() async throws {
        _ = try await owners.wait(30, "the agent's end") { $0.last == .some(nil) ? true : nil }
    }

    /// Waits for the agent's signals of one name.
    func waitForSignals(_ name: String, _ count: Int = 1) async throws -> [Signal] {
        try await signals.wait(30, "\(count) signals \(name)") { signals in
            let matching = signals.filter { $0.name == name }
            return matching.count >= count ? matching : nil
        }
    }

    /// The agent's signals of one name so far.
    func signals(_ name: String) -> [Signal] { signals.elements.filter { $0.name == name } }

    /// Shows one more bubble and waits for it: whatever the agent had to show before has arrived then.
    func barrier(_ server: ServerDouble) async throws {
        let title = "barrier \(UUID().uuidString)"
        try await add(title)
        _ = try await server.call(titled: title)
    }
}

/// A program that did not do what a test needs to go on.
struct UnexpectedOutcome: Error, CustomStringConvertible {
    let outcome: Program.Outcome
    var description: String { "\(outcome)" }
}

/// What a test needs and could not get.
struct StartFailureInTest: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
}

extension ServerDouble {
    /// Waits for the first bubble of a title.
    nonisolated func call(
        titled title: String,
        within seconds: Double = 30
    ) async throws -> Received {
        try await calls.wait(seconds, "the bubble \(title)") { calls in
            calls.first { $0.call.summary == title }
        }
    }

    /// The bubbles of a title so far.
    nonisolated func count(titled title: String) -> Int {
        calls.elements.count { $0.call.summary == title }
    }
}
