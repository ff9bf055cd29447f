package import AgentInterface
import Foundation
package import GLibBridge
import NotificationServer

/// A desktop of one test's own: a bus with private folders, and what the agent says on it.
package final class AgentFixture: Sendable {
    /// The command line.
    package static let command = Program("notify-schedule")
    /// The agent.
    package static let agent = Program("notify-agent")

    /// The bus and the folders.
    package let bus: PrivateBus
    /// The test's own connection.
    package let client: BusConnection
    private let reports: AgentEvents

    /// Starts a bus with our desktop file and icon installed, or takes one, and listens.
    @GLibActor
    package init(on existing: PrivateBus? = nil) async throws {
        if let existing {
            bus = existing
        } else {
            bus = try await PrivateBus()
            try bus.installDesktopFile()
        }
        client = try bus.connect()
        reports = AgentEvents(on: client)
    }

    /// The time zone of all that runs at it.
    package static let timeZone = "Europe/Berlin"

    /// Where a test may leave files.
    package var directory: String { bus.directory }

    /// Runs the command line to its end.
    package func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Program.Outcome {
        let outcome = try await Self.command.run(
            arguments,
            environment: bus.environment(timeZone: Self.timeZone, environment),
            input: input,
            within: 60
        )
        // It may have started an agent, and what the user does next should be heard.
        try await reports.follow()
        return outcome
    }

    /// Adds a request and expects success.
    @discardableResult
    package func add(_ arguments: String...) async throws -> Program.Outcome {
        let outcome = try await run(["add"] + arguments)
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return outcome
    }

    /// What `--json` of a listing verb prints.
    package func listed(_ arguments: String...) async throws -> [ListedEntry] {
        let outcome = try await run(arguments + ["--json"])
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return try JSONDecoder().decode([ListedEntry].self, from: Data(outcome.output.utf8))
    }

    /// Starts the agent as the test's own child and waits until it has its name.
    package func startAgent(
        _ more: [String: String] = [:],
        arguments: [String] = []
    ) async throws -> RunningProgram {
        let count = owners.elements.count
        let agent = try Self.agent.start(
            arguments,
            environment: bus.environment(timeZone: Self.timeZone, more)
        )
        _ = try await owners.wait(30, "the agent's name") { owners in
            owners.dropFirst(count).contains { $0 != nil } ? true : nil
        }
        try await reports.follow()
        return agent
    }

    /// The process of the agent that runs.
    package func agentID() throws -> Int32 {
        guard let id = client.processID(of: AgentNames.bus) else {
            throw StartFailureInTest(what: "no agent runs")
        }
        return id
    }

    /// The processes of agents on this bus, also of those that do not have its name.
    package func agentProcesses() throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(Int32.init).filter {
            let name = try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)
            guard name == "notify-agent\n",
                let variables = FileManager.default.contents(atPath: "/proc/\($0)/environ")
            else { return false }
            return variables.range(of: Data("=\(bus.address)\0".utf8)) != nil
        }
    }

    /// Ends the agent by a signal and waits until the bus knows.
    package func endAgent(_ signal: Int32 = SIGKILL, id: Int32? = nil) async throws {
        let process = try id ?? agentID()
        kill(process, signal)
        try await waitForAgentsEnd()
    }

    /// Waits until the agent has left the bus.
    package func waitForAgentsEnd() async throws {
        _ = try await owners.wait(30, "the agent's end") { $0.last == .some(nil) ? true : nil }
    }

    /// The agent's unique names; `nil` where it left.
    package var owners: Recorder<String?> { reports.owners }

    /// What happened to requests, in order.
    package var events: Recorder<RequestEvent> { reports.events }

    /// What was delivered so far.
    package var deliveries: [RequestEvent] { reports.deliveries }

    /// What the user did with bubbles so far: `responded` and `dismissed`.
    package var responses: [RequestEvent] { reports.responses }

    /// Waits for a number of deliveries.
    @discardableResult
    package func waitForDeliveries(_ count: Int = 1) async throws -> [RequestEvent] {
        try await reports.waitForDeliveries(count)
    }

    /// Waits for a number of responses.
    package func waitForResponses(_ count: Int = 1) async throws -> [RequestEvent] {
        try await reports.waitForResponses(count)
    }

    /// Waits until the agent that runs, where one does, reports what happens.
    package func follow() async throws { try await reports.follow() }

    /// Shows one more bubble and waits for it: whatever the agent had to show before has arrived then.
    package func barrier(_ server: FakeNotificationServer) async throws {
        let title = "barrier \(UUID().uuidString)"
        try await add(title)
        _ = try await server.call(titled: title)
    }
}

/// A program that did not do what a test needs to go on.
package struct UnexpectedOutcome: Error, CustomStringConvertible {
    let outcome: Program.Outcome

    /// Makes the error.
    package init(outcome: Program.Outcome) { self.outcome = outcome }

    /// All that it left.
    package var description: String { "\(outcome)" }
}

/// What a test needs and could not get.
package struct StartFailureInTest: Error, CustomStringConvertible {
    let what: String

    /// Makes the error.
    package init(what: String) { self.what = what }

    /// What was missing.
    package var description: String { what }
}

extension FakeNotificationServer {
    /// Waits for the first bubble of a title.
    package nonisolated func call(
        titled title: String,
        within seconds: Double = 30
    ) async throws -> Received {
        try await calls.wait(seconds, "the bubble \(title)") { calls in
            calls.first { $0.call.summary == title }
        }
    }

    /// Waits until a title was shown a number of times.
    package nonisolated func waitForCalls(titled title: String, _ count: Int) async throws {
        _ = try await calls.wait(30, "\(count) bubbles \(title)") { calls in
            calls.count { $0.call.summary == title } >= count ? true : nil
        }
    }

    /// The bubbles of a title so far.
    package nonisolated func count(titled title: String) -> Int {
        calls.elements.count { $0.call.summary == title }
    }
}
