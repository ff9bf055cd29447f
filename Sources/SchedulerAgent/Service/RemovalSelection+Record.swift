import AgentInterface
import GLibBridge
import NotifyCore

extension RemovalSelection {
    /// Reads the dictionary that the interface documents for `Remove`.
    init(record: Variant?, alsoTaking keys: [String] = []) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "selection",
            keys: [
                "identifiers", "prefix", "all", "appID", "lists", "others", "keep", "exceed",
                "alarms",
            ] + keys
        )
        let identifiers = try reader.optional("identifiers", .texts)
        let prefix = try reader.optional("prefix", .text)
        let all = try reader.optional("all", .flag) ?? false
        switch (identifiers, prefix, all) {
        case (let identifiers?, nil, false): choice = .identifiers(identifiers)
        case (nil, let prefix?, false): choice = .prefix(prefix)
        case (nil, nil, true): choice = .all
        default:
            throw RequestError(
                .malformed,
                "a removal needs exactly one of identifiers, prefix and all"
            )
        }
        let app = try reader.optional("appID", .text) ?? AgentNames.app
        appID = app.isEmpty ? nil : app
        let lists = try reader.optional("lists", .texts) ?? ["pending", "delivered"]
        if let unknown = lists.first(where: { $0 != "pending" && $0 != "delivered" }) {
            throw RequestError(
                .malformed,
                "there is no list \(unknown.quoted); there are pending and delivered"
            )
        }
        mayBeOfOthers = try reader.optional("others", .flag) ?? false
        keeps = try reader.optional("keep", .flag) ?? false
        mayExceed = try reader.optional("exceed", .flag) ?? true
        includesAlarms = try reader.optional("alarms", .flag) ?? false
        includesPending = lists.contains("pending")
        includesDelivered = lists.contains("delivered")
    }
}
