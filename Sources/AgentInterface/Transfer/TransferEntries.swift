package import NotifyCore

/// The lists of an export.
package enum TransferList: String, Hashable, Sendable, CaseIterable {
    /// The categories of all apps, which come first because requests refer to them.
    case categories
    /// Pending requests.
    case pending
    /// Delivered notifications.
    case delivered
    /// The events of calendars that requests were made of.
    case events
    /// The files of a calendar, which are imported only.
    case files

    /// The lists that an export has, in order.
    package static let exported: [TransferList] = [.categories, .pending, .delivered, .events]
}

/// The entry of a category in `Export` and `Import`.
package struct CategoryEntry: Record {
    private var list = TransferList.categories
    private var line: Int64?
    var appID: String
    var category: NotificationCategory

    /// Makes an entry.
    package init(appID: String, category: NotificationCategory) {
        self.appID = appID
        self.category = category
    }

    package static let recordName = "entry"
    package static var blank: Self { Self(appID: "", category: .blank) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("list", .choice, &list)
        try fields.optional("line", .int64, &line)
        try fields.required("appID", .text, &appID)
        try fields.required("category", .record, &category)
    }
}

/// The entry of a pending request in `Export` and `Import`.
package struct PendingEntry: Record {
    private var list = TransferList.pending
    private var line: Int64?
    var request: NotificationRequest
    var added, due, settled: Instant?
    var fired: Int?
    var isPaused: Bool?
    var pauseEnd: Instant?
    var taken: [Instant]?

    /// Makes the entry of a new request.
    package init(_ request: NotificationRequest) {
        self.request = request
    }

    /// Makes the entry of a pending request; `taken` are its dates that do not come again.
    package init(_ pending: PendingRequest, taken: [Instant]) {
        request = pending.request
        added = pending.added
        due = pending.due
        settled = pending.settled
        fired = pending.fired
        isPaused = pending.isPaused
        pauseEnd = pending.pause?.end
        self.taken = taken.isEmpty ? nil : taken
    }

    package static let recordName = "entry"
    package static var blank: Self { Self(.blank) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("list", .choice, &list)
        try fields.optional("line", .int64, &line)
        try fields.required("request", .record, &request)
        try fields.optional("added", .instant, &added)
        try fields.optional("nextTriggerDate", .instant, &due)
        try fields.optional("settled", .instant, &settled)
        try fields.optional("fired", .int64, &fired)
        try fields.optional("paused", .flag, &isPaused)
        try fields.optional("pausedUntil", .instant, &pauseEnd)
        try fields.optional("taken", .instants, &taken)
    }

    /// Whether it is a request without anything else.
    var isNew: Bool {
        added == nil && due == nil && settled == nil && fired == nil && isPaused == nil
            && taken == nil && pauseEnd == nil
    }
}

/// The entry of a delivered notification in `Export` and `Import`.
extension Delivery: Record {
    package static let recordName = "entry"
    package static var blank: Self {
        let date = Instant(microseconds: 0)
        return Self(request: .blank, scheduled: date, delivered: date, state: .listed)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        var list = TransferList.delivered
        var line: Int64?
        try fields.required("list", .choice, &list)
        try fields.optional("line", .int64, &line)
        try fields.required("request", .record, &request)
        try fields.required("scheduled", .instant, &scheduled)
        try fields.required("date", .instant, &delivered)
        var first = note?.occurrences.first
        var count = note?.occurrences.count
        var isLate = note?.isLate
        try fields.optional("firstScheduled", .instant, &first)
        try fields.optional("occurrences", .int64, &count)
        try fields.optional("late", .flag, &isLate)
        try fields.optional("crossing", .record, &crossing)
        try fields.optional("presentation", .presentation, &presentation)
        guard fields.isReading, let first else { return }
        try ImportEntry.check(count: count, of: "occurrences")
        let occurrences = Occurrences(first: first, latest: scheduled, count: count ?? 1)
        note = LateNote(occurrences: occurrences, isLate: isLate ?? false)
    }
}
