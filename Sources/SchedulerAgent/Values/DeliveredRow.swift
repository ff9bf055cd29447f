import AgentInterface
import NotifyCore

/// The row of a delivered notification.
struct DeliveredRow: Sendable {
    let id: DeliveryID
    let record: [UInt8]
    let scheduled: Instant
    let delivered: Instant
    let state: DeliveryState
    let note: LateNote?
    let presentation: PresentationOptions?
    /// The crossing of a region's border that it reports.
    let crossing: RegionCrossing?

    /// Decodes the delivery.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the stored bytes are invalid.
    func delivery() throws(RequestError) -> Delivery {
        Delivery(
            request: try NotificationRequest(storedBytes: record),
            scheduled: scheduled,
            delivered: delivered,
            state: state,
            note: note,
            crossing: crossing,
            presentation: presentation
        )
    }
}

extension DeliveryState {
    /// The state's name in the store and on the bus.
    var name: String {
        switch self {
        case .delivering: "delivering"
        case .unknown: "unknown"
        case .shown: "shown"
        case .returning: "returning"
        case .listed: "listed"
        }
    }

    /// The server that shows or may show it.
    var owner: String? {
        switch self {
        case .unknown(let owner): owner
        case .shown, .returning: bubble?.owner
        case .delivering, .listed: nil
        }
    }
}

/// The changes of an event on a delivery, which are stored in one transaction.
struct DeliveryChange: Sendable {
    /// The delivery's number; a newer delivery may have replaced it.
    let id: DeliveryID
    /// Its new state, and when it was delivered; `nil` if they do not change.
    var state: (state: DeliveryState, date: Instant)?
    /// Whether it leaves the list.
    var ends = false
    /// Whether the user has acknowledged it, so that it is not shown again for that.
    var isAcknowledged = false
    /// The message to its app.
    var response: AppResponse?
    /// The line of the history.
    var line: HistoryLine?
    /// The response to hold until the session is unlocked.
    var held: Response?
    /// The request of a snooze.
    var child: (request: AcceptedRequest, reply: AddReply)?
    /// Whether the held response needs a text first.
    var heldForPrompt = false

    /// The result of storing a change.
    struct Written: Sendable {
        /// The number of older responses that were dropped.
        var dropped = 0
        /// The number of the held response.
        var held: Int64?
        /// The number of the request of the snooze.
        var child: PendingID?
    }

    var isEmpty: Bool {
        state == nil && line == nil && !hasUserAction && !isAcknowledged
    }

    /// Whether it has an action of the user, or an end.
    var hasUserAction: Bool {
        ends || response != nil || held != nil || child != nil
    }
}

/// A delivered notification that is to be shown again.
struct NagRow: Sendable {
    let delivered: DeliveredRow
    /// How often it is shown again, with this time.
    let left: Int
    /// After how many microseconds.
    let interval: Int64
}
