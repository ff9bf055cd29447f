import AgentInterface
import NotifyCore
import SQLiteBridge

/// The dates of a pending request that are settled, and what stays pending.
struct SettledDates: Sendable {
    /// The request's row.
    let row: Int64
    /// The request that stays pending; `nil` if those were the last dates.
    let next: (pending: PendingRequest, boot: BootDue?)?
    /// The delivered date, which must not come again; `nil` if there is none.
    var taken: Instant?
    /// The date that the user leaves out; `nil` if there is none.
    var leftOut: LeftOutDate?
    /// The dates that count without a bubble of their own while the clock is past them.
    var unshown: [Instant] = []
    /// The end state of a repeating request whose last dates those were.
    var spent: SpentRequest?
    /// The run of a command that begins with them; `nil` for none.
    var run: RunIntent?
    /// Until when its warnings have come; `nil` if none came now.
    var warned: Instant?

    /// How durable they have to be: a run that a power cut forgets would begin again.
    func durability(_ durability: Store.Durability) -> Store.Durability {
        run == nil ? durability : .full
    }
}

extension DueRequest {
    /// The record of the notification; the stored bytes if nothing was added.
    fileprivate var record: [UInt8] {
        request == pending.request && !isLowered ? row.record : request.storedBytes
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
    /// - Parameter summary: the request of their summary, if there is one.
    /// - Returns: the deliveries' numbers, in order.
    func begin(
        _ deliveries: [(due: DueRequest, delivery: Delivery)],
        summary: ((_ ids: [Int64]) -> (pending: PendingRequest, boot: BootDue?))? = nil
    ) throws(RequestError) -> [Int64] {
        let isRun = deliveries.contains { $0.due.settledDates.run != nil }
        return try write(isRun ? .full : .process) { connection in
            let ids = try deliveries.map { due, delivery in
                try Self.settle(due.settledDates, connection)
                let id = try Self.insert(delivery, record: due.record, connection)
                if let nag = delivery.request.options.nag {
                    try NagTable.begin(nag, of: id, at: delivery.delivered, connection)
                }
                return id
            }
            if let (pending, boot) = summary?(ids) {
                try Self.insert(pending, boot: boot, connection)
            }
            return ids
        }
    }

    /// Settles dates of a request without a delivery.
    func settle(_ dates: SettledDates, _ durability: Durability) throws(RequestError) {
        try write(dates.durability(durability)) { connection in
            _ = try Self.settle(dates, connection)
        }
    }

    /// Settles dates of a request.
    ///
    /// - Returns: the row of the date that is left out, if one is.
    @discardableResult
    static func settle(_ dates: SettledDates, _ connection: Connection) throws -> Int64? {
        if let run = dates.run { try RunTable.insert(run, connection) }
        if let next = dates.next {
            try update(
                dates.row,
                to: next.pending,
                boot: next.boot,
                warned: dates.warned,
                connection
            )
        } else if try dates.spent.map({ try keep($0, dates, connection) }) != true {
            try drop(pending: dates.row, connection)
            return nil
        }
        for date in dates.unshown { try count(date, of: dates.row, connection) }
        if let taken = dates.taken { try store(taken: taken, of: dates.row, connection) }
        return try dates.leftOut.map {
            try LeftOutDates.insert($0, of: dates.row, connection)
        }
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
                firstScheduled, occurrences, late, attachments, presentation, crossing, sender)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
            delivery.crossing?.storedBytes,
            delivery.request.sender?.text
        )
        return connection.lastInsertedRowID
    }

    /// Stores a delivery's new state.
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

    /// Deliveries in a state other than `listed`, which most have, in order of delivery.
    func delivered(inState name: String) throws(RequestError) -> [DeliveredRow] {
        try read { connection in
            try connection.prepare(
                """
                SELECT \(Self.deliveredColumns) FROM delivered
                WHERE state != 'listed' AND state = ? ORDER BY id
                """
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
