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

extension HistoryLine {
    /// The line as the dictionary that the interface documents for `History`.
    var record: Variant {
        var event = RequestEvent(event.rawValue, of: key, title: title, at: at)
        event.fill(from: self)
        return event.record
    }
}

extension PlaceState {
    /// The state as `Status` has it.
    var record: Variant {
        .dictionary([("state", .string(name)), ("reason", .string(reason))])
    }
}

extension RemovalSelection {
    /// Reads the dictionary that the interface documents for `Remove`.
    init(record: Variant?, alsoTaking keys: [String] = []) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "selection",
            keys: [
                "identifiers", "prefix", "all", "appID", "lists", "others", "keep", "exceed",
                "alarms",
            ] + keys
        )
        let identifiers = try reader.optional("identifiers", .texts)
        let prefix = try reader.optional("prefix", .text)
        let all = try reader.optional("all", .flag) ?? false
        switch (identifiers, prefix, all) {
        case (let identifiers?, nil, false): choice = .identifiers(identifiers)
        case (nil, let prefix?, false): choice = .prefix(prefix)
        case (nil, nil, true): choice = .all
        default:
            throw RequestError(
                .malformed,
                "a removal needs exactly one of identifiers, prefix and all"
            )
        }
        let app = try reader.optional("appID", .text) ?? AgentNames.app
        appID = app.isEmpty ? nil : app
        let lists = try reader.optional("lists", .texts) ?? ["pending", "delivered"]
        if let unknown = lists.first(where: { $0 != "pending" && $0 != "delivered" }) {
            throw RequestError(
                .malformed,
                "there is no list \(unknown.quoted); there are pending and delivered"
            )
        }
        mayBeOfOthers = try reader.optional("others", .flag) ?? false
        keeps = try reader.optional("keep", .flag) ?? false
        mayExceed = try reader.optional("exceed", .flag) ?? true
        includesAlarms = try reader.optional("alarms", .flag) ?? false
        includesPending = lists.contains("pending")
        includesDelivered = lists.contains("delivered")
    }
}

extension HistorySelection {
    /// Creates the selection of a `History` call; an empty text matches all.
    init(_ identifier: String, app: String, limit: Int) {
        self.init(
            app: app.isEmpty ? nil : app,
            identifier: identifier.isEmpty ? nil : identifier,
            limit: max(0, min(limit, Self.maxLines))
        )
    }

    /// Reads the dictionary that the interface documents for `SelectHistory`.
    init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "selection",
            keys: ["identifier", "appID", "since", "events", "limit"]
        )
        app = try reader.optional("appID", .text)
        identifier = try reader.optional("identifier", .text)
        since = try reader.optional("since", .instant)
        if let names = try reader.optional("events", .texts) {
            var events: [HistoryLine.Event] = []
            for name in names {
                guard name != Self.unseen else {
                    withUnseen = true
                    continue
                }
                guard let event = HistoryLine.Event(rawValue: name) else {
                    throw RequestError(.malformed, "the history has no event \(name.quoted)")
                }
                events.append(event)
            }
            self.events = events
        }
        if let limit: Int = try reader.optional("limit", .int64) {
            guard (1...Self.maxLines).contains(limit) else {
                throw RequestError(
                    .malformed,
                    "limit \(limit) is not between 1 and \(Self.maxLines)"
                )
            }
            self.limit = limit
        }
    }
}

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
