public import GLibBridge
public import NotifyCore

/// What happened to a request, as `Happened` tells it.
public struct RequestEvent: Sendable {
    /// When it happened.
    public var date: Instant
    /// To which request.
    public var key: RequestKey
    /// The request's title then; empty where it was not at hand.
    public var title: String
    /// What happened, such as `delivered` or `responded`.
    public var event: String
    /// More about it, as the history has it.
    public var detail: String = ""
    /// The date that it is about, where it is about one.
    public var scheduled: Instant?
    /// Who asked for what was opened, where something was.
    public var requester: String?
    /// The server's number of the bubble.
    public var bubble: UInt32?
    /// Why the bubble went, in the specification's numbers.
    public var reason: UInt32?
    /// The action's identifier.
    public var action: String?
    /// The action's label.
    public var actionTitle: String?
    /// What the user typed.
    public var userText: String?
    /// The action's URL.
    public var url: String?
    /// Why nothing was opened.
    public var problem: String?
    /// The desktop's leave to take the focus.
    public var activationToken: String?
    /// The D-Bus error with which the server refused it.
    public var errorName: String?

    /// Makes an event.
    public init(_ event: String, of key: RequestKey, title: String, at date: Instant) {
        self.date = date
        self.key = key
        self.title = title
        self.event = event
    }

    /// The event as it crosses the bus.
    public var record: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("date", .int64(date.microseconds)),
            ("appID", .string(key.appID)),
            ("identifier", .string(key.identifier)),
            ("title", .string(title)),
            ("event", .string(event)),
        ]
        if !detail.isEmpty { entries.append(("detail", .string(detail))) }
        if let scheduled { entries.append(("scheduled", .int64(scheduled.microseconds))) }
        if let bubble { entries.append(("bubble", .uint32(bubble))) }
        if let reason { entries.append(("reason", .uint32(reason))) }
        let texts = [
            ("requester", requester), ("action", action), ("actionTitle", actionTitle),
            ("userText", userText), ("url", url), ("problem", problem),
            ("activationToken", activationToken), ("errorName", errorName),
        ]
        for (key, text) in texts { if let text { entries.append((key, .string(text))) } }
        return .dictionary(entries)
    }

    /// Reads an event; keys that a newer agent adds are left out.
    ///
    /// - Throws: ``RequestError`` with code `Malformed`.
    public init(record: Variant?) throws(RequestError) {
        guard let record, let date = record["date"]?.integer,
            let appID = record["appID"]?.string, let identifier = record["identifier"]?.string,
            let event = record["event"]?.string
        else { throw RequestError(.malformed, "the event lacks its date, its request or its name") }
        let number = { (key: String) in record[key]?.integer.flatMap { UInt32(exactly: $0) } }
        self.date = Instant(microseconds: date)
        key = RequestKey(appID: appID, identifier: identifier)
        title = record["title"]?.string ?? ""
        self.event = event
        detail = record["detail"]?.string ?? ""
        scheduled = record["scheduled"]?.integer.map(Instant.init(microseconds:))
        requester = record["requester"]?.string
        bubble = number("bubble")
        reason = number("reason")
        action = record["action"]?.string
        actionTitle = record["actionTitle"]?.string
        userText = record["userText"]?.string
        url = record["url"]?.string
        problem = record["problem"]?.string
        activationToken = record["activationToken"]?.string
        errorName = record["errorName"]?.string
    }
}
