import GLibBridge
import NotificationServer

/// The notification server, for an agent that has none yet.
enum SendServer {
    private static let destination = BusDestination(
        name: NotificationServer.name,
        path: NotificationServer.path,
        interface: NotificationServer.name
    )

    /// Makes the bus start a server, as notify-send's call does.
    static func start(on connection: BusConnection) throws(SendError) {
        do {
            _ = try connection.callBlocking("GetServerInformation", on: destination)
        } catch {
            throw SendError(
                error.remoteName.map { "GDBus.Error:\($0): \(error.message)" } ?? error.message
            )
        }
    }

    /// Returns whether the bus can start a server.
    static func canStart(on connection: BusConnection) -> Bool {
        let bus = BusDestination(
            name: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus"
        )
        let reply = try? connection.callBlocking("ListActivatableNames", on: bus)
        return reply?[0]?.strings?.contains(NotificationServer.name) ?? false
    }

    /// Returns the server's capabilities; empty if there is no server.
    static func capabilities(on connection: BusConnection) -> [String] {
        let reply = try? connection.callBlocking("GetCapabilities", on: destination)
        return reply?[0]?.strings ?? []
    }
}
