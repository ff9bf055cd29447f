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

    /// The number of entries that are searched before other work gets its turn.
    private static let searched = 100

    /// The bytes of the entries of `ListPart` that are wanted.
    ///
    /// They are not checked: whoever reads a damaged one leaves it out.
    func serialized(_ rows: [ListedRow], _ selection: ListSelection) async -> [[UInt8]] {
        guard selection.search != nil else {
            return rows.map { $0.entry(.encoded($0.record)).serialized }
        }
        var entries: [[UInt8]] = []
        for (number, row) in rows.enumerated() {
            if number % Self.searched == Self.searched - 1 {
                await GLibActor.thread.sleep(milliseconds: 0)
            }
            let record = Variant.dictionary(serialized: row.record)
            guard let record, selection.includes(record: record) else { continue }
            entries.append(row.entry(.encoded(row.record)).serialized)
        }
        return entries
    }

    /// The entry of `List`; `nil` if it is damaged.
    func entry(_ row: ListedRow) -> Variant? {
        guard let record = Variant.dictionary(serialized: row.record) else { return nil }
        return logger.readable { () throws(RequestError) in
            _ = try NotificationRequest(record: record)
            return row.entry(.encoded(row.record))
        }
    }

    /// The entry of `List` for a pending request; `nil` if it is damaged.
    func entry(_ row: PendingRow) -> Variant? { entry(.pending(row)) }

    /// The entry of `List` for a delivered notification; `nil` if it is damaged.
    func entry(_ delivered: Lists.ListedDelivery) -> Variant? {
        entry(.delivered(delivered.row, state: delivered.state))
    }

    /// The entry of `List` for a removed request; `nil` if it is damaged.
    func entry(_ removed: ChangedRow) -> Variant? {
        logger.readable { () throws(RequestError) in
            let (request, date): (NotificationRequest, Instant?)
            switch removed.content {
            case .pending(let row):
                request = try row.pending().request
                date = request.trigger.hasDates ? row.due : nil
            case .delivered(let row): (request, date) = (try row.delivery().request, row.delivered)
            }
            return RemovedRequest(
                request: request,
                removed: removed.at,
                wasPending: removed.isPending,
                date: date
            ).entry
        }
    }

    /// The entries of `Export`.
    func entries(of part: Lists.Part) -> [Variant] {
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
}
