/// How a round of deliveries ended.
enum DeliveryPass: Equatable {
    /// Nothing that is due is left.
    case complete
    /// Something is due, and no server can take it now.
    case waitingForServer
    /// The server takes no more bubbles for now.
    case paused
    /// What is due waits until each bubble is seen, until a time in microseconds since boot.
    case paced(until: Int64)
    /// The store could not be used.
    case failed
}
