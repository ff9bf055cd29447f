import AgentInterface
import GLibBridge
import NotifyCore

extension AgentService {
    func export(_ call: BusMethodCall) async throws {
        let name = call.parameters[0]?.string ?? ""
        guard let list = TransferList(rawValue: name) else {
            let names = TransferList.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestError(.malformed, "there is no list \(name.quoted); there are \(names)")
        }
        let app = call.parameters[1]?.string ?? ""
        let position = call.parameters[2]?.integer ?? 0
        let (part, end) = try await scheduler.run {
            try $0.requests.lists.part(of: list, app: app.isEmpty ? nil : app, after: position)
        }
        call.reply([.array(of: "a{sv}", coding.entries(of: part)), .int64(end)])
    }

    func importEntries(_ call: BusMethodCall, _ caller: Caller) async throws {
        let reader = try RecordReader(
            call.parameters[1],
            "options",
            keys: ["more", "dryRun", "serialized"]
        )
        let brought = ImportCall(
            entries: (call.parameters[0]?.children ?? []).map(ImportCall.Entry.record)
                + (try reader.optional("serialized", .records) ?? []).map(
                    ImportCall.Entry.serialized
                ),
            files: call.files,
            sender: call.sender,
            requester: caller.words,
            hasMore: try reader.optional("more", .flag) ?? false,
            isDryRun: try reader.optional("dryRun", .flag) ?? false
        )
        let reply = try await scheduler.take(brought)
        // The entries are discarded when the caller leaves, also if it has already left.
        if brought.hasMore { await appLink.watch(call.sender) }
        call.reply([reply.record])
    }
}
