import AgentInterface
import GLibBridge
import NotifyCore
import TestSupport

extension Desk {
    /// Calls the agent as an app does.
    @discardableResult
    func call(_ method: String, _ arguments: Variant...) async throws -> Variant {
        try await client.call(method, on: AgentNames.destination, .tuple(arguments))
    }

    /// Replaces the categories of an app.
    func setCategories(_ categories: [NotificationCategory], of app: String) async throws {
        let records = Variant.array(of: "a{sv}", categories.map(\.record))
        try await call("SetCategories", .string(app), records)
    }

    /// Adds a request of an app.
    func add(_ request: NotificationRequest) async throws {
        try await call("Add", request.record)
    }
}
