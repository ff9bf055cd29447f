import AgentInterface
import GLibBridge
import NotifyCore

extension WireHarness {
    func setCategories(_ call: BusMethodCall, _ caller: Caller) async throws {
        let list = call.parameters[1]?.children ?? []
        guard list.count <= RequestLimits.categories else {
            throw RequestError(
                .invalidContent,
                "\(list.count) categories are more than the \(RequestLimits.categories) that an app "
                    + "may have"
            )
        }
        let categories = try list.map { record in try NotificationCategory(record: record) }
        for action in categories.flatMap(\.actions) { try caller.check(action.url) }
        let app = caller.appID(call.parameters[0]?.string ?? "")
        try await scheduler.set(categories, of: app)
        call.reply()
    }

    func categories(_ call: BusMethodCall, _ caller: Caller) async throws {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        let categories = try await scheduler.categories(of: app)
        call.reply([.array(of: "a{sv}", categories)])
    }
}
