import AgentInterface
import GLibBridge
import NotifyCore

/// Calls about delivered notifications.
extension AgentService {
    /// Shows a notification again.
    func showAgain(_ call: BusMethodCall) async throws {
        let (key, serverPresent) = try await agent.again(
            call.parameters[0]?.string ?? "",
            preferring: call.parameters[1]?.string ?? ""
        )
        call.reply([
            .dictionary([
                ("appID", .string(key.appID)), ("identifier", .string(key.identifier)),
                ("serverPresent", .boolean(serverPresent)),
            ])
        ])
    }

    /// Dismisses notifications.
    func dismiss(_ call: BusMethodCall) async throws {
        let selection = try RemovalSelection(record: call.parameters[0])
        call.reply([Self.names(try await agent.dismiss(selection))])
    }
}
