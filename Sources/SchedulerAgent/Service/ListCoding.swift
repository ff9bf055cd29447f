import AgentInterface
import GLibBridge
import Logging
import NotifyCore

/// Encodes list entries for the bus.
///
/// Damaged entries are left out, so that they do not hide the others.
struct ListCoding: Sendable {
    /// The number of entries that are encoded before other work gets its turn.
    private static let batch = 500

    let logger: Logger

    /// Encodes many entries in batches, so that a long list does not delay due notifications and other calls.
    func entries<Row>(of rows: [Row], _ entry: (Row) -> Variant?) async -> [Variant] {
        var entries: [Variant] = []
        entries.reserveCapacity(rows.count)
        for (number, row) in rows.enumerated() {
            if number % Self.batch == Self.batch - 1 {
                await GLibActor.thread.sleep(milliseconds: 0)
            }
            if let entry = entry(row) { entries.append(entry) }
        }
        return entries
    }

    /// The entry of `List` for a pending request; `nil` if it is damaged.
    func entry(_ row: PendingRow) -> Variant? {
        readable(row.record).map {
            PendingRequest.entry(
                record: $0,
                added: row.added,
                due: row.due,
                settled: row.settled,
                fired: row.fired,
                isPaused: row.isPaused
            )
        }
    }

    /// The entry of `List` for a delivered notification; `nil` if it is damaged.
    func entry(_ delivered: Scheduler.ListedDelivery) -> Variant? {
        let row = delivered.row
        return readable(row.record).map {
            Delivery.entry(
                record: $0,
                scheduled: row.scheduled,
                delivered: row.delivered,
                state: delivered.state,
                note: row.note,
                crossing: row.crossing,
                bubble: row.state.bubble?.id
            )
        }
    }

    /// The entry of `List` for a removed request; `nil` if it is damaged.
    func entry(_ change: ChangeEntry) -> Variant? {
        logger.readable { () throws(RequestError) in
            let (request, date): (NotificationRequest, Instant?)
            switch change.before {
            case .pending(let row):
                request = try row.pending().request
                date = request.trigger.hasDates ? row.due : nil
            case .delivered(let row): (request, date) = (try row.delivery().request, row.delivered)
            }
            return RemovedRequest(
                request: request,
                removed: change.at,
                wasPending: change.list == .pending,
                date: date
            ).entry
        }
    }

    /// The entries of `Export`.
    func entries(of part: RequestLists.Part) -> [Variant] {
        switch part {
        case .categories(let categories):
            categories.map { app, category in
                CategoryEntry(appID: app, category: category).record
            }
        case .events(let events): events.map(\.record)
        case .pending(let rows):
            rows.compactMap { row, taken in
                logger.readable { () throws(RequestError) in
                    PendingEntry(try row.pending(), taken: taken).record
                }
            }
        case .delivered(let rows):
            rows.compactMap { row in
                logger.readable { () throws(RequestError) in try row.delivery().record }
            }
        }
    }

    private func readable(_ record: [UInt8]) -> Variant? {
        guard let variant = Variant.dictionary(serialized: record) else { return nil }
        return logger.readable { () throws(RequestError) in
            _ = try NotificationRequest(record: variant)
            return variant
        }
    }
}
