import AgentInterface
import GLibBridge
import NotifyCore
import SQLiteBridge

/// Settles dates of a pending request.
struct Settling: Sendable {
    /// The request's row.
    let row: Int64
    /// The request that stays pending; `nil` if those were the last dates.
    let next: (pending: PendingRequest, boot: BootDue?)?
    /// The delivered or skipped date, which must not come again; `nil` if there is none.
    let taken: Instant?
    /// The dates that count without a bubble of their own while the clock is past them.
    var unshown: [Instant] = []
    /// The end state of a repeating request whose last dates those were.
    var spent: SpentRequest?
}

extension DueRequest {
    /// The record of the notification; the stored bytes if nothing was added.
    fileprivate var record: [UInt8] {
        request == pending.request ? row.record : request.record.serialized
    }
}

extension Store {
    static let deliveredColumns =
        """
        id, record, scheduled, delivered, state, owner, bubble, firstScheduled, occurrences, late,
        presentation, crossing
        """

    /// Moves due requests from pending to delivered, all or none.
    ///
    /// - Parameters:
    ///   - deliveries: the due requests and their delivery.
    ///   - summary: the request of their summary, if there is one.
    /// - Returns: the deliveries' numbers, in order.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func begin(
        _ deliveries: [(due: DueRequest, delivery: Delivery)],
        summary: ((_ ids: [Int64]) -> (pending: PendingRequest, boot: BootDue?))? = nil
    ) throws(RequestError) -> [Int64] {
        try write(.process) { connection in
            let ids = try deliveries.map { due, delivery in
                try Self.settle(due.settling, connection)
                return try Self.insert(delivery, record: due.record, connection)
            }
            if let (pending, boot) = summary?(ids) {
                try Self.insert(pending, boot: boot, connection)
            }
            return ids
        }
    }

    /// Settles dates of a request without a delivery.
    func settle(_ settling: Settling, _ durability: Durability) throws(RequestError) {
        try write(durability) { connection in try Self.settle(settling, connection) }
    }

    /// Pauses or resumes requests, all or none.
    func settle(_ settlings: [Settling]) throws(RequestError) {
        guard !settlings.isEmpty else { return }
        try write(.full) { connection in
            for settling in settlings { try Self.settle(settling, connection) }
        }
    }

    /// Puts dates of a request behind it and stores what is shown in their place, both or neither.
    ///
    /// - Returns: the number of the new row.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func settle(
        _ settling: Settling,
        adding request: AcceptedRequest
    ) throws(RequestError) -> Int64 {
        try write(.full) { connection in
            try Self.settle(settling, connection)
            return try Self.insert(request, connection)
        }
    }

    private static func settle(_ settling: Settling, _ connection: Connection) throws {
        guard let next = settling.next else {
            if let spent = settling.spent, try keep(spent, settling, connection) { return }
            return try drop(pending: settling.row, connection)
        }
        try update(settling.row, to: next.pending, boot: next.boot, connection)
        try note(settling, connection)
    }

    /// Stores the settled dates of a request.
    static func note(_ settling: Settling, _ connection: Connection) throws {
        for date in settling.unshown { try count(date, of: settling.row, connection) }
        if let taken = settling.taken { try take(taken, of: settling.row, connection) }
    }

    @discardableResult
    static func insert(
        _ delivery: Delivery,
        record: [UInt8],
        _ connection: Connection
    ) throws -> Int64 {
        try connection.cached(
            """
            INSERT OR REPLACE INTO delivered
                (app, identifier, record, scheduled, delivered, state, owner, bubble,
                firstScheduled, occurrences, late, attachments, presentation, crossing)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run(
            delivery.request.appID,
            delivery.request.identifier,
            record,
            delivery.scheduled.microseconds,
            delivery.delivered.microseconds,
            delivery.state.name,
            delivery.state.owner,
            delivery.state.bubble?.id,
            delivery.note?.occurrences.first.microseconds,
            delivery.note?.occurrences.count ?? 1,
            delivery.note?.isLate ?? false,
            delivery.request.attachmentFolder,
            delivery.presentation?.rawValue,
            delivery.crossing.map { $0.record.serialized }
        )
        return connection.lastInsertedRowID
    }

    /// Stores a delivery's new state.
    ///
    /// - Returns: whether it still is in the list.
    @discardableResult
    func update(
        delivered id: Int64,
        state: DeliveryState,
        at date: Instant
    ) throws(RequestError) -> Bool {
        try write(.process) { connection in
            try Self.update(delivered: id, state: state, at: date, connection)
            return connection.changesCount > 0
        }
    }

    static func update(
        delivered id: Int64,
        state: DeliveryState,
        at date: Instant,
        _ connection: Connection
    ) throws {
        try connection.cached(
            """
            UPDATE delivered SET state = ?, owner = ?, bubble = ?, delivered = ? WHERE id = ?
            """
        ).run(state.name, state.owner, state.bubble?.id, date.microseconds, id)
    }

    /// Stores how a delivery's app wants it to be shown.
    func update(
        delivered id: Int64,
        presentation: PresentationOptions
    ) throws(RequestError) {
        try write(.process) { connection in
            try connection.cached("UPDATE delivered SET presentation = ? WHERE id = ?").run(
                presentation.rawValue,
                id
            )
        }
    }

    /// Removes a delivery from the list.
    func end(delivered id: Int64, _ durability: Durability) throws(RequestError) {
        try write(durability) { connection in
            try connection.run("DELETE FROM delivered WHERE id = ?", id)
        }
    }

    /// A delivery by its number; `nil` if it has left the list.
    func delivered(id: Int64) throws(RequestError) -> DeliveredRow? {
        try read { connection in
            try connection.cached("SELECT \(Self.deliveredColumns) FROM delivered WHERE id = ?")
                .first([id], DeliveredRow.init)
        }
    }

    /// The delivery of a request; `nil` if none is in the list.
    func delivered(of key: RequestKey) throws(RequestError) -> DeliveredRow? {
        try read { connection in
            try connection.cached(
                """
                SELECT \(Self.deliveredColumns) FROM delivered
                WHERE app = ? AND identifier = ?
                """
            ).first([key.appID, key.identifier], DeliveredRow.init)
        }
    }

    /// The delivery that a bubble shows.
    func delivered(showing bubble: BubbleKey) throws(RequestError) -> DeliveredRow? {
        try read { connection in
            try connection.cached(
                """
                SELECT \(Self.deliveredColumns) FROM delivered
                WHERE owner = ? AND bubble = ? AND state IN ('shown', 'returning')
                """
            ).first([bubble.owner, bubble.id], DeliveredRow.init)
        }
    }

    /// Deliveries in a state, in order of delivery.
    func delivered(inState name: String) throws(RequestError) -> [DeliveredRow] {
        try read { connection in
            try connection.prepare(
                "SELECT \(Self.deliveredColumns) FROM delivered WHERE state = ? ORDER BY id"
            ).all([name], DeliveredRow.init)
        }
    }

    /// Delivered notifications, latest first.
    func delivered(app: String?, identifier: String? = nil) throws(RequestError) -> [DeliveredRow] {
        let condition = Self.condition(app: app, identifier: identifier)
        return try read { connection in
            try connection.cached(
                """
                SELECT \(Self.deliveredColumns) FROM delivered WHERE \(condition.sql)
                ORDER BY delivered DESC, id DESC
                """
            ).all(condition.arguments, DeliveredRow.init)
        }
    }
}
