import GLibBridge
public import NotifyCore

extension AgentClient {
    /// What happened to requests, latest first.
    ///
    /// - Parameters:
    ///   - identifier: of which; `nil` for all.
    ///   - app: whose; `nil` for all.
    ///   - since: the earliest date; `nil` for any.
    ///   - events: these alone, as the interface names them; `nil` for all.
    ///   - limit: how many lines at most, 1 to 1000.
    /// - Returns: the lines.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func history(
        of identifier: String? = nil,
        app: String? = nil,
        since: Instant? = nil,
        events: [String]? = nil,
        limit: Int
    ) throws -> [HistoryEntry] {
        var entries: [(key: String, value: Variant)] = [("limit", .int64(Int64(limit)))]
        if let identifier { entries.append(("identifier", .string(identifier))) }
        if let app { entries.append(("appID", .string(app))) }
        if let since { entries.append(("since", .int64(since.microseconds))) }
        if let events { entries.append(("events", .strings(events))) }
        let reply = try call("SelectHistory", [.dictionary(entries)])
        return try (reply[0]?.children ?? []).map { line in try HistoryEntry(record: line) }
    }
}
