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
    /// Whether deliveries that came to the list and not to the screen are added to the events.
    var withUnseen = false

    /// The name of these deliveries among the events of a call.
    static let unseen = "unseen"
    /// Their details, between commas; `nil` if they are not added.
    var unseenDetails: String? {
        withUnseen ? ",\(HistoryLine.unseenDetails.joined(separator: ","))," : nil
    }

    /// The maximum number of lines.
    var limit = Self.maxLines
}
