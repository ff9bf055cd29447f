import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore

/// Calls that change what is pending.
extension AgentService {
    /// Replaces a pending request by one that was made of it.
    func edit(_ call: BusMethodCall, _ caller: Caller) async throws {
        var request = try NotificationRequest(record: call.parameters[0])
        let original = try NotificationRequest(record: call.parameters[1])
        // The requester answers for what is opened.
        let opensTheSame =
            request.openURL == original.openURL && request.actions == original.actions
        request.requester = opensTheSame ? original.requester : caller.words
        request.sender = original.sender
        request.idempotencyKey = nil
        request.isUndoable = false
        try await caller.check(request)
        let options = try RecordReader(call.parameters[2], "options", keys: ["by", "restart"])
        let step: Int? = try options.optional("by", .int64)
        let change = RequestChange(
            request: request,
            original: original,
            step: step.map(Int64.init),
            restarts: try options.optional("restart", .flag) ?? false,
            origin: caller.words,
            call: call.name
        )
        let reply = try await agent.run {
            try await $0.requests.edit(change, files: call.files)
        }
        call.reply([reply.record])
    }
}
