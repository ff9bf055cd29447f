import AgentInterface
import GLibBridge
import GRDB
import NotifyCore

/// A delivered notification as it stands in the store.
struct DeliveredRow: Sendable {
    let id: Int64
    let record: [UInt8]
    let scheduled: Instant
    let delivered: Instant
    let state: DeliveryState
    let note: LateNote?
    let presentation: PresentationOptions?
    /// The crossing of a border that it tells of.
    let crossing: RegionCrossing?

    /// The delivery itself.
    ///
    /// - Throws: ``NotifyCore/RequestError`` where the stored bytes do not hold.
    func delivery() throws(RequestError) -> Delivery {
        guard let variant = Variant.dictionary(serialized: record) else {
            throw RequestError(.storage, "the stored notification \(id) is damaged")
        }
        return Delivery(
            request: try NotificationRequest(record: variant),
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
    init(_ row: Row) {
        id = row[0]
        record = Blob.bytes(of: row, at: 1)
        scheduled = Instant(stored: row[2])
        delivered = Instant(stored: row[3])
        state = DeliveryState(name: row[4], owner: row[5], bubble: row[6])
        let first: Int64? = row[7]
        note = first.map { first in
            LateNote(
                occurrences: Occurrences(
                    first: Instant(stored: first),
                    latest: Instant(stored: row[2]),
                    count: Int(Int32(clamping: row[8] as Int64))
                ),
                isLate: row[9]
            )
        }
        let bits: UInt8? = row[10]
        presentation = bits.map { PresentationOptions(rawValue: $0) }
        crossing = RegionCrossing(row, at: 11)
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

    /// The server that may or does show it.
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
