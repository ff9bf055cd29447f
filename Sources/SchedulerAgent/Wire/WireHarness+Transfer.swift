import AgentInterface
import GLibBridge
import NotifyCore

extension WireHarness {
    func export(_ call: BusMethodCall) async throws {
        let name = call.parameters[0]?.string ?? ""
        guard let list = TransferList(rawValue: name) else {
            let names = TransferList.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestError(.malformed, "there is no list \(name.quoted); there are \(names)")
        }
        let app = call.parameters[1]?.string ?? ""
        let (entries, position) = try await scheduler.export(
            list,
            app: app.isEmpty ? nil : app,
            after: call.parameters[2]?.integer ?? 0
        )
        call.reply([.array(of: "a{sv}", entries), .int64(position)])
    }

    func importEntries(_ call: BusMethodCall, _ caller: Caller) async throws {
        let reader = try RecordReader(
            call.parameters[1],
            "options",
            keys: ["more", "dryRun", "serialized"]
        )
        let brought = ImportCall(
            entries: (call.parameters[0]?.children ?? []).map(ImportCall.Entry.record)
                + (try reader.records("serialized") ?? []).map(ImportCall.Entry.serialized),
            files: call.files,
            sender: call.sender,
            requester: caller.words,
            hasMore: try reader.boolean("more") ?? false,
            isDryRun: try reader.boolean("dryRun") ?? false
        )
        let reply = try await scheduler.take(brought)
        // What a caller brought goes with it, also where it has left by now.
        if brought.hasMore { await appLink.watch(call.sender) }
        call.reply([reply.record])
    }
}
