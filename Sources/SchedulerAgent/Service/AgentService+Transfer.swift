import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore

extension AgentService {
    func export(_ call: BusMethodCall) async throws {
        let name = call.parameters[0]?.string ?? ""
        guard let list = TransferList(rawValue: name), TransferList.exported.contains(list) else {
            let names = TransferList.exported.map(\.rawValue).joined(separator: ", ")
            throw RequestError(.malformed, "there is no list \(name.quoted); there are \(names)")
        }
        let app = call.parameters[1]?.string ?? ""
        let position = call.parameters[2]?.integer ?? 0
        let (part, end) = try await agent.run {
            try $0.lists.part(of: list, app: app.isEmpty ? nil : app, after: position)
        }
        call.reply([.array(of: "a{sv}", coding.entries(of: part)), .int64(end)])
    }

    func calendars(_ call: BusMethodCall) async throws {
        let name = call.parameters[0]?.string ?? ""
        let entries = try await agent.run { agent throws(RequestError) in
            try agent.imports.calendars(named: name.isEmpty ? nil : name)
        }
        call.reply([.array(of: "a{sv}", entries.map(\.record))])
    }

    func removeCalendar(_ call: BusMethodCall, _ caller: Caller) async throws {
        let name = call.parameters[0]?.string ?? ""
        let count = try await agent.run {
            try await $0.imports.endCalendar(name, by: caller.words, call: call.name)
        }
        await followCalendars()
        call.reply([.int64(Int64(count))])
    }

    func importEntries(_ call: BusMethodCall, _ caller: Caller) async throws {
        let reader = try RecordReader(
            call.parameters[1],
            "options",
            keys: ["more", "dryRun", "replace", "serialized", "calendar", "part", "foreign"]
        )
        let brought = ImportCall(
            entries: ImportRecords(
                records: call.parameters[0]?.children ?? [],
                serialized: try reader.optional("serialized", .records) ?? [],
                files: call.files
            ),
            sender: call.sender,
            name: call.name,
            part: try reader.optional("part", .int64),
            requester: caller.words,
            isForeign: try reader.optional("foreign", .flag) ?? false,
            hasMore: try reader.optional("more", .flag) ?? false,
            isDryRun: try reader.optional("dryRun", .flag) ?? false,
            replaces: try reader.optional("replace", .flag) ?? false,
            calendar: try reader.optional("calendar", .record)
        )
        let reply = try await agent.run { try await $0.imports.load(brought) }
        if !brought.hasMore, !brought.isDryRun, brought.calendar != nil { await followCalendars() }
        // The entries are discarded when the caller leaves, also if it has already left.
        if brought.hasMore { await appLink.watch(call.sender) }
        call.reply([reply.record])
    }
}
