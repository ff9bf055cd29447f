/// The number of a row of the store, which no other row of its table gets.
protocol RowID: Hashable, Comparable, Sendable, CustomStringConvertible {
    var number: Int64 { get }

    init(_ number: Int64)
}

extension RowID {
    var description: String { "\(number)" }

    /// Reads a number as it is in a text.
    init?(_ text: some StringProtocol) {
        guard let number = Int64(text) else { return nil }
        self.init(number)
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The number of a pending request.
struct PendingID: RowID {
    let number: Int64

    init(_ number: Int64) { self.number = number }
}

/// The number of a delivery: a notification that was due, until it leaves the list.
struct DeliveryID: RowID {
    let number: Int64

    init(_ number: Int64) { self.number = number }
}
