import GLibBridge
package import NotifyCore

extension AgentClient {
    /// Returns the events of the history, latest first.
    ///
    /// - Parameters:
    ///   - identifier: the request; `nil` for all.
    ///   - app: the app; `nil` for all.
    ///   - since: the earliest date; `nil` for any.
    ///   - events: the kinds of events, as the interface names them; `nil` for all.
    ///   - limit: the maximum number of events, 1 to 1000.
    package func history(
        of identifier: String? = nil,
        app: String? = nil,
        since: Instant? = nil,
        events: [String]? = nil,
        limit: Int
    ) throws -> [RequestEvent] {
        var entries: [(key: String, value: Variant)] = [("limit", .int64(Int64(limit)))]
        if let identifier { entries.append(("identifier", .string(identifier))) }
        if let app { entries.append(("appID", .string(app))) }
        if let since { entries.append(("since", .int64(since.microseconds))) }
        if let events { entries.append(("events", .strings(events))) }
        let reply = try call("SelectHistory", [.dictionary(entries)])
        return try (reply[0]?.children ?? []).map { line in try RequestEvent(record: line) }
    }
}
