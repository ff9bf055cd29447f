public import GLibBridge
public import NotifyCore

/// A response on its way to an app, with what keeps two processes from acting on it.
public struct HandedResponse: Hashable, Sendable {
    /// What the user did.
    public var response: AppResponse
    /// The agent's number of the response; `nil` where its agent gives none.
    public var id: Int64?
    /// When the app may act on it no longer, in microseconds of CLOCK_BOOTTIME; `nil` where it always may.
    public var until: Int64?

    /// Makes one from its parts.
    public init(_ response: AppResponse, id: Int64? = nil, until: Int64? = nil) {
        self.response = response
        self.id = id
        self.until = until
    }

    /// The response as the interface documents it for `DidReceive`.
    public var record: Variant {
        var entries = response.record.entries ?? []
        if let id { entries.append(("id", .int64(id))) }
        if let until { entries.append(("until", .int64(until))) }
        return .dictionary(entries)
    }

    /// Reads a response.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed`.
    public init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "response",
            keys: AppResponse.keys + ["id", "until"]
        )
        response = try AppResponse(reader)
        id = try reader.integer("id")
        until = try reader.integer("until")
    }
}
