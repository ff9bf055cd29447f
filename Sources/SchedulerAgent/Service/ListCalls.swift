import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore

/// The calls for lists, which are read in parts, between which all others have their turns.
struct ListCalls: Sendable {
    let agent: Agent
    let coding: ListCoding

    /// The number of entries above which free memory is returned to the system.
    private static let manyEntries = 5_000
    /// The maximum number of names in a reply of `Identifiers`.
    private static let maxNames = 1_000

    /// Returns a whole list.
    func list(_ call: BusMethodCall, _ caller: Caller) async throws {
        let name = call.parameters[0]?.string ?? ""
        let claimed = caller.appID(call.parameters[1]?.string ?? "")
        let app = claimed.isEmpty ? nil : claimed
        if name == "removed" {
            return call.reply([.array(of: "a{sv}", try await removed(app: app, caller))])
        }
        if name == "sent" {
            return call.reply([.array(of: "a{sv}", try await sent(app: app, caller))])
        }
        guard let list = ListName(rawValue: name) else {
            throw Self.unknown(name, known: "pending, waiting, delivered, removed and sent")
        }
        var entries: [(order: ListedRow.Order, entry: Variant)] = []
        var (bytes, position) = (0, ListPosition?.none)
        repeat {
            let after = position
            let part = try await agent.run {
                try $0.lists.part(of: list, ListSelection(appID: app), after: after)
            }
            for row in part.rows {
                guard let entry = coding.entry(row) else { continue }
                entries.append((row.order, entry))
                bytes += row.record.count
            }
            guard bytes <= BusMethodCall.maxReply else { break }
            position = part.end
        } while position != nil
        // This is where a long list is put together, so it ends here before it takes that memory.
        if entries.count > Self.manyEntries || bytes > BusMethodCall.maxReply {
            FreeMemory.returnSoon()
        }
        guard bytes <= BusMethodCall.maxReply else { return call.failAsTooLarge(bytes) }
        entries.sort { $0.order < $1.order }
        call.reply([.array(of: "a{sv}", entries.map(\.entry))])
    }

    /// Returns a part of a list.
    func listPart(_ call: BusMethodCall, _ caller: Caller) async throws {
        let name = call.parameters[0]?.string ?? ""
        guard let list = ListName(rawValue: name) else {
            throw Self.unknown(name, known: "pending, waiting and delivered")
        }
        var (selection, text) = try ListSelection.read(call.parameters[1])
        guard selection.search == nil || !caller.isConfined else {
            throw RequestError(.notAllowed, "\(caller.words) may not search; leave search out")
        }
        let app = caller.appID(selection.appID ?? "")
        selection.appID = app.isEmpty ? nil : app
        let (wanted, position) = (selection, try ListPosition(text: text, in: list))
        let part = try await agent.run { try $0.lists.part(of: list, wanted, after: position) }
        let entries = await coding.serialized(part.rows, wanted)
        call.reply([.array(of: "ay", entries.map(Variant.bytes)), .string(part.end?.text ?? "")])
    }

    /// Returns names for the completion of a command line.
    func identifiers(_ call: BusMethodCall) async throws {
        let name = call.parameters[0]?.string ?? ""
        guard let list = TransferList(rawValue: name), [.pending, .delivered].contains(list) else {
            throw Self.unknown(name, known: "pending and delivered")
        }
        let prefix = call.parameters[1]?.string ?? ""
        let limit = max(1, min(Int(call.parameters[2]?.integer ?? 0), Self.maxNames))
        let names = try await agent.run {
            try $0.store.names(
                in: list,
                preferring: AgentNames.app,
                prefix: prefix,
                limit: limit
            )
        }
        call.reply([.strings(names)])
    }

    /// The entries of the removed requests.
    ///
    /// A sandboxed app did not remove them.
    private func removed(app: String?, _ caller: Caller) async throws -> [Variant] {
        guard !caller.isConfined else {
            throw RequestError(.notAllowed, "\(caller.words) may not list what was removed")
        }
        let entries = try await agent.run { try $0.lists.removed(app: app) }
        return await coding.entries(of: entries) { coding.entry($0) }
    }

    /// The entries of what was sent to other machines, which no sandboxed app did.
    private func sent(app: String?, _ caller: Caller) async throws -> [Variant] {
        guard !caller.isConfined else {
            throw RequestError(
                .notAllowed,
                "\(caller.words) may not list what was sent to other machines"
            )
        }
        return try await agent.run { try $0.store.sent.all(app: app) }.map { sent in
            .dictionary([
                ("request", .encoded(sent.record)), ("sent", .int64(sent.at.microseconds)),
                ("machines", .strings(sent.machines)),
            ])
        }
    }

    private static func unknown(_ name: String, known: String) -> RequestError {
        RequestError(.malformed, "there is no list \(name.quoted); there are \(known)")
    }
}
