import NotifyCore

/// The numbers of notifications, which the portal does not assign.
struct PortalNumbers {
    /// The maximum number of notifications to remember: more than are shown again after the portal exits.
    private static let maxRemembered = 64

    // Random, because notifications of an earlier agent on the screen keep their numbers.
    private var last = UInt32.random(in: 1...UInt32.max)
    private var recent: [(key: RequestKey, number: UInt32)] = []

    /// Returns the number for a delivery.
    ///
    /// - Returns: the number, which is not 0.
    mutating func number(of delivery: Delivery, replacing bubble: BubbleKey?) -> UInt32 {
        let number = bubble?.id ?? earlierNumber(of: delivery) ?? next()
        if recent.count >= Self.maxRemembered { recent.removeFirst() }
        recent.append((delivery.request.key, number))
        return number
    }

    /// Returns the earlier number of a delivery that is shown again, because the desktop keeps its notifications
    /// when the portal restarts.
    private func earlierNumber(of delivery: Delivery) -> UInt32? {
        guard delivery.state.isReturning else { return nil }
        return recent.last { $0.key == delivery.request.key }?.number
    }

    private mutating func next() -> UInt32 {
        // The number 0 is no bubble.
        last = last == .max ? 1 : last + 1
        return last
    }
}
