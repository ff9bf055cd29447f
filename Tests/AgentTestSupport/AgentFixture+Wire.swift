import AgentInterface
package import GLibBridge
package import NotifyCore
package import TestSupport

extension AgentFixture {
    /// Calls the agent as an app does.
    @discardableResult
    package func call(_ method: String, _ arguments: Variant...) async throws -> Variant {
        try await client.call(method, on: AgentNames.destination, .tuple(arguments))
    }

    /// Replaces the categories of an app.
    package func setCategories(_ categories: [NotificationCategory], of app: String) async throws {
        let records = Variant.array(of: "a{sv}", categories.map(\.record))
        try await call("SetCategories", .string(app), records)
    }

    /// Adds a request of an app.
    package func add(_ request: NotificationRequest) async throws {
        try await call("Add", request.record)
    }
}
