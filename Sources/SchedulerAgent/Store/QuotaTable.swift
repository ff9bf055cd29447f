import NotifyCore
import SQLiteBridge

/// The use of a quota.
extension Store {
    /// Returns the number and size of the pending requests of a sender, except for one request.
    func pendingUse(
        of sender: Sender,
        besides key: RequestKey? = nil
    ) throws(RequestError) -> (count: Int, bytes: Int64) {
        try read { connection in
            let use: (count: Int, bytes: Int64)? = try connection.cached(
                """
                SELECT COUNT(*), COALESCE(SUM(LENGTH(record)), 0) FROM pending
                WHERE sender IS NOT NULL AND sender = ? AND NOT (app = ? AND identifier = ?)
                """
            ).first([sender.text, key?.appID ?? "", key?.identifier ?? ""]) { row in
                (count: try row.value(0), bytes: try row.value(1))
            }
            return use ?? (0, 0)
        }
    }

    /// Returns the delivered notifications beyond the quota, which are the oldest.
    func deliveredPastBounds(of quota: SenderQuota) throws(RequestError) -> [RequestKey] {
        try read { connection in
            try connection.cached(
                """
                SELECT app, identifier FROM (
                    SELECT app, identifier, ROW_NUMBER() OVER latest AS place,
                        SUM(LENGTH(record)) OVER latest AS bytes
                    FROM delivered WHERE sender IS NOT NULL AND sender = ?
                    WINDOW latest AS (ORDER BY id DESC ROWS UNBOUNDED PRECEDING)
                ) WHERE place > ? OR bytes > ?
                """
            ).all([quota.sender.text, quota.maxRequests, quota.maxRequestBytes]) {
                try RequestKey(appID: $0.value("app"), identifier: $0.value("identifier"))
            }
        }
    }

    /// Returns the names of the folders with attachments.
    func attachmentFolders(of apps: ClosedRange<String>) throws(RequestError) -> Set<String> {
        try read { connection in
            try Set(
                connection.cached(
                    """
                    SELECT attachments FROM pending
                    WHERE app BETWEEN ?1 AND ?2 AND attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM delivered
                    WHERE app BETWEEN ?1 AND ?2 AND attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM response
                    WHERE app BETWEEN ?1 AND ?2 AND attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM change
                    WHERE app BETWEEN ?1 AND ?2 AND attachments IS NOT NULL
                    """
                ).values([apps.lowerBound, apps.upperBound], as: String.self)
            )
        }
    }
}
