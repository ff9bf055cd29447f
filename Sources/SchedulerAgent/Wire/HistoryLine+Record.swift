import GLibBridge
import NotifyCore

extension HistoryLine {
    /// The line as the dictionary that the interface documents for `History`.
    var record: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("date", .int64(at.microseconds)),
            ("appID", .string(key.appID)),
            ("identifier", .string(key.identifier)),
            ("title", .string(title)),
            ("event", .string(event.rawValue)),
        ]
        if !detail.isEmpty { entries.append(("detail", .string(detail))) }
        if let scheduled { entries.append(("scheduled", .int64(scheduled.microseconds))) }
        if let requester { entries.append(("requester", .string(requester))) }
        return .dictionary(entries)
    }
}
