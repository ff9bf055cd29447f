import AgentInterface
import GLibBridge
import NotifyCore

/// Calls that bring messages of apps' servers.
extension AgentService {
    /// Accepts a message.
    func push(_ call: BusMethodCall, _ caller: Caller) async throws {
        let options = try PushOptions(record: call.parameters[2])
        let payload = try PushPayload(parsing: call.parameters[1]?.bytes ?? [])
        let named = call.parameters[0]?.string ?? ""
        let app = caller.appID(named.isEmpty ? payload.appID ?? "" : named)
        guard !app.isEmpty else {
            throw RequestError(
                .invalidIdentifier,
                "the payload lacks the key \(PushPayload.appKey.quoted), and no app is named; name the app"
            )
        }
        let push = IncomingPush(
            payload: payload,
            app: app,
            options: options,
            requester: caller.words,
            isConfined: caller.isConfined
        )
        let quota = caller.quota
        let reply = try await scheduler.run {
            if let quota { try await $0.requests.withFiles.forgetOldest(of: quota) }
            return try await $0.responses.parts.pushes.receive(push, within: quota)
        }
        call.reply([reply.record])
        await scheduler.run { $0.tasks.deliverSoon() }
    }
}
