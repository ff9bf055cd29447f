import AgentInterface
import NotifyCore
import SQLiteBridge

/// The row of a delivered notification.
struct DeliveredRow: Sendable {
    let id: Int64
    let record: [UInt8]
    let scheduled: Instant
    let delivered: Instant
    let state: DeliveryState
    let note: LateNote?
    let presentation: PresentationOptions?
    /// The crossing of a region's border that it reports.
    let crossing: RegionCrossing?

    /// Decodes the delivery.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if the stored bytes are invalid.
    func delivery() throws(RequestError) -> Delivery {
        Delivery(
            request: try NotificationRequest(storedBytes: record),
            scheduled: scheduled,
            delivered: delivered,
            state: state,
            note: note,
            crossing: crossing,
            presentation: presentation
        )
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
    /// The state's name in the store and on the bus.
    var name: String {
        switch self {
        case .delivering: "delivering"
        case .unknown: "unknown"
        case .shown: "shown"
        case .returning: "returning"
        case .listed: "listed"
        }
    }

    /// The server that shows or may show it.
    var owner: String? {
        switch self {
        case .unknown(let owner): owner
        case .shown, .returning: bubble?.owner
        case .delivering, .listed: nil
        }
    }

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
