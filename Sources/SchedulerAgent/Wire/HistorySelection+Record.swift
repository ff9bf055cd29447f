import AgentInterface
import GLibBridge
import NotifyCore

extension HistorySelection {
    /// Reads the dictionary that the interface documents for `SelectHistory`.
    init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "selection",
            keys: ["identifier", "appID", "since", "events", "limit"]
        )
        app = try reader.string("appID")
        identifier = try reader.string("identifier")
        since = try reader.instant("since")
        if let names = try reader.strings("events") {
            var events: [HistoryLine.Event] = []
            for name in names {
                guard let event = HistoryLine.Event(rawValue: name) else {
                    throw RequestError(.malformed, "the history has no event \(name.quoted)")
                }
                events.append(event)
            }
            self.events = events
        }
        if let limit = try reader.integer("limit") {
            guard (1...Int64(Self.mostLines)).contains(limit) else {
                throw RequestError(
                    .malformed,
                    "limit \(limit) is not between 1 and \(Self.mostLines)"
                )
            }
            self.limit = Int(limit)
        }
    }
}
