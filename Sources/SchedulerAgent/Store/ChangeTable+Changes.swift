import AgentInterface
import NotifyCore
import SQLiteBridge

/// What happens to the dates of a request that is edited.
enum DatesAfterEdit: Sendable {
    /// They stay.
    case kept
    /// They are other ones, and those that came or were left out do not come again.
    case carried
    /// They are other ones.
    case fresh
}

/// The row changes that put requests back.
struct Reversal: Sendable {
    /// The entries that are done with.
    var entries: [Int64] = []
    /// The call whose other entries cannot be undone.
    var givenUp: Int64?
    /// Requests that are pending again, with the rows that they take the dates of.
    var pending: [(request: AcceptedRequest, row: Int64)] = []
    /// Requests whose dates stay.
    var records: [(row: Int64, request: AcceptedRequest)] = []
    /// Requests with another next date.
    var settled: [(row: Int64, pending: PendingRequest, boot: BootDue?)] = []
    /// Dates that come again.
    var leftOut: [Int64] = []
    /// Notifications that are in the list again.
    var delivered: [(delivery: Delivery, record: [UInt8])] = []
    /// Requests that are no longer pending.
    var gone: [Int64] = []
}

/// Changes, each in one transaction with what an undo of it needs; durable when they return.
extension ChangeTable {
    /// Settles dates of requests and stores what is shown in their place, all or nothing.
    ///
    /// - Parameters:
    ///   - child: what is shown in their place, if anything.
    ///   - call: the call to be kept; `nil` for one that cannot be undone.
    @discardableResult
    func settle(
        _ settled: [SettledDates],
        adding child: AcceptedRequest? = nil,
        of call: ChangeCall?
    ) throws(RequestError) -> Int64? {
        guard !settled.isEmpty else { return nil }
        return try store.write(.full) { connection in
            if let call { try Self.keep(settled, of: call, connection) }
            for dates in settled {
                let leftOut = try Store.settle(dates, connection)
                guard let call, settled.count == 1 else { continue }
                try Self.note(
                    ended: dates.next == nil,
                    leftOut: leftOut,
                    child: child?.key.identifier,
                    after: child?.record,
                    of: call,
                    connection
                )
            }
            return try child.map { try Store.insert($0, connection) }
        }
    }

    private static func keep(
        _ settled: [SettledDates],
        of call: ChangeCall,
        _ connection: Connection
    ) throws {
        let isPause = call.kind == .paused || call.kind == .resumed
        for isEnd in [false, true] {
            let rows = settled.filter { ($0.next == nil) == isEnd }.map { "\($0.row)" }
            guard !rows.isEmpty else { continue }
            let kept = try keep(
                .pending,
                (
                    "id IN (SELECT value FROM json_each(?))",
                    ["[" + rows.joined(separator: ",") + "]"]
                ),
                // What goes on is paused or resumed again by its name.
                keepsRecord: isEnd || !isPause,
                isEnd: isEnd,
                of: call,
                connection
            )
            try noteCut(rows.count - kept, of: call, connection)
        }
    }

    /// Stores a request in place of another state of it.
    func replace(
        _ row: Int64,
        with request: AcceptedRequest,
        dates: DatesAfterEdit = .fresh,
        of call: ChangeCall?
    ) throws(RequestError) -> Int64 {
        try store.write(.full) { connection in
            if let call { try Self.keep(.pending, row, of: call, connection) }
            var id = row
            switch dates {
            case .kept: try Store.replace(row, with: request, connection)
            case .carried:
                id = try Store.insert(request, connection)
                try LeftOutDates.carry(from: row, to: id, connection)
            case .fresh: id = try Store.insert(request, connection)
            }
            if let call { try Self.note(after: request.record, of: call, connection) }
            return id
        }
    }

    /// Removes the selected requests.
    ///
    /// - Parameter call: the call to be kept; `nil` to keep nothing.
    func remove(
        _ selection: RemovalSelection,
        of call: ChangeCall?
    ) throws(RequestError) -> Removal {
        guard let call else { return try store.remove(selection) }
        defer { store.reserve.allocate() }
        do throws(RequestError) {
            return try store.write(.full) { connection in
                var kept = 0
                let before = try Self.count(of: call, connection)
                for (condition, arguments) in Store.conditions(of: selection) {
                    let listed =
                        "\(selection.listedCondition) AND (listed = 1 OR rule IS NULL) AND (\(condition))"
                    kept += try Self.keep(.pending, (listed, arguments), of: call, connection)
                    guard selection.includesDelivered else { continue }
                    kept += try Self.keep(.delivered, (condition, arguments), of: call, connection)
                }
                let removal = try Store.remove(selection, connection)
                let count = removal.pending.count + removal.delivered.count
                try Self.noteCut(count - kept, of: call, connection)
                let lost = count - (try Self.count(of: call, connection) - before)
                guard lost <= 0 || selection.mayExceed else { throw Self.exceeds(count, lost) }
                return removal
            }
        } catch  where error.code == .notKept {
            throw error
        } catch {
            // There may be no room for what is kept.
            return try store.remove(selection)
        }
    }

    private static func count(of call: ChangeCall, _ connection: Connection) throws -> Int {
        try connection.cached("SELECT COUNT(*) FROM change WHERE call = ?")
            .value([call.number], as: Int.self) ?? 0
    }

    private static func exceeds(_ count: Int, _ lost: Int) -> RequestError {
        RequestError(
            .notKept,
            "\(lost) of the \(count) notifications to remove could not be restored: at most \(max.entries) are "
                + "kept for that, of \(max.bytes >> 20) MiB in all"
        )
    }

    /// Leaves a call out of what is undone; what it removed can still be restored.
    func giveUp(_ call: Int64) throws(RequestError) {
        try store.write(.process) { try Self.giveUp(call, $0) }
    }

    private static func giveUp(_ call: Int64, _ connection: Connection) throws {
        // No program has an empty path.
        try connection.run("UPDATE change SET origin = '' WHERE call = ?", call)
    }

    /// Puts requests back.
    @discardableResult
    func write(_ reversal: Reversal) throws(RequestError) -> [Int64] {
        try store.write(.full) { connection in
            for row in reversal.gone { try Store.drop(pending: row, connection) }
            for id in reversal.leftOut {
                try connection.run("DELETE FROM leftOut WHERE id = ?", id)
            }
            for (row, pending, boot) in reversal.settled {
                try Store.update(row, to: pending, boot: boot, connection)
            }
            for (row, request) in reversal.records {
                try Store.replace(row, with: request, connection)
            }
            let ids = try reversal.pending.map { request, row in
                let id = try Store.insert(request, connection)
                try LeftOutDates.carry(from: row, to: id, connection)
                return id
            }
            for (delivery, record) in reversal.delivered {
                try Store.insert(delivery, record: record, connection)
            }
            for id in reversal.entries { try connection.run("DELETE FROM change WHERE id = ?", id) }
            if let call = reversal.givenUp { try Self.giveUp(call, connection) }
            return ids
        }
    }
}
