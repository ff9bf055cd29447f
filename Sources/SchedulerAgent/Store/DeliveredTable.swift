import AgentInterface
import GLibBridge
import GRDB
import NotifyCore

/// What puts dates of a pending request behind it.
struct Settling: Sendable {
    /// The request's row.
    let row: Int64
    /// What stays pending; `nil` where those were the last dates.
    let next: (pending: PendingRequest, boot: BootDue?)?
    /// The date that must not come again; `nil` where none of them came.
    let taken: Instant?
}

/// A due request on its way to the list of delivered ones.
struct DeliveryBeginning: Sendable {
    let settling: Settling
    let record: [UInt8]
    let delivery: Delivery
}

extension Store {
    static let deliveredColumns =
        """
        id, record, scheduled, delivered, state, owner, bubble, firstScheduled, occurrences, late,
        presentation, crossing
        """

    /// The first mark of deliveries: moves due requests from pending to delivered, all of them or none.
    ///
    /// - Parameters:
    ///   - beginnings: what was due.
    ///   - summary: a request that is shown for them, where there is one.
    /// - Returns: the deliveries' numbers, in order.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func begin(
        _ beginnings: [DeliveryBeginning],
        summary: ((_ ids: [Int64]) -> (pending: PendingRequest, boot: BootDue?))? = nil
    ) throws(RequestError) -> [Int64] {
        try write(.process) { database in
            let ids = try beginnings.map { beginning in
                try Self.settle(beginning.settling, database)
                return try Self.insert(beginning, database)
            }
            if let (pending, boot) = summary?(ids) {
                try Self.insert(pending, boot: boot, database)
            }
            return ids
        }
    }

    /// Puts dates of a request behind it without a delivery.
    func settle(_ settling: Settling, _ durability: Durability) throws(RequestError) {
        try write(durability) { database in try Self.settle(settling, database) }
    }

    private static func settle(_ settling: Settling, _ database: Database) throws {
        guard let next = settling.next else {
            return try drop(pending: settling.row, database)
        }
        try update(settling.row, to: next.pending, boot: next.boot, database)
        if let taken = settling.taken { try take(taken, of: settling.row, database) }
    }

    private static func insert(_ beginning: DeliveryBeginning, _ database: Database) throws -> Int64
    {
        try insert(beginning.delivery, record: beginning.record, database)
    }

    @discardableResult
    static func insert(
        _ delivery: Delivery,
        record: [UInt8],
        _ database: Database
    ) throws -> Int64 {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO delivered
                    (app, identifier, record, scheduled, delivered, state, owner, bubble,
                    firstScheduled, occurrences, late, attachments, presentation, crossing)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            delivery.request.appID, delivery.request.identifier, Blob(record),
            delivery.scheduled.microseconds, delivery.delivered.microseconds,
            delivery.state.name, delivery.state.owner, delivery.state.bubble?.id,
            delivery.note?.occurrences.first.microseconds,
            delivery.note?.occurrences.count ?? 1, delivery.note?.isLate ?? false,
            delivery.request.attachmentFolder, delivery.presentation?.rawValue,
            delivery.crossing.map { Blob($0.record.serialized) },
        ])
        return database.lastInsertedRowID
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
            try Self.update(delivered: id, state: state, at: date, database)
            return database.changesCount > 0
        }
    }

    static func update(
        delivered id: Int64,
        state: DeliveryState,
        at date: Instant,
        _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                UPDATE delivered SET state = ?, owner = ?, bubble = ?, delivered = ? WHERE id = ?
                """
        ).execute(arguments: [
            state.name, state.owner, state.bubble?.id, date.microseconds, id,
        ])
    }

    /// Writes down how a delivery's app wants it shown.
    func update(
        delivered id: Int64,
        presentation: PresentationOptions
    ) throws(RequestError) {
        try write(.process) { database in
            try database.cachedStatement(
                sql: "UPDATE delivered SET presentation = ? WHERE id = ?"
            ).execute(arguments: [presentation.rawValue, id])
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
                    sql: "SELECT \(Self.deliveredColumns) FROM delivered WHERE id = ?"
                ),
                arguments: [id]
            ).map(DeliveredRow.init)
        }
    }

    /// The delivery of a request; `nil` where none is in the list.
    func delivered(of key: RequestKey) throws(RequestError) -> DeliveredRow? {
        try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT \(Self.deliveredColumns) FROM delivered
                        WHERE app = ? AND identifier = ?
                        """
                ),
                arguments: [key.appID, key.identifier]
            ).map(DeliveredRow.init)
        }
    }

    /// The delivery that a bubble shows.
    func delivered(showing bubble: BubbleKey) throws(RequestError) -> DeliveredRow? {
        try read { database in
            try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT \(Self.deliveredColumns) FROM delivered
                        WHERE owner = ? AND bubble = ? AND state IN ('shown', 'returning')
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
                sql: "SELECT \(Self.deliveredColumns) FROM delivered WHERE state = ? ORDER BY id",
                arguments: [name]
            ).map(DeliveredRow.init)
        }
    }

    /// Delivered notifications, latest first.
    func delivered(app: String?, identifier: String? = nil) throws(RequestError) -> [DeliveredRow] {
        let condition = Self.condition(app: app, identifier: identifier)
        return try read { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT \(Self.deliveredColumns) FROM delivered WHERE \(condition.sql)
                        ORDER BY delivered DESC, id DESC
                        """
                ),
                arguments: condition.arguments
            ).map(DeliveredRow.init)
        }
    }
}
