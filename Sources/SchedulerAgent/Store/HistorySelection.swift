import NotifyCore

/// A selection of lines of the history.
struct HistorySelection: Sendable {
    /// The maximum number of lines.
    static let maxLines = 1_000

    /// The app; `nil` for all.
    var app: String?
    /// The request; `nil` for all.
    var identifier: String?
    /// The earliest date; `nil` for any.
    var since: Instant?
    /// The events; `nil` for all.
    var events: [HistoryLine.Event]?
    /// The maximum number of lines.
    var limit = Self.maxLines
}
