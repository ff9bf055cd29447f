import AgentInterface
import NotifyCore
import SQLiteBridge

/// The table of what was sent to other machines and comes there.
struct SentTable: Sendable {
    let store: Store

    /// The maximum number of requests.
    private static let max = 1_000

    init(_ store: Store) {
        self.store = store
    }

    /// Stores a request that was sent, in one transaction with the change that it is.
    ///
    /// - Parameter end: when it is over; `nil` if that is not known.
    func note(
        _ request: NotificationRequest,
        to machines: [String],
        until end: Instant?,
        of change: ChangeCall
    ) throws(RequestError) {
        var stored = request
        stored.isUndoable = false
        let record = stored.storedBytes
        try store.write(.full) { connection in
            try ChangeTable.note(
                sent: request.key,
                isHereToo: request.isUndoable,
                of: change,
                connection
            )
            try connection.run(
                """
                INSERT OR REPLACE INTO sent (app, identifier, at, machines, until, repeats, record)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                request.appID,
                request.identifier,
                change.at.microseconds,
                machines.joined(separator: "\n"),
                end?.microseconds,
                request.trigger.repeats,
                record
            )
            try connection.run(
                "DELETE FROM sent WHERE until <= ? OR id <= (SELECT MAX(id) FROM sent) - ?",
                change.at.microseconds,
                Self.max
            )
        }
    }

    /// Notes that a request was answered or dismissed on another machine, or removed from all, which undoes it.
    func noteEnd(of key: RequestKey, isRemoved: Bool) throws(RequestError) {
        try store.write(.process) { connection in
            try connection.run(
                "DELETE FROM sent WHERE app = ? AND identifier = ? AND (? OR NOT repeats)",
                key.appID,
                key.identifier,
                isRemoved
            )
            if isRemoved { try ChangeTable.giveUp(sent: key, connection) }
        }
    }

    /// Returns the requests, first ones first.
    ///
    /// - Parameter app: the app; `nil` for all.
    func all(
        app: String?
    ) throws(RequestError) -> [(record: [UInt8], at: Instant, machines: [String])] {
        try store.read { connection in
            try connection.cached(
                "SELECT record, at, machines FROM sent WHERE ?1 IS NULL OR app = ?1 ORDER BY id"
            ).all([app]) { row in
                let machines: String = try row.value(2)
                return (
                    try row.bytes(0), Instant(stored: try row.value(1)),
                    machines.split(separator: "\n").map(String.init)
                )
            }
        }
    }
}
