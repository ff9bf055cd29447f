import AgentInterface
import NotifyCore
import SQLiteBridge

/// An entry of the table of changes: a request as it was before.
struct ChangeEntry: Sendable {
    /// The row as it was.
    enum Before: Sendable {
        case pending(PendingRow)
        case delivered(DeliveredRow)
    }

    let id: Int64
    let kind: ChangeCall.Kind
    let call: Int64
    let at: Instant
    let key: RequestKey
    /// The row, with its number before the change.
    let before: Before
    /// Whether the change ended the request.
    let isEnded: Bool
    /// How many requests of the same call were too many to be kept.
    let cut: Int
    /// The row of the date that was left out.
    let leftOut: Int64?
    /// The identifier of the request that shows it later.
    let child: String?
    /// The record that the change stored.
    let after: [UInt8]

    /// What it shows.
    var record: [UInt8] {
        switch before {
        case .pending(let row): row.record
        case .delivered(let row): row.record
        }
    }

    var list: TransferList {
        switch before {
        case .pending: .pending
        case .delivered: .delivered
        }
    }

    private static let common =
        "id, kind, call, at, app, identifier, ended, cut, leftOut, child, after"
    private static let pending =
        """
        request, record, added, due, settled, fired, paused, boot, bootDue, crossing,
        NULL, NULL, \(common)
        """
    private static let delivered =
        """
        request, record, scheduled, delivered, 'listed', NULL, NULL, firstScheduled, occurrences,
        late, presentation, crossing, \(common)
        """

    private init?(_ row: Row, _ before: Before) throws {
        guard let kind = ChangeCall.Kind(rawValue: try row.value(13)) else { return nil }
        self.before = before
        self.kind = kind
        id = try row.value(12)
        call = try row.value(14)
        at = Instant(stored: try row.value(15))
        key = RequestKey(appID: try row.value(16), identifier: try row.value(17))
        isEnded = try row.value(18)
        cut = try row.clamped(19)
        leftOut = try row.value(20)
        child = try row.value(21)
        after = try row.bytes(22)
    }

    fileprivate static func read(
        _ condition: String,
        _ arguments: [any ColumnValue],
        _ connection: Connection
    ) throws -> [ChangeEntry] {
        let pending = try connection.cached(
            "SELECT \(pending) FROM change WHERE list = 'pending' AND \(condition) ORDER BY id"
        ).all(arguments) { try ChangeEntry($0, .pending(PendingRow($0))) }
        let delivered = try connection.cached(
            "SELECT \(delivered) FROM change WHERE list = 'delivered' AND \(condition) ORDER BY id"
        ).all(arguments) { try ChangeEntry($0, .delivered(DeliveredRow($0))) }
        return (pending + delivered).compactMap { $0 }.sorted { $0.id < $1.id }
    }
}

/// Reading the table.
extension ChangeTable {
    /// Returns the entries of the last call of a program, in order; empty if there is none.
    func last(of origin: String, after start: Instant) throws(RequestError) -> [ChangeEntry] {
        try store.read { connection in
            try ChangeEntry.read(
                """
                call = (SELECT call FROM change WHERE origin = ? AND at > ? ORDER BY id DESC LIMIT 1)
                """,
                [origin, start.microseconds],
                connection
            )
        }
    }

    /// Returns the removed requests, latest first.
    ///
    /// - Parameters:
    ///   - app: the app; `nil` for all.
    ///   - identifier: the identifier; `nil` for all.
    ///   - start: only those that were removed later.
    func removed(
        app: String?,
        identifier: String? = nil,
        after start: Instant
    ) throws(RequestError) -> [ChangeEntry] {
        let condition = Store.condition(app: app, identifier: identifier)
        return try store.read { connection in
            try ChangeEntry.read(
                "\(condition.sql) AND kind = 'removed' AND at > ?",
                condition.arguments + [start.microseconds],
                connection
            ).reversed()
        }
    }

    /// Returns the identifiers of removed requests, for suggestions.
    func removedIdentifiers() throws(RequestError) -> Set<String> {
        try store.read { connection in
            try Set(
                connection.prepare("SELECT identifier FROM change WHERE kind = 'removed'")
                    .values(as: String.self)
            )
        }
    }
}
