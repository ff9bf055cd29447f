import NotifyCore
import SQLiteBridge

extension Store {
    /// Returns the names of the attachment folders in use: of requests that are pending, delivered, in a response that
    /// is held or not received by its app, or kept for an undo.
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
                    UNION
                    SELECT attachments FROM change WHERE attachments IS NOT NULL
                    """
                ).values(as: String.self)
            )
        }
        return folders.union(try held().compactMap(\.response.delivery.request.attachmentFolder))
    }
}
