import NotifyCore

/// What follows once it is written where a delivery stands.
enum DeliveryAction: Sendable {
    /// Ask the app of a delivery how to show it, or show it, in place of an earlier one of its request.
    case begin(Delivery, id: Int64, earlier: DeliveredRow?)
    /// Show a delivery, in place of a bubble where that is of the server that runs.
    case show(Delivery, id: Int64, replacing: BubbleKey?)
    /// Play the sound of a delivery that gets no bubble.
    case playSound(Delivery)
    /// Take a bubble off the screen.
    case close(BubbleKey)
    /// Add lines to the history.
    case note([HistoryLine])
    /// Set the number of a request at its app's icon.
    case setBadge(NotificationRequest)
    /// Have deliveries wait for the end of do-not-disturb.
    case keepBack([Int64])
}
