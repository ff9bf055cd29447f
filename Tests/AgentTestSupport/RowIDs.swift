@testable import SchedulerAgent

extension PendingID: ExpressibleByIntegerLiteral {
    /// Creates the number that a test writes.
    public init(integerLiteral value: Int64) { self.init(value) }
}

extension DeliveryID: ExpressibleByIntegerLiteral {
    /// Creates the number that a test writes.
    public init(integerLiteral value: Int64) { self.init(value) }
}

extension BootTime: ExpressibleByIntegerLiteral {
    /// Creates the microseconds since boot that a test writes.
    public init(integerLiteral value: Int64) { self.init(microseconds: value) }
}
