package import GLibBridge
package import NotifyCore

/// What `Undo` or `Restore` has done.
package struct UndoReply: Hashable, Sendable {
    /// A kind of change that can be undone.
    package enum Change: String, Hashable, Sendable, CaseIterable {
        case removed, edited, skipped, snoozed, paused, resumed
    }

    /// What was undone.
    package var change: Change
    /// When that was done.
    package var date: Instant
    /// The requests that are as before, as APP/IDENTIFIER.
    package var identifiers: [String]
    /// Why others are not, one sentence each.
    package var problems: [String]
    /// How many requests were too many to be kept.
    package var cut: Int

    /// Makes a reply.
    package init(
        _ change: Change,
        at date: Instant,
        identifiers: [String] = [],
        problems: [String] = [],
        cut: Int = 0
    ) {
        self.change = change
        self.date = date
        self.identifiers = identifiers
        self.problems = problems
        self.cut = cut
    }
}

extension UndoReply: Record {
    package static let recordName = "reply"
    package static var blank: Self { Self(.removed, at: Instant(microseconds: 0)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("change", .choice, &change)
        try fields.required("date", .instant, &date)
        try fields.written("identifiers", .texts, &identifiers, default: [])
        try fields.optional("problems", .texts, &problems, default: [])
        try fields.optional("cut", .int64, &cut, default: 0)
    }
}

/// A removed request, as in the reply to `List`.
package struct RemovedRequest: Hashable, Sendable {
    /// The request.
    package var request: NotificationRequest
    /// When it was removed.
    package var removed: Instant
    /// Whether it was pending, and not delivered.
    package var wasPending: Bool
    /// When it was due, if it was pending and had a date; or was delivered.
    package var date: Instant?

    /// Makes an entry.
    package init(
        request: NotificationRequest,
        removed: Instant,
        wasPending: Bool,
        date: Instant?
    ) {
        self.request = request
        self.removed = removed
        self.wasPending = wasPending
        self.date = date
    }

    /// The entry of `List`.
    package var entry: Variant {
        var entries: [(key: String, value: Variant)] = [
            ("request", request.record), ("removed", .int64(removed.microseconds)),
            ("list", .string(wasPending ? "pending" : "delivered")),
        ]
        if let date {
            entries.append((wasPending ? "nextTriggerDate" : "date", .int64(date.microseconds)))
        }
        return .dictionary(entries)
    }

    /// Reads an entry of `List`.
    package init(entry: Variant) throws(RequestError) {
        let reader = try RecordReader(
            entry,
            "entry",
            keys: ["request", "removed", "list", "nextTriggerDate", "date"]
        )
        let isPending = try reader.required("list", .text) == "pending"
        self.init(
            request: try reader.required("request", .record),
            removed: try reader.required("removed", .instant),
            wasPending: isPending,
            date: try reader.optional(isPending ? "nextTriggerDate" : "date", .instant)
        )
    }
}
