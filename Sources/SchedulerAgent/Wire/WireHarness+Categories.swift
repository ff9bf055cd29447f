import AgentInterface
import GLibBridge
import NotifyCore

extension WireHarness {
    func setCategories(_ call: BusMethodCall) async throws {
        let list = call.parameters[1]?.children ?? []
        guard list.count <= RequestLimits.categories else {
            throw RequestError(
                .invalidContent,
                "\(list.count) categories are more than the \(RequestLimits.categories) that an app "
                    + "may have"
            )
        }
        let categories = try list.map { record in try NotificationCategory(record: record) }
        try await scheduler.set(categories, of: call.parameters[0]?.string ?? "")
        call.reply()
    }

    func categories(_ call: BusMethodCall) async throws {
        let categories = try await scheduler.categories(of: call.parameters[0]?.string ?? "")
        call.reply([.array(of: "a{sv}", categories)])
    }
}
