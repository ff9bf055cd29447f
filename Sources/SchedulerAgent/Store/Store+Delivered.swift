import AgentInterface
import NotifyCore
import SQLiteBridge

extension Store {
    static let deliveredColumns =
        """
        id, record, scheduled, delivered, state, owner, bubble, firstScheduled, occurrences, late,
        presentation, crossing
        """

    /// Moves due requests from pending to delivered, all or none.
    ///
    /// - Parameters:
    ///   - note: what is stored with each in the same transaction.
    ///   - summary: the request of their summary, if there is one.
    /// - Returns: the deliveries' numbers, in order.
    func begin(
        _ deliveries: [(due: DueRequest, delivery: Delivery)],
        noting note: (DeliveryID, Delivery, Connection) throws -> Void = { _, _, _ in },
        summary: ((_ ids: [DeliveryID]) -> (pending: PendingRequest, boot: BootDue?))? = nil
    ) throws(RequestError) -> [DeliveryID] {
        let isRun = deliveries.contains { $0.due.settledDates.run != nil }
        return try write(isRun ? .full : .process) { connection in
            let ids = try deliveries.map { due, delivery in
                try Self.settle(due.settledDates, connection)
                let id = try Self.insert(delivery, record: due.record, connection)
                if let nag = delivery.request.options.nag {
                    try Self.beginNag(nag, of: id, at: delivery.delivered, connection)
                }
                try note(id, delivery, connection)
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
    static func settle(_ dates: SettledDates, _ connection: Connection) throws {
        if let run = dates.run { try begin(run, connection) }
        if let next = dates.next {
            try update(
                dates.row,
                to: next.pending,
                boot: next.boot,
                warned: dates.warned,
                connection
            )
        } else if try dates.spent.map({ try keep($0, dates, connection) }) != true {
            return try drop(pending: dates.row, connection)
        }
        for date in dates.unshown { try count(date, of: dates.row, connection) }
        if let taken = dates.taken { try store(taken: taken, of: dates.row, connection) }
        if let leftOut = dates.leftOut {
            try LeftOutDates.insert(leftOut, of: dates.row, connection)
        }
    }

    /// Lists a delivery.
    ///
    /// - Parameter id: the number that it had, which what waits has; `nil` for a new one.
    @discardableResult
    static func insert(
        _ delivery: Delivery,
        as id: DeliveryID? = nil,
        record: [UInt8],
        _ connection: Connection
    ) throws -> DeliveryID {
        try connection.cached(
            """
            INSERT OR REPLACE INTO delivered
                (id, app, identifier, record, scheduled, delivered, state, owner, bubble,
                firstScheduled, occurrences, late, attachments, presentation, crossing, sender)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).run(
            id,
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
        return DeliveryID(connection.lastInsertedRowID)
    }

    /// Stores a delivery's new state.
    @discardableResult
    func update(
        delivered id: DeliveryID,
        state: DeliveryState,
        at date: Instant
    ) throws(RequestError) -> Bool {
        try write(.process) { connection in
            try Self.update(delivered: id, state: state, at: date, connection)
            return connection.changesCount > 0
        }
    }

    static func update(
        delivered id: DeliveryID,
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
        delivered id: DeliveryID,
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
    func end(delivered id: DeliveryID, _ durability: Durability) throws(RequestError) {
        try write(durability) { connection in
            try connection.run("DELETE FROM delivered WHERE id = ?", id)
        }
    }

    /// A delivery by its number; `nil` if it has left the list.
    func delivered(id: DeliveryID) throws(RequestError) -> DeliveredRow? {
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

/// What an event changes about a delivery.
extension Store {
    /// Stores a change in one transaction.
    ///
    /// Actions of the user are durable when it returns.
    func write(_ change: DeliveryChange) throws(RequestError) -> DeliveryChange.Written {
        guard !change.isEmpty else { return DeliveryChange.Written() }
        do throws(RequestError) {
            return try writeAll(change)
        } catch {
            // The change is more important than its line in the history.
            guard change.line != nil else { throw error }
            var change = change
            change.line = nil
            return try writeAll(change)
        }
    }

    private func writeAll(_ change: DeliveryChange) throws(RequestError) -> DeliveryChange.Written {
        let written = try write(change.hasUserAction ? .full : .process) {
            try Self.store(change, $0)
        }
        if change.state?.state.bubble != nil { CrashPoint.reached(.delivered) }
        return written
    }

    /// Stores a change, in a transaction.
    static func store(
        _ change: DeliveryChange,
        _ connection: Connection
    ) throws -> DeliveryChange.Written {
        var written = DeliveryChange.Written()
        if change.ends {
            try connection.run("DELETE FROM delivered WHERE id = ?", change.id)
        } else if let (state, date) = change.state {
            try update(delivered: change.id, state: state, at: date, connection)
        }
        if change.isAcknowledged { try endNag(of: change.id, connection) }
        if let line = change.line { try note([line], connection) }
        if let response = change.held {
            let prompt = change.heldForPrompt ? change.id : nil
            written.held = try hold(response, prompt: prompt, connection)
        }
        if let response = change.response {
            written.dropped = try keep(response, connection)
        }
        if let child = change.child {
            written.child = try insert(child.request, connection)
        }
        return written
    }
}

/// Delivered notifications that are shown again until they are acknowledged.
extension Store {
    private static func beginNag(
        _ nag: NagRule,
        of id: DeliveryID,
        at date: Instant,
        _ connection: Connection
    ) throws {
        try connection.cached(
            "UPDATE delivered SET nagDue = ?, nagInterval = ?, nagsLeft = ? WHERE id = ?"
        ).run(
            date.advanced(byMicroseconds: nag.interval).microseconds,
            nag.interval,
            nag.times,
            id
        )
    }

    private static func endNag(of id: DeliveryID, _ connection: Connection) throws {
        try connection.cached("UPDATE delivered SET nagDue = NULL WHERE id = ?").run(id)
    }

    /// Returns the first notification that is due to be shown again; `nil` if there is none.
    func dueNag(_ now: Instant) throws(RequestError) -> NagRow? {
        try read { connection in
            try connection.cached(
                """
                SELECT \(Self.deliveredColumns), nagsLeft, nagInterval FROM delivered
                WHERE nagDue IS NOT NULL AND nagDue <= ? ORDER BY nagDue LIMIT 1
                """
            ).first([now.microseconds]) { row in
                let left: Int32 = try row.clamped(12)
                return NagRow(
                    delivered: try DeliveredRow(row),
                    left: Int(left),
                    interval: try row.value(13)
                )
            }
        }
    }

    /// Returns when the first notification is shown again; `nil` if there is none.
    func earliestNag() throws(RequestError) -> Instant? {
        try read { connection in
            try connection.cached(
                "SELECT nagDue FROM delivered WHERE nagDue IS NOT NULL ORDER BY nagDue LIMIT 1"
            ).value([], as: Int64.self).map(Instant.init(stored:))
        }
    }

    /// Stores when a notification is shown again next; `nil` for not at all.
    func set(nag id: DeliveryID, at date: Instant?, left: Int) throws(RequestError) {
        try write(.process) { connection in
            try connection.cached("UPDATE delivered SET nagDue = ?, nagsLeft = ? WHERE id = ?").run(
                date?.microseconds,
                left,
                id
            )
        }
    }

    /// Moves what would wait longer than its interval, because the clock was set back.
    func alignNags(_ now: Instant) throws(RequestError) {
        guard try earliestNag() != nil else { return }
        try write(.process) { connection in
            try connection.run(
                """
                UPDATE delivered SET nagDue = ?1 + nagInterval
                WHERE nagDue IS NOT NULL AND nagDue > ?1 + nagInterval
                """,
                now.microseconds
            )
        }
    }
}

/// The commands that are about to be started or were, until their ends are stored.
extension Store {
    private static func begin(_ run: RunIntent, _ connection: Connection) throws {
        try connection.cached(
            "INSERT INTO run (app, identifier, title, command, scheduled) VALUES (?, ?, ?, ?, ?)"
        ).run(
            run.key.appID,
            run.key.identifier,
            run.title,
            run.command,
            run.scheduled.microseconds
        )
    }

    /// Returns the runs whose ends are not stored, in order.
    ///
    /// - Parameter id: only those with a greater number.
    func runs(after id: Int64) throws(RequestError) -> [RunRow] {
        try read { connection in
            try connection.cached(
                """
                SELECT id, app, identifier, title, command, scheduled FROM run WHERE id > ?
                ORDER BY id
                """
            ).all([id]) { row in
                RunRow(
                    id: try row.value(0),
                    run: RunIntent(
                        key: RequestKey(appID: try row.value(1), identifier: try row.value(2)),
                        title: try row.value(3),
                        command: try row.value(4),
                        scheduled: Instant(stored: try row.value(5))
                    )
                )
            }
        }
    }

    /// Stores that a run has ended, with its line of the history.
    func end(run id: Int64, noting line: HistoryLine) throws(RequestError) {
        try write(.process) { connection in
            try connection.cached("DELETE FROM run WHERE id = ?").run(id)
            try Self.note([line], connection)
        }
    }
}

extension DueRequest {
    /// The record of the notification; the stored bytes if nothing was added.
    fileprivate var record: [UInt8] {
        request == pending.request && !isLowered ? row.record : request.storedBytes
    }
}
