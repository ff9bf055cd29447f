package import GLibBridge
package import NotifyCore

extension NotificationRequest: Record {
    package static let recordName = "request"
    package static let blank = Self(
        appID: "",
        identifier: "",
        content: NotificationContent()
    )

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.written("identifier", .text, &identifier, default: "")
        try fields.written("appID", .text, &appID, default: AgentNames.app)
        try fields.required("content", .record, &content)
        var waiting: NotificationTrigger? = if case .immediate = trigger { nil } else { trigger }
        try fields.optional("trigger", .record, &waiting)
        if fields.isReading { trigger = waiting ?? .immediate }
        try fields.list("actions", &actions)
        try fields.optional("hearsDismissal", .flag, &hearsDismissal, default: false)
        try fields.optional("openURL", .text, &openURL)
        try fields.optional("resident", .flag, &isResident, default: false)
        try fields.optional("requester", .text, &requester)
        var origin = sender?.text
        try fields.optional("sender", .text, &origin)
        if fields.isReading { sender = origin.flatMap(Sender.init(text:)) }
        try fields.optional("idempotencyKey", .text.onBusOnly, &idempotencyKey)
        try fields.optional("undoable", .flag.onBusOnly, &isUndoable, default: false)
        var own = bubble.isEmpty ? nil : bubble
        try fields.optional("bubble", .record, &own)
        if fields.isReading { bubble = own ?? BubbleOptions() }
        try options.visit(&fields)
        try fields.optional("run", .text, &run)
    }
}

// The most frequent record has its own copies of these, so that other modules call code that is specialised for this
// type; the generic code takes four times as many instructions.
extension NotificationRequest {
    /// The request as the dictionary that the interface documents, which is also stored.
    package var record: Variant { encoded }

    /// Reads a request; its fields are checked by ``NotifyCore/NotificationRequest/validate()``.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed` if the dictionary does not have the
    ///   documented form.
    package init(record: Variant?) throws(RequestError) {
        try self.init(decoding: record)
    }
}

extension ScheduleOptions {
    /// Visits the fields of a request that have these options.
    fileprivate mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.optional("until", .instant, &until)
        try fields.optional("times", .int64, &times)
        var word: String?
        var limit: Int64?
        switch late {
        case nil: break
        case .show: word = "show"
        case .skip: word = "skip"
        case .within(let microseconds): limit = microseconds
        }
        try fields.optional("late", .text, &word)
        try fields.optional("lateLimit", .span, &limit)
        try fields.optional("wake", .flag, &wakes, default: false)
        if fields.isReading { late = try LateRule(word, limit: limit) }
        try fields.optional("before", .spans, &before, default: [])
        var (interval, count) = (nag?.interval, nag?.times)
        try fields.optional("nag", .span, &interval)
        try fields.optional("nagTimes", .int64, &count)
        guard fields.isReading else { return }
        guard interval != nil || count == nil else {
            throw RequestError(
                .malformed,
                .init("nagTimes", "nagTimes"),
                reason: "needs nag, the microseconds between two times"
            )
        }
        nag = interval.map { NagRule(interval: $0, times: count ?? NagRule.usualTimes) }
    }
}

extension LateRule {
    fileprivate init?(_ word: String?, limit: Int64?) throws(RequestError) {
        switch (word, limit) {
        case (nil, nil): return nil
        case (nil, let limit?): self = .within(microseconds: limit)
        case ("show", nil): self = .show
        case ("skip", nil): self = .skip
        case (let word?, nil):
            throw RequestError(
                .malformed,
                .late,
                reason: "is \(word.quoted)",
                wayOut: "use show or skip, or lateLimit with microseconds"
            )
        default:
            throw RequestError(
                .malformed,
                "late and lateLimit exclude each other",
                about: .late,
                wayOut: "keep one of them"
            )
        }
    }
}
