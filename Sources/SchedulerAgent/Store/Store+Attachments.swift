import GRDB
import NotifyCore

extension Store {
    /// The names of the folders of files that a request has, pending or delivered.
    func attachmentFolders() throws(RequestError) -> Set<String> {
        try read { database in
            try String.fetchSet(
                database.cachedStatement(
                    sql: """
                        SELECT attachments FROM pending WHERE attachments IS NOT NULL
                        UNION
                        SELECT attachments FROM delivered WHERE attachments IS NOT NULL
                        """
                )
            )
        }
    }
}
