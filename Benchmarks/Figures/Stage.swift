import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport

/// A bus of its own with a notification server that notes times, and the agent on it.
final class Stage {
    let bus: PrivateBus
    let server: TimingServer
    private(set) var agent: RunningProgram
    let client: AgentClient
    private let program: String
    private let environment: [String: String]

    /// Starts all of it; this process's environment then is that of the bus.
    init(
        programs: String,
        variables: (_ directory: String) throws -> [String: String] = { _ in [:] }
    ) async throws {
        program = "\(programs)/notify-agent"
        // As the installed file of the bus has it, without which the agent starts twice.
        let start = "/usr/bin/env G_SLICE=always-malloc \(program)"
        bus = try await PrivateBus(activatable: [AgentNames.bus: start])
        for (name, value) in bus.environment { setenv(name, value, 1) }
        server = try await TimingServer(on: bus.connect())
        environment = bus.environment.merging(try variables(bus.directory)) { $1 }
        agent = try Program(path: program).start(
            environment: environment,
            directory: bus.directory
        )
        client = try AgentClient()
        _ = try client.connection.waitForOwner(of: AgentNames.bus, milliseconds: 10_000) {
            _ throws(AgentUnreachable) in
        }
    }

    /// Ends the agent and starts it again.
    ///
    /// - Returns: the milliseconds from its start to its first answer.
    func restartAgent() async throws -> Double {
        _ = try client.stop()
        _ = try await agent.waitForExit()
        let start = nanoseconds()
        agent = try Program(path: program).start(
            environment: environment,
            directory: bus.directory
        )
        _ = try client.connection.waitForOwner(of: AgentNames.bus, milliseconds: 60_000) {
            _ throws(AgentUnreachable) in
        }
        _ = try client.statusOfStartedAgent()
        return Double(nanoseconds() - start) / 1_000_000
    }

    /// Stops the agent, whoever started it, then all else.
    func end() async throws {
        _ = try client.stop()
        agent.kill(SIGTERM)
        _ = try await agent.waitForExit()
        bus.close()
    }

    /// Adds many requests over the bus, one after the other.
    ///
    /// - Returns: how long that took, in seconds.
    func add(
        _ count: Int,
        name: String = "other",
        _ trigger: (Int) -> NotificationTrigger
    ) throws -> Double {
        let start = nanoseconds()
        for number in 0..<count {
            _ = try client.add(
                NotificationRequest(
                    appID: AgentNames.app,
                    identifier: "\(name)-\(number)",
                    content: NotificationContent(title: "\(name) \(number)"),
                    trigger: trigger(number)
                )
            )
        }
        return Double(nanoseconds() - start) / 1_000_000_000
    }

    /// Lets one notification come in a tenth of a second.
    ///
    /// - Returns: the milliseconds from due to the server's receipt of `Notify`.
    func deliver(_ name: String) async throws -> Double? {
        server.arrivals.removeAll()
        let reply = try client.add(
            NotificationRequest(
                appID: AgentNames.app,
                identifier: name,
                content: NotificationContent(title: name),
                trigger: .timeInterval(microseconds: 100_000, repeats: false)
            )
        )
        guard let due = reply.nextTriggerDates.first,
            let arrival = try await server.arrivals.first(1).first
        else { return nil }
        return Double(arrival.microseconds - due.microseconds) / 1_000
    }
}
