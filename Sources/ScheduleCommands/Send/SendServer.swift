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
    static func start(on caller: any BlockingCaller) throws(SendError) {
        do {
            _ = try call("GetServerInformation", of: destination, by: caller)
        } catch {
            throw SendError(
                error.remoteName.map { "GDBus.Error:\($0): \(error.message)" } ?? error.message
            )
        }
    }

    /// Returns whether the bus can start a server.
    static func canStart(on caller: any BlockingCaller) -> Bool {
        let bus = BusDestination(
            name: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus"
        )
        let reply = try? call("ListActivatableNames", of: bus, by: caller)
        return reply?[0]?.strings?.contains(NotificationServer.name) ?? false
    }

    /// Returns the server's capabilities; empty if there is no server.
    static func capabilities(on caller: any BlockingCaller) -> [String] {
        let reply = try? call("GetCapabilities", of: destination, by: caller)
        return reply?[0]?.strings ?? []
    }

    private static func call(
        _ method: String,
        of destination: BusDestination,
        by caller: any BlockingCaller
    ) throws(GLibError) -> Variant {
        try caller.callBlocking(
            method,
            on: destination,
            .tuple([]),
            deadline: .standard,
            mayStart: true
        )
    }
}
