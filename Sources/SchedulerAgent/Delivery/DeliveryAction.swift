import NotifyCore

/// An action after the state of a delivery is stored.
enum DeliveryAction: Sendable {
    /// Ask the app how to show a delivery, or show it. It replaces an earlier delivery of its request.
    case begin(Delivery, id: Int64, earlier: DeliveredRow?)
    /// Show a delivery, and replace a bubble of the current server.
    case show(Delivery, id: Int64, replacing: BubbleKey?)
    /// Play the sound of a delivery without a bubble.
    case playSound(Delivery)
    /// Close a bubble.
    case close(BubbleKey)
    /// Add lines to the history.
    case note([HistoryLine])
    /// Set the number at the app's icon to that of a request.
    case setBadge(NotificationRequest)
    /// Hold deliveries until do-not-disturb ends.
    case withhold([Int64], isUrgent: Bool)
}
