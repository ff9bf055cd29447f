/// How a round of deliveries ended.
enum DeliveryPass: Equatable {
    /// No request is due.
    case complete
    /// Requests are due, and no server can show them now.
    case waitingForServer
    /// The server is full.
    case paused
    /// Due requests wait for room on the screen until a time in microseconds since boot.
    case paced(until: Int64)
    /// The store could not be used.
    case failed
}
