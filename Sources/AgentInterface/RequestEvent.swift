package import GLibBridge
package import NotifyCore

/// An event of a request, as in the signal `Happened` and, with fewer fields, in the reply to `History`.
package struct RequestEvent: Hashable, Sendable {
    /// When it happened.
    package var date: Instant
    /// The request.
    package var key: RequestKey
    /// The request's title at that time; empty if unknown.
    package var title: String
    /// The kind of event, such as `delivered` or `responded`.
    package var event: String
    /// Details, as in the history.
    package var detail: String = ""
    /// The date that it is about, if any.
    package var scheduled: Instant?
    /// The caller that requested what was opened, if anything was.
    package var requester: String?
    /// The server's number of the bubble.
    package var bubble: UInt32?
    /// The reason of the bubble's closing, in the specification's numbers.
    package var reason: UInt32?
    /// The action's identifier.
    package var action: String?
    /// The action's label.
    package var actionTitle: String?
    /// What the user typed.
    package var userText: String?
    /// The action's URL.
    package var url: String?
    /// The command that was started; empty for none.
    package var arguments: [String] = []
    /// Why nothing was opened.
    package var problem: String?
    /// The desktop's activation token.
    package var activationToken: String?
    /// The D-Bus error of the server that refused it.
    package var errorName: String?

    /// The kind of an event that is reported and is not in the history: the server named a button that the
    /// notification does not have.
    package static let unknownAction = "unknownAction"

    /// Makes an event.
    package init(
        _ event: String,
        of key: RequestKey,
        title: String,
        at date: Instant = Instant(microseconds: 0)
    ) {
        self.date = date
        self.key = key
        self.title = title
        self.event = event
    }
}

extension RequestEvent: Record {
    package static let recordName = "event"
    package static var blank: Self {
        let key = RequestKey(appID: "", identifier: "")
        return Self("", of: key, title: "", at: Instant(microseconds: 0))
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("date", .instant, &date)
        try fields.required("appID", .text, &key.appID)
        try fields.required("identifier", .text, &key.identifier)
        try fields.written("title", .text, &title, default: "")
        try fields.required("event", .text, &event)
        try fields.optional("detail", .text, &detail, default: "")
        try fields.optional("scheduled", .instant, &scheduled)
        try fields.optional("bubble", .uint32, &bubble)
        try fields.optional("reason", .uint32, &reason)
        try fields.optional("arguments", .texts, &arguments, default: [])
        try fields.optional("requester", .text, &requester)
        try fields.optional("action", .text, &action)
        try fields.optional("actionTitle", .text, &actionTitle)
        try fields.optional("userText", .text, &userText)
        try fields.optional("url", .text, &url)
        try fields.optional("problem", .text, &problem)
        try fields.optional("activationToken", .text, &activationToken)
        try fields.optional("errorName", .text, &errorName)
    }

    /// Reads an event; ignores keys of newer agents.
    package init(record: Variant?) throws(RequestError) {
        self = .blank
        var decoder = try RecordDecoder(record, of: Self.recordName, isLenient: true)
        try visit(&decoder)
    }
}
