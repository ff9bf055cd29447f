/// The deliveries whose text the user is being asked for.
struct ReplyPrompts: Sendable {
    /// How many questions for a text may be on the screen at once.
    private static let maxOpen = 16

    private var open: Set<Int64> = []

    /// Whether the text of a delivery is being asked for.
    func isOpen(_ delivery: Int64) -> Bool { open.contains(delivery) }

    /// Notes that a question is about to be shown.
    ///
    /// - Returns: whether it may be: not a second one of a delivery, nor one too many.
    mutating func begin(_ delivery: Int64) -> Bool {
        open.count < Self.maxOpen && open.insert(delivery).inserted
    }

    /// Notes that a question has ended.
    mutating func end(_ delivery: Int64) { open.remove(delivery) }
}
