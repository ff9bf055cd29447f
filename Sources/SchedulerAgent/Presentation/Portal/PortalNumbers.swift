import NotifyCore

/// The numbers of notifications, which the portal does not give.
struct PortalNumbers {
    /// More than come back after the portal went.
    private static let maxRemembered = 64

    // At random: what an earlier agent left on the screen has its numbers still.
    private var last = UInt32.random(in: 1...UInt32.max)
    private var recent: [(key: RequestKey, number: UInt32)] = []

    /// The number under which a delivery is shown.
    ///
    /// - Parameters:
    ///   - delivery: what is shown.
    ///   - bubble: the one that it replaces.
    /// - Returns: the number, which is not 0.
    mutating func number(of delivery: Delivery, replacing bubble: BubbleKey?) -> UInt32 {
        let number = bubble?.id ?? earlierNumber(of: delivery) ?? next()
        if recent.count >= Self.maxRemembered { recent.removeFirst() }
        recent.append((delivery.request.key, number))
        return number
    }

    /// What comes back takes the place of the old one: the desktop keeps what it shows when the portal
    /// between them starts again.
    private func earlierNumber(of delivery: Delivery) -> UInt32? {
        guard delivery.state.isReturning else { return nil }
        return recent.last { $0.key == delivery.request.key }?.number
    }

    private mutating func next() -> UInt32 {
        // 0 is the number of no bubble.
        last = last == .max ? 1 : last + 1
        return last
    }
}
