import NotifyCore

/// A delivery that is stored, on its way to the notification server.
struct MarkedDelivery: Sendable {
    /// Its number in the store.
    let id: Int64
    var delivery: Delivery
    /// The bubble of the current server that it replaces.
    var bubble: BubbleKey?
    /// Whether its number is set at its app's icon once it was sent.
    var setsBadge = false
    /// Whether its app may be asked how to show it.
    var asksApp = false

    /// The delivery as the log names it.
    var name: String { Self.name(delivery.request.key, id) }

    /// Returns a delivery as the log names it.
    static func name(_ key: RequestKey, _ id: Int64) -> String {
        "\(key.appID)/\(key.identifier) (delivery \(id))"
    }
}
