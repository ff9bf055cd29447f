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
            state: state
        )
    }
}

extension DeliveryState {
    /// The state's name in the store and on the bus.
    var name: String {
        switch self {
        case .delivering: "delivering"
        case .unknown: "unknown"
        case .shown: "shown"
        case .listed: "listed"
        }
    }

    /// The server that may or does show it.
    var owner: String? {
        switch self {
        case .unknown(let owner): owner
        case .shown(let bubble): bubble.owner
        case .delivering, .listed: nil
        }
    }

    fileprivate var bubble: UInt32? {
        if case .shown(let bubble) = self { bubble.id } else { nil }
    }

    fileprivate init(name: String, owner: String?, bubble: UInt32?) {
        switch (name, owner, bubble) {
        case ("delivering", _, _): self = .delivering
        case ("unknown", let owner?, _): self = .unknown(owner: owner)
        case ("shown", let owner?, let id?): self = .shown(BubbleKey(owner: owner, id: id))
        default: self = .listed
        }
    }
}

extension Store {
    private static let columns = "id, record, scheduled, delivered, state, owner, bubble"

    /// The first mark of a delivery: moves a due request from pending to delivered.
    ///
    /// - Parameters:
    ///   - row: what was due.
    ///   - delivery: what is about to be shown, in state `delivering`.
    ///   - next: what stays pending, with its time since boot.
    /// - Returns: the delivery's number.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func beginDelivery(
        of row: PendingRow,
        _ delivery: Delivery,
        next: (pending: PendingRequest, boot: BootDue?)?
    ) throws(RequestError) -> Int64 {
        try write(.process) { database in
            if let next {
                try database.cachedStatement(
                    sql: "UPDATE pending SET due = ?, boot = ?, bootDue = ? WHERE id = ?"
                ).execute(arguments: [
                    next.pending.due.microseconds, next.boot?.boot, next.boot?.microseconds, row.id,
                ])
            } else {
                try database.cachedStatement(sql: "DELETE FROM pending WHERE id = ?")
                    .execute(arguments: [row.id])
            }
            try database.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO delivered
                        (app, identifier, record, scheduled, delivered, state, owner, bubble)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                delivery.request.appID, delivery.request.identifier, Blob(row.record),
                delivery.scheduled.microseconds, delivery.delivered.microseconds,
                delivery.state.name, delivery.state.owner, delivery.state.bubble,
            ])
            return database.lastInsertedRowID
        }
    }

    /// Writes a delivery's new state down.
    ///
    /// - Returns: whether it still is in the list.
    @discardableResult
    func update(
        delivered id: Int64,
        state: DeliveryState,
        at date: Instant
    ) throws(RequestError) -> Bool {
        try write(.process) { database in
            try database.cachedStatement(
                sql: """
                    UPDATE delivered SET state = ?, owner = ?, bubble = ?, delivered = ? WHERE id = ?
                    """
            ).execute(arguments: [
                state.name, state.owner, state.bubble, date.microseconds, id,
            ])
            return database.changesCount > 0
        }
    }

    /// Takes a delivery off the list.
    func end(delivered id: Int64, _ durability: Durability) throws(RequestError) {
        try write(durability) { database in
            try database.execute(sql: "DELETE FROM delivered WHERE id = ?", arguments: [id])
        }
    }

    /// A delivery by its number; `nil` where it has left the list.
    func delivered(id: Int64) throws(RequestError) -> DeliveredRow? {
        try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: "SELECT \(Self.columns) FROM delivered WHERE id = ?"
                ),
                arguments: [id]
            ).map(DeliveredRow.init)
        }
    }

    /// The delivery that a bubble shows.
    func delivered(showing bubble: BubbleKey) throws(RequestError) -> DeliveredRow? {
        try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT \(Self.columns) FROM delivered
                        WHERE owner = ? AND bubble = ? AND state = 'shown'
                        """
                ),
                arguments: [bubble.owner, bubble.id]
            ).map(DeliveredRow.init)
        }
    }

    /// Deliveries in a state, in order of delivery.
    func delivered(inState name: String) throws(RequestError) -> [DeliveredRow] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT \(Self.columns) FROM delivered WHERE state = ? ORDER BY id",
                arguments: [name]
            ).map(DeliveredRow.init)
        }
    }

    /// Delivered notifications, latest first.
    func delivered(app: String?, identifier: String? = nil) throws(RequestError) -> [DeliveredRow] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Self.columns) FROM delivered
                    WHERE (?1 IS NULL OR app = ?1) AND (?2 IS NULL OR identifier = ?2)
                    ORDER BY delivered DESC, id DESC
                    """,
                arguments: [app, identifier]
            ).map(DeliveredRow.init)
        }
    }
}

extension DeliveredRow {
    init(_ row: Row) {
        id = row[0]
        record = Blob.bytes(of: row, at: 1)
        scheduled = Instant(stored: row[2])
        delivered = Instant(stored: row[3])
        state = DeliveryState(name: row[4], owner: row[5], bubble: row[6])
    }
}
