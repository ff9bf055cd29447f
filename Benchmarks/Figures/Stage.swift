import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport

/// A bus of its own with a notification server that notes times, and the agent on it.
final class Stage {
    let bus: PrivateBus
    let server: TimingServer
    let agent: RunningProgram
    let client: AgentClient

    /// Starts all of it; this process's environment then is that of the bus.
    ///
    /// - Parameters:
    ///   - programs: the folder of the project's programs.
    ///   - variables: more of the agent's environment, given the bus's folder.
    /// - Throws: why the bus or the agent did not start.
    init(
        programs: String,
        variables: (_ directory: String) throws -> [String: String] = { _ in [:] }
    ) async throws {
        bus = try await PrivateBus()
        for (name, value) in bus.environment { setenv(name, value, 1) }
        server = try await TimingServer(on: bus.connect())
        agent = try Program(path: "\(programs)/notify-agent").start(
            environment: bus.environment.merging(try variables(bus.directory)) { $1 },
            directory: bus.directory
        )
        client = try AgentClient()
        _ = try client.connection.waitForOwner(of: AgentNames.bus, milliseconds: 10_000) {
            _ throws(AgentUnreachable) in
        }
    }

    /// Stops the agent, then all else.
    func end() async throws {
        agent.kill(SIGTERM)
        _ = try await agent.waitForExit()
        bus.close()
    }

    /// Adds many requests over the bus, one after the other.
    ///
    /// - Returns: how long that took, in seconds.
    func add(_ count: Int, _ trigger: (Int) -> NotificationTrigger) throws -> Double {
        let start = nanoseconds()
        for number in 0..<count {
            _ = try client.add(
                NotificationRequest(
                    appID: AgentNames.app,
                    identifier: "other-\(number)",
                    content: NotificationContent(title: "other \(number)"),
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
