/// The deliveries whose text the user is being asked for.
struct ReplyPrompts: Sendable {
    /// The maximum number of dialogs on the screen.
    private static let maxOpen = 16

    private var open: Set<Int64> = []

    /// Whether the text of a delivery is being asked for.
    func isOpen(_ delivery: Int64) -> Bool { open.contains(delivery) }

    /// Records that a question is about to be shown.
    ///
    /// - Returns: whether it may be shown: not twice for a delivery, and not beyond the maximum.
    mutating func begin(_ delivery: Int64) -> Bool {
        open.count < Self.maxOpen && open.insert(delivery).inserted
    }

    /// Records that a question has ended.
    mutating func end(_ delivery: Int64) { open.remove(delivery) }
}
