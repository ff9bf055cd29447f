import AgentInterface
import GLibBridge
import NotifyCore

/// The lists that `ListPart` has.
enum ListName: String, Sendable {
    case pending
    case waiting
    case delivered
}

/// A row of a list.
enum ListedRow: Sendable {
    case pending(PendingRow)
    case delivered(DeliveredRow, state: String)

    /// The place in a whole list: what is pending comes soonest first, what is delivered latest first.
    struct Order: Comparable {
        fileprivate let place: Int64
        fileprivate let id: Int64

        static func < (left: Order, right: Order) -> Bool {
            (left.place, left.id) < (right.place, right.id)
        }
    }

    var order: Order {
        switch self {
        case .pending(let row): Order(place: row.due.microseconds, id: row.id.number)
        case .delivered(let row, _): Order(place: -row.delivered.microseconds, id: -row.id.number)
        }
    }

    /// The request, as it is stored.
    var record: [UInt8] {
        switch self {
        case .pending(let row): row.record
        case .delivered(let row, _): row.record
        }
    }

    /// The entry of `List`.
    func entry(_ record: Variant) -> Variant {
        switch self {
        case .pending(let row):
            PendingRequest.entry(
                record: record,
                added: row.added,
                due: row.due,
                settled: row.settled,
                fired: row.fired,
                pause: row.pause,
                skipped: row.skipped
            )
        case .delivered(let row, let state):
            Delivery.entry(
                record: record,
                scheduled: row.scheduled,
                delivered: row.delivered,
                state: state,
                note: row.note,
                crossing: row.crossing,
                bubble: row.state.bubble?.id
            )
        }
    }
}

extension ListPosition {
    // Neither apps nor identifiers have a line end.
    private static let separator: Character = "\n"

    /// The position as `ListPart` returns it.
    var text: String {
        switch self {
        case .key(let key): key.appID + String(Self.separator) + key.identifier
        case .row(let id): "\(id)"
        }
    }

    /// Reads a position; `nil` for the start.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed` if it is not one of the list.
    init?(text: String, in list: ListName) throws(RequestError) {
        guard !text.isEmpty else { return nil }
        if list == .waiting, let id = Int64(text) {
            self = .row(id)
        } else if list != .waiting, let end = text.firstIndex(of: Self.separator) {
            self = .key(
                RequestKey(
                    appID: String(text[..<end]),
                    identifier: String(text[text.index(after: end)...])
                )
            )
        } else {
            throw RequestError(
                .malformed,
                "after \(text.quoted) is no position in the list \(list.rawValue); write what the call before "
                    + "returned, or leave it out"
            )
        }
    }
}
