import GRDB
import NotifyCore

/// Which requests to remove.
struct RemovalSelection: Sendable {
    /// By what they are chosen.
    enum Choice: Sendable {
        case identifiers([String])
        case prefix(String)
        case all
    }

    var choice: Choice
    /// Whose; `nil` for all apps.
    var appID: String?
    /// Whether identifiers that this app has not may be those of others.
    var mayBeOfOthers = false
    var includesPending = true
    var includesDelivered = true
}

extension RemovalSelection {
    /// A request without a trigger counts as delivered from the start, though it may wait for a server.
    fileprivate var listedCondition: String {
        switch (includesPending, includesDelivered) {
        case (true, true): "TRUE"
        case (true, false): "listed = 1"
        case (false, true): "listed = 0"
        case (false, false): "FALSE"
        }
    }
}

/// What a removal took away.
struct Removal: Sendable {
    var pending: [(key: RequestKey, record: [UInt8])] = []
    var delivered: [(key: RequestKey, row: DeliveredRow)] = []
}

extension Store {
    /// Removes what a selection names, in one durable transaction.
    func remove(_ selection: RemovalSelection) throws(RequestError) -> Removal {
        try write(.full) { database in
            var removal = Removal()
            for (condition, arguments) in Self.conditions(of: selection) {
                removal.pending += try Row.fetchAll(
                    database,
                    sql: """
                        DELETE FROM pending WHERE \(selection.listedCondition) AND (\(condition))
                        RETURNING app, identifier, record
                        """,
                    arguments: arguments
                ).map { (RequestKey(appID: $0[0], identifier: $0[1]), Blob.bytes(of: $0, at: 2)) }
                if selection.includesDelivered {
                    removal.delivered += try Row.fetchAll(
                        database,
                        sql: """
                            DELETE FROM delivered WHERE \(condition)
                            RETURNING \(Self.deliveredColumns), app, identifier
                            """,
                        arguments: arguments
                    ).map {
                        (
                            RequestKey(appID: $0["app"], identifier: $0["identifier"]),
                            DeliveredRow($0)
                        )
                    }
                }
            }
            return removal
        }
    }

    /// The pending requests that a selection names, soonest first.
    func pending(_ selection: RemovalSelection) throws(RequestError) -> [PendingRow] {
        guard selection.includesPending else { return [] }
        return try read { database in
            try Self.conditions(of: selection).flatMap { condition, arguments in
                try Row.fetchAll(
                    database,
                    sql: """
                        SELECT \(Self.pendingColumns) FROM pending WHERE listed = 1 AND \(condition)
                        ORDER BY due, id
                        """,
                    arguments: arguments
                ).map(PendingRow.init)
            }
        }
    }

    /// The delivered notifications that a selection names, latest first.
    func delivered(
        _ selection: RemovalSelection
    ) throws(RequestError) -> [(key: RequestKey, row: DeliveredRow)] {
        guard selection.includesDelivered else { return [] }
        return try read { database in
            try Self.conditions(of: selection).flatMap { condition, arguments in
                try Row.fetchAll(
                    database,
                    sql: """
                        SELECT \(Self.deliveredColumns), app, identifier FROM delivered
                        WHERE \(condition) ORDER BY delivered DESC, id DESC
                        """,
                    arguments: arguments
                ).map {
                    (RequestKey(appID: $0["app"], identifier: $0["identifier"]), DeliveredRow($0))
                }
            }
        }
    }

    private static func conditions(
        of selection: RemovalSelection
    ) -> [(sql: String, arguments: StatementArguments)] {
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
