import AgentInterface
import NotifyCore
import SQLiteBridge

/// Removals.
extension Store {
    /// Removes the selected requests in one durable transaction.
    ///
    /// - Parameters:
    ///   - forgets: whether also what earlier changes keep of the requests goes.
    ///   - mayUseReserve: whether it may take the space that is reserved for what is kept of nothing.
    func remove(
        _ selections: [RemovalSelection],
        forgets: Bool = false,
        mayUseReserve: Bool = true
    ) throws(RequestError) -> Removal {
        defer { reserve.allocate() }
        return try write(.full, mayUseReserve: mayUseReserve) { connection in
            var removal = Removal()
            for selection in selections {
                let part = try Self.remove(selection, connection)
                removal.pending += part.pending
                removal.delivered += part.delivered
            }
            guard forgets else { return removal }
            for key in Set(removal.pending.map(\.0) + removal.delivered.map(\.key)) {
                try ChangeTable.forget(key, connection)
            }
            return removal
        }
    }

    func remove(_ selection: RemovalSelection) throws(RequestError) -> Removal {
        try remove([selection])
    }

    /// Returns the selected requests, one more than can be kept at most.
    func keys(_ selections: [RemovalSelection]) throws(RequestError) -> Set<RequestKey> {
        let limit = ChangeTable.max.requests + 1
        return try read { connection in
            var keys: Set<RequestKey> = []
            for selection in selections {
                for (condition, arguments) in Self.conditions(of: selection) {
                    // One without a trigger counts as delivered while it waits for a server.
                    let lists =
                        ["pending WHERE \(selection.listedCondition)"]
                        + (selection.includesDelivered ? ["delivered WHERE TRUE"] : [])
                    for list in lists where keys.count < limit {
                        keys.formUnion(
                            try connection.prepare(
                                "SELECT app, identifier FROM \(list) AND (\(condition)) LIMIT \(limit)"
                            ).all(arguments) {
                                RequestKey(appID: try $0.value(0), identifier: try $0.value(1))
                            }
                        )
                    }
                }
            }
            return keys
        }
    }

    /// Returns the requests of rows.
    func keys(of rows: [PendingID]) throws(RequestError) -> [RequestKey] {
        try read { connection in
            try rows.compactMap { row in
                try connection.cached("SELECT app, identifier FROM pending WHERE id = ?").first([
                    row
                ]) {
                    RequestKey(appID: try $0.value(0), identifier: try $0.value(1))
                }
            }
        }
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
    ) throws(RequestError) -> [(key: RequestKey, id: DeliveryID)] {
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
