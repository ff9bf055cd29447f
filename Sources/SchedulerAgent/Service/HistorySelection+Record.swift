import AgentInterface
import GLibBridge
import NotifyCore

extension HistorySelection {
    /// Creates the selection of a `History` call; an empty text matches all.
    init(_ identifier: String, app: String, limit: Int) {
        self.init(
            app: app.isEmpty ? nil : app,
            identifier: identifier.isEmpty ? nil : identifier,
            limit: max(0, min(limit, Self.maxLines))
        )
    }

    /// Reads the dictionary that the interface documents for `SelectHistory`.
    init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "selection",
            keys: ["identifier", "appID", "since", "events", "limit"]
        )
        app = try reader.optional("appID", .text)
        identifier = try reader.optional("identifier", .text)
        since = try reader.optional("since", .instant)
        if let names = try reader.optional("events", .texts) {
            var events: [HistoryLine.Event] = []
            for name in names {
                guard name != Self.unseen else {
                    withUnseen = true
                    continue
                }
                guard let event = HistoryLine.Event(rawValue: name) else {
                    throw RequestError(.malformed, "the history has no event \(name.quoted)")
                }
                events.append(event)
            }
            self.events = events
        }
        if let limit: Int = try reader.optional("limit", .int64) {
            guard (1...Self.maxLines).contains(limit) else {
                throw RequestError(
                    .malformed,
                    "limit \(limit) is not between 1 and \(Self.maxLines)"
                )
            }
            self.limit = limit
        }
    }
}
