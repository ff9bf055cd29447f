import NotifyCore
import SQLiteBridge

extension Store {
    /// The names of the folders of files that a request has: pending, delivered, or answered in a response
    /// that is held or that its app has not heard.
    func attachmentFolders() throws(RequestError) -> Set<String> {
        let folders = try read { connection in
            try Set(
                connection.cached(
                    """
                    SELECT attachments FROM pending WHERE attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM delivered WHERE attachments IS NOT NULL
                    UNION
                    SELECT attachments FROM response WHERE attachments IS NOT NULL
                    """
                ).values(as: String.self)
            )
        }
        return folders.union(try held().compactMap(\.response.delivery.request.attachmentFolder))
    }
}
