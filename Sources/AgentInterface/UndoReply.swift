package import GLibBridge
package import NotifyCore

/// What `Undo`, `Redo` or `Restore` has done.
package struct UndoReply: Hashable, Sendable {
    /// A kind of change that can be undone.
    package enum Change: String, Hashable, Sendable, CaseIterable {
        case added, removed, edited, skipped, snoozed, paused, resumed, restored, imported
        case sent, calendarRemoved

        /// The verb that makes it.
        package var verb: String { words.verb }
        /// The change itself, in messages.
        package var noun: String { "the \(words.noun)" }

        private var words: (verb: String, noun: String) {
            switch self {
            case .added: ("add", "addition")
            case .removed: ("remove", "removal")
            case .edited: ("edit", "edit")
            case .skipped: ("skip", "skip")
            case .snoozed: ("snooze", "snooze")
            case .paused: ("pause", "pause")
            case .resumed: ("resume", "resumption")
            case .restored: ("restore", "restoration")
            case .imported: ("import", "import")
            case .sent: ("add --to", "addition")
            case .calendarRemoved: ("calendars remove", "removal of the calendar")
            }
        }
    }

    /// A request that the reply is about.
    package struct Request: Hashable, Sendable {
        /// The request, as APP/IDENTIFIER.
        package var path: String
        package var title: String
        /// Whether it is pending or listed now.
        package var isThere: Bool
        package var isPaused: Bool
        /// Its next date; `nil` if it has none, or is paused.
        package var date: Instant?

        /// The request, whose app may have no dot.
        package var key: RequestKey {
            let parts = path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            let identifier = parts.count > 1 ? String(parts[1]) : ""
            return RequestKey(appID: String(parts[0]), identifier: identifier)
        }

        /// Makes a request.
        package init(
            _ path: String,
            title: String,
            isThere: Bool,
            isPaused: Bool = false,
            date: Instant? = nil
        ) {
            self.path = path
            self.title = title
            self.isThere = isThere
            self.isPaused = isPaused
            self.date = date
        }
    }

    /// What was undone, made again or restored.
    package var change: Change
    /// When that was done.
    package var date: Instant
    /// The requests that it concerned.
    package var requests: [Request]

    /// Makes a reply.
    package init(_ change: Change, at date: Instant, requests: [Request] = []) {
        self.change = change
        self.date = date
        self.requests = requests
    }
}

extension UndoReply: Record {
    package static let recordName = "reply"
    package static var blank: Self { Self(.removed, at: Instant(microseconds: 0)) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("change", .choice, &change)
        try fields.required("date", .instant, &date)
        // For clients that know no more than the paths.
        var paths = requests.map(\.path)
        try fields.written("identifiers", .texts, &paths, default: [])
        try fields.list("requests", &requests)
    }
}

extension UndoReply.Request: Record {
    package static let recordName = "requests"
    package static var blank: Self { Self("", title: "", isThere: false) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("path", .text, &path)
        try fields.written("title", .text, &title, default: "")
        try fields.written("there", .flag, &isThere, default: false)
        try fields.written("paused", .flag, &isPaused, default: false)
        try fields.optional("nextTriggerDate", .instant, &date)
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
