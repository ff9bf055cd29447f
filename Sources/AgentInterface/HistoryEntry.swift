public import GLibBridge
public import NotifyCore

/// A line of the history as `History` gives it.
public struct HistoryEntry: Hashable, Sendable {
    /// When it happened.
    public var date: Instant
    /// To which request.
    public var key: RequestKey
    /// The request's title then; empty where it was not at hand.
    public var title: String
    /// What happened, such as `delivered` or `missed`.
    public var event: String
    /// More about it, such as the URL that was opened or how many dates were missed.
    public var detail: String
    /// The date that it is about, where it is about one.
    public var scheduled: Instant?
    /// Who asked for what was opened, where something was.
    public var requester: String?

    /// Makes a line from its parts.
    public init(
        date: Instant,
        key: RequestKey,
        title: String,
        event: String,
        detail: String,
        scheduled: Instant?,
        requester: String?
    ) {
        self.date = date
        self.key = key
        self.title = title
        self.event = event
        self.detail = detail
        self.scheduled = scheduled
        self.requester = requester
    }

    /// Reads a line.
    ///
    /// - Throws: ``RequestError`` with code `Malformed`.
    public init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "line",
            keys: [
                "date", "appID", "identifier", "title", "event", "detail", "scheduled", "requester",
            ]
        )
        date = try reader.required(instant: "date")
        key = RequestKey(
            appID: try reader.required("appID"),
            identifier: try reader.required("identifier")
        )
        title = try reader.string("title") ?? ""
        event = try reader.required("event")
        detail = try reader.string("detail") ?? ""
        scheduled = try reader.instant("scheduled")
        requester = try reader.string("requester")
    }
}
