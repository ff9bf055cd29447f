import AgentInterface
import NotifyCore
import SQLiteBridge

/// Messages that wake an app, among the responses that wait for it.
extension Store {
    /// The maximum number of such messages of one app: a server that sends many must not drop the user's responses.
    static let maxWakesOfOneApp = 20

    /// Stores a message that wakes an app and shows nothing.
    ///
    /// - Parameter call: what is remembered of it; `nil` for nothing.
    func keep(wake: AppResponse, _ call: IdempotentAdd?) throws(RequestError) -> Int {
        try write(.full) { connection in
            if let call { try Self.remember(call, connection) }
            return try Self.keep(wake: wake, connection)
        }
    }

    /// Records that an app is not started for the latest response that was stored for it.
    func markLatestStarted(_ app: String) throws(RequestError) {
        try write(.process) { connection in
            try connection.run(
                "UPDATE response SET started = 1 WHERE id = (SELECT max(id) FROM response WHERE app = ?)",
                app
            )
        }
    }

    /// Stores a message that wakes an app, in place of the oldest ones where there are too many.
    @discardableResult
    static func keep(wake: AppResponse, _ connection: Connection) throws -> Int {
        let app = wake.notification.request.appID
        let wakes = try waiting(for: app, connection).filter { waiting in
            (try? waiting.response())?.action == NotificationAction.remoteIdentifier
        }
        let old = wakes.dropLast(maxWakesOfOneApp - 1)
        for waiting in old {
            try connection.run("DELETE FROM response WHERE id = ?", waiting.id)
        }
        return old.count + (try keep(wake, connection))
    }
}
