import GLibBridge
import NotificationServer

/// The notification server, where the agent has none yet.
enum SendServer {
    private static let destination = BusDestination(
        name: NotificationServer.name,
        path: NotificationServer.path,
        interface: NotificationServer.name
    )

    /// Has the bus start a server, as notify-send's call does.
    ///
    /// - Throws: ``SendError`` with the bus's reason.
    static func start(on connection: BusConnection) throws(SendError) {
        do {
            _ = try connection.callBlocking("GetServerInformation", on: destination)
        } catch {
            throw SendError(
                error.remoteName.map { "GDBus.Error:\($0): \(error.message)" } ?? error.message
            )
        }
    }

    /// What the server can do; nothing where there is none.
    static func capabilities(on connection: BusConnection) -> [String] {
        let reply = try? connection.callBlocking("GetCapabilities", on: destination)
        return reply?[0]?.strings ?? []
    }
}
