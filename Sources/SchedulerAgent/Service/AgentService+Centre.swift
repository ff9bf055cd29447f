import AgentInterface
import GLibBridge
import NotifyCore

/// Calls about what was delivered.
extension AgentService {
    /// Shows a notification once more.
    func showAgain(_ call: BusMethodCall) async throws {
        let (key, serverPresent) = try await scheduler.again(
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

    /// Ends notifications as the user does at their bubbles.
    func dismiss(_ call: BusMethodCall) async throws {
        let selection = try RemovalSelection(record: call.parameters[0])
        call.reply([Self.names(try await scheduler.dismiss(selection))])
    }
}
