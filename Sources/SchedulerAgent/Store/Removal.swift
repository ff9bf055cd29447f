import NotifyCore
import SQLiteBridge

/// A selection of requests.
struct RemovalSelection: Sendable {
    /// How requests are selected.
    enum Choice: Sendable {
        case identifiers([String])
        case prefix(String)
        case all
    }

    var choice: Choice
    /// The app; `nil` for all.
    var appID: String?
    /// Whether identifiers that this app does not have may be those of other apps.
    var mayBeOfOthers = false
    var includesPending = true
    var includesDelivered = true
    /// Whether what is removed can be restored.
    var keeps = false
    /// Whether also more is removed than can be kept for that.
    var mayExceed = true
}

extension RemovalSelection {
    /// A request without a trigger counts as delivered from the start, although it may wait for a server.
    var listedCondition: String {
        switch (includesPending, includesDelivered) {
        case (true, true): "TRUE"
        case (true, false): "listed = 1"
        case (false, true): "listed = 0"
        case (false, false): "FALSE"
        }
    }
}

/// The result of a removal.
struct Removal: Sendable {
    var pending: [(key: RequestKey, record: [UInt8])] = []
    var delivered: [(key: RequestKey, row: DeliveredRow)] = []
}

extension Store {
    /// Removes the selected requests in one durable transaction.
    func remove(_ selection: RemovalSelection) throws(RequestError) -> Removal {
        defer { reserve.allocate() }
        return try write(.full, mayUseReserve: true) { try Self.remove(selection, $0) }
    }

    static func remove(
        _ selection: RemovalSelection,
        _ connection: Connection
    ) throws -> Removal {
        var removal = Removal()
        for (condition, arguments) in conditions(of: selection) {
            removal.pending += try connection.prepare(
                """
                DELETE FROM pending WHERE \(selection.listedCondition) AND (\(condition))
                RETURNING app, identifier, record, listed = 0 AND rule IS NOT NULL
                """
            ).all(arguments) { row -> (RequestKey, [UInt8])? in
                // An ended request is in no list.
                guard try !row.value(3, as: Bool.self) else { return nil }
                return (
                    RequestKey(appID: try row.value(0), identifier: try row.value(1)),
                    try row.bytes(2)
                )
            }.compactMap { $0 }
            guard selection.includesDelivered else { continue }
            removal.delivered += try connection.prepare(
                """
                DELETE FROM delivered WHERE \(condition)
                RETURNING \(deliveredColumns), app, identifier
                """
            ).all(arguments, keyed)
        }
        return removal
    }

    /// Returns the selected pending requests, soonest first.
    func pending(_ selection: RemovalSelection) throws(RequestError) -> [PendingRow] {
        guard selection.includesPending else { return [] }
        return try read { connection in
            try Self.conditions(of: selection).flatMap { condition, arguments in
                try connection.prepare(
                    """
                    SELECT \(Self.pendingColumns) FROM pending WHERE listed = 1 AND \(condition)
                    ORDER BY due, id
                    """
                ).all(arguments, PendingRow.init)
            }
        }
    }

    /// Returns the keys and the numbers of the selected delivered notifications, latest first.
    func deliveredKeys(
        _ selection: RemovalSelection
    ) throws(RequestError) -> [(key: RequestKey, id: Int64)] {
        guard selection.includesDelivered else { return [] }
        return try read { connection in
            try Self.conditions(of: selection).flatMap { condition, arguments in
                try connection.prepare(
                    """
                    SELECT app, identifier, id FROM delivered
                    WHERE \(condition) ORDER BY delivered DESC, id DESC
                    """
                ).all(arguments) { row in
                    (
                        RequestKey(appID: try row.value(0), identifier: try row.value(1)),
                        try row.value(2)
                    )
                }
            }
        }
    }

    /// A delivered notification with its app and identifier.
    private static func keyed(_ row: Row) throws -> (key: RequestKey, row: DeliveredRow) {
        let key = RequestKey(appID: try row.value("app"), identifier: try row.value("identifier"))
        return (key, try DeliveredRow(row))
    }

    static func conditions(
        of selection: RemovalSelection
    ) -> [(sql: String, arguments: [any ColumnValue])] {
        let app = selection.appID
        switch selection.choice {
        case .all:
            return [condition(app: app, identifier: nil)]
        case .prefix(let prefix):
            return [
                (
                    "(?1 IS NULL OR app = ?1) AND substr(identifier, 1, length(?2)) = ?2",
                    [app, prefix]
                )
            ]
        case .identifiers(let identifiers):
            return identifiers.map { condition(app: app, identifier: $0) }
        }
    }
}
