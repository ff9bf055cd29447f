import GRDB
import NotifyCore

extension Store {
    /// The names of the folders of files that a request has: pending, delivered, or answered in a response
    /// that is held or that its app has not heard.
    func attachmentFolders() throws(RequestError) -> Set<String> {
        let folders = try read { database in
            try String.fetchSet(
                database.cachedStatement(
                    sql: """
                        SELECT attachments FROM pending WHERE attachments IS NOT NULL
                        UNION
                        SELECT attachments FROM delivered WHERE attachments IS NOT NULL
                        UNION
                        SELECT attachments FROM response WHERE attachments IS NOT NULL
                        """
                )
            )
        }
        return folders.union(try held().compactMap(\.response.delivery.request.attachmentFolder))
    }
}
