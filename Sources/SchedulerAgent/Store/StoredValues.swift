import AgentInterface
import NotifyCore
import SQLiteBridge

extension PendingRow {
    init(_ row: Row) throws {
        id = try row.value(0)
        record = try row.bytes(1)
        added = Instant(stored: try row.value(2))
        due = Instant(stored: try row.value(3))
        settled = Instant(stored: try row.value(4))
        let count: Int32 = try row.clamped(5)
        fired = Int(count)
        pause = Pause(stored: try row.value(6))
        let bootID: String? = try row.value(7)
        let bootDue: Int64? = try row.value(8)
        boot = bootID.flatMap { id in
            bootDue.map { BootDue(boot: id, time: BootTime(stored: $0)) }
        }
        crossing = try RegionCrossing(row, at: 9)
    }
}

extension Pause {
    /// Reads the column `paused`.
    init?(stored number: Int64) {
        switch number {
        case 0: return nil
        case 1: self = .open
        default: self = .until(Instant(stored: number))
        }
    }
}

extension Pause? {
    /// The value of the column `paused`.
    ///
    /// An end in the first microseconds of 1970 or before is as past as any other.
    var stored: Int64 { map { pause in pause.end.map { max(2, $0.microseconds) } ?? 1 } ?? 0 }
}

extension PlanRow {
    init(_ row: Row) throws {
        id = try row.value(0)
        due = Instant(stored: try row.value(1))
        settled = Instant(stored: try row.value(2))
        isPaused = try row.value(3)
        grammar = try row.value(4)
        rule = try row.value(5)
        zone = try row.value(6)
        monthEnd = try row.value(7)
        let until: Int64? = try row.value(8)
        self.until = until.map(Instant.init(stored:))
        let reached: Int64? = try row.value(9)
        self.reached = reached.map(Instant.init(stored:))
        let isListed: Bool = try row.value(10)
        isSpent = !isListed
    }
}

extension DeliveredRow {
    init(_ row: Row) throws {
        id = try row.value(0)
        record = try row.bytes(1)
        let latest = Instant(stored: try row.value(2))
        scheduled = latest
        delivered = Instant(stored: try row.value(3))
        state = DeliveryState(
            name: try row.value(4),
            owner: try row.value(5),
            bubble: try row.value(6, as: Int64?.self).flatMap(UInt32.init(exactly:))
        )
        let first: Int64? = try row.value(7)
        let count: Int32 = try row.clamped(8)
        let isLate: Bool = try row.value(9)
        note = first.map { first in
            LateNote(
                occurrences: Occurrences(
                    first: Instant(stored: first),
                    latest: latest,
                    count: Int(count)
                ),
                isLate: isLate
            )
        }
        let bits = try row.value(10, as: Int64?.self).flatMap(UInt8.init(exactly:))
        presentation = bits.map { PresentationOptions(rawValue: $0) }
        crossing = try RegionCrossing(row, at: 11)
    }
}

extension DeliveryState {
    fileprivate init(name: String, owner: String?, bubble: UInt32?) {
        switch (name, owner, bubble) {
        case ("delivering", _, _): self = .delivering
        case ("unknown", let owner?, _): self = .unknown(owner: owner)
        case ("shown", let owner?, let id?): self = .shown(BubbleKey(owner: owner, id: id))
        case ("returning", let owner?, let id?):
            self = .returning(BubbleKey(owner: owner, id: id))
        case ("returning", _, _): self = .returning(nil)
        default: self = .listed
        }
    }
}

extension RegionCrossing {
    /// The crossing in a column; `nil` if there is none.
    init?(_ row: Row, at index: Int) throws {
        let bytes = try row.bytes(index)
        guard !bytes.isEmpty, let crossing = try? RegionCrossing(storedBytes: bytes) else {
            return nil
        }
        self = crossing
    }
}

extension ColumnValue where Self: RowID {
    static var columnType: String { Int64.columnType }

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        number.bind(to: statement, at: index)
    }

    static func read(from statement: OpaquePointer, at index: Int32) -> Self? {
        Int64.read(from: statement, at: index).map { Self($0) }
    }
}

extension PendingID: ColumnValue {}
extension DeliveryID: ColumnValue {}

/// The values of a stored row.
extension Row {
    /// Returns an integer, clamped to its type so that a damaged value does not overflow.
    func clamped<Value: FixedWidthInteger>(_ index: Int) throws -> Value {
        Value(clamping: try value(index, as: Int64.self))
    }

    /// Returns the bytes of a column; empty if it is NULL.
    func bytes(_ index: Int) throws -> [UInt8] {
        try value(index, as: [UInt8]?.self) ?? []
    }
}

extension Instant {
    /// Creates an instant from a stored value, clamped so that a damaged value does not overflow.
    init(stored microseconds: Int64) {
        let bounds = Self.distantPast.microseconds...Self.distantFuture.microseconds
        self.init(microseconds: min(max(microseconds, bounds.lowerBound), bounds.upperBound))
    }
}

extension BootTime {
    /// Creates a time since boot in the same way.
    init(stored microseconds: Int64) {
        self.init(microseconds: Instant(stored: microseconds).microseconds)
    }
}
