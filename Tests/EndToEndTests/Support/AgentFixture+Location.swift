import AgentInterface
import GLibBridge
import TestSupport

extension AgentFixture {
    /// What the agent says of the location service.
    func location() async throws -> String {
        let status = try await client.call(
            "Status",
            on: BusDestination(
                name: AgentNames.bus,
                path: AgentNames.path,
                interface: AgentNames.interface
            )
        )
        return status[0]?["location"]?["state"]?.string ?? "?"
    }

    /// Waits until the agent says a state of the location service.
    func waitForLocation(_ state: String) async throws {
        try await poll(30, "the location service \(state)") {
            try await location() == state ? () : nil
        }
    }
}
