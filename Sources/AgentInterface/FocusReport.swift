package import NotifyCore

/// Which focus is on, as in the replies to `Focus`, `SetFocus` and `Status`.
package struct FocusReport: Hashable, Sendable {
    /// Whether one is on.
    package var isOn = false
    /// Its name; empty for the plain focus.
    package var name = ""
    /// When it began.
    package var since: Instant?
    /// When it ends by itself; `nil` for never.
    package var until: Instant?
    /// Whether the user switched it on, and not its schedule.
    package var isByHand = false
    /// The apps whose notifications appear.
    package var apps: [String] = []
    /// The `filterCriteria` whose notifications appear.
    package var criteria: [String] = []
    /// How many notifications wait.
    package var waitingCount: Int64 = 0
    /// What waits, in the order in which it came; empty in the reply to `Status`.
    package var waiting: [WaitingNotification] = []
    /// When a focus begins next by its schedule; `nil` while one is on, or for never.
    package var next: Instant?
    /// The name of that focus.
    package var nextName = ""
    /// When the next summary of passive notifications comes; `nil` for never.
    package var nextSummary: Instant?
    /// What the focus is called that this call has switched off; empty for none.
    package var ended = ""
    /// The names of the focuses in `agent.conf`.
    package var names: [String]

    /// Makes the report of no focus.
    package init(names: [String] = []) { self.names = names }

    /// What the focus that is on is called in a sentence.
    package var words: String { name.isEmpty ? "Focus" : "the focus \(name)" }
}

/// A notification that waits for the end of a focus, of do-not-disturb, or for a summary.
package struct WaitingNotification: Hashable, Sendable {
    /// The app and the identifier.
    package var key: RequestKey
    /// Its first line.
    package var title: String
    /// When it came.
    package var date: Instant

    /// Makes one.
    package init(key: RequestKey, title: String, date: Instant) {
        (self.key, self.title, self.date) = (key, title, date)
    }
}

extension FocusReport: Record {
    package static let recordName = "focus"
    package static let blank = Self()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("on", .flag, &isOn)
        try fields.optional("name", .text, &name, default: "")
        try fields.optional("since", .instant, &since)
        try fields.optional("until", .instant, &until)
        try fields.optional("byHand", .flag, &isByHand, default: false)
        try fields.optional("apps", .texts, &apps, default: [])
        try fields.optional("criteria", .texts, &criteria, default: [])
        try fields.optional("waitingCount", .int64, &waitingCount, default: 0)
        try fields.list("waiting", &waiting)
        try fields.optional("next", .instant, &next)
        try fields.optional("nextName", .text, &nextName, default: "")
        try fields.optional("nextSummary", .instant, &nextSummary)
        try fields.optional("ended", .text, &ended, default: "")
        try fields.optional("names", .texts, &names, default: [])
    }
}

extension WaitingNotification: Record {
    package static let recordName = "waiting notification"
    package static let blank = Self(
        key: RequestKey(appID: "", identifier: ""),
        title: "",
        date: .distantPast
    )

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("appID", .text, &key.appID)
        try fields.required("identifier", .text, &key.identifier)
        try fields.written("title", .text, &title, default: "")
        try fields.required("date", .instant, &date)
    }
}
