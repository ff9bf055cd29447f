package import GLibBridge
import NotifyCore

/// A client of notify-push, which registers apps for push messages; each call blocks the thread until the reply.
package struct PushClient: Sendable {
    /// The bus name of notify-push.
    package static let bus = "org.notifyschedule.Push"
    /// Its object.
    package static let path = "/org/notifyschedule/Push"
    /// Its interface.
    package static let interface = "org.notifyschedule.Push1"
    /// The interface's introspection document, which is also installed.
    package static var interfaceXML: String {
        String(decoding: PackageResources.org_notifyschedule_Push1_xml, as: UTF8.self)
    }

    /// Longer than notify-push waits for a distributor.
    private static let deadline = CallDeadline.milliseconds(120_000)

    private let connection: BusConnection

    /// Connects to the session bus.
    ///
    /// - Throws: ``AgentUnreachable`` if there is none.
    package init() throws(AgentUnreachable) {
        connection = try AgentClient().connection
    }

    /// Uses a connection.
    package init(connection: BusConnection) {
        self.connection = connection
    }

    /// Registers an app, or asks again for the endpoint of one that is registered.
    ///
    /// - Parameters:
    ///   - serverKey: the public key of the only server that may send, base64url; `nil` for any.
    ///   - distributor: a distributor by its bus name, or by the end of it; `nil` for notify-push's choice.
    package func register(
        _ app: String,
        serverKey: String? = nil,
        distributor: String? = nil
    ) throws -> PushEntry {
        var options: [(key: String, value: Variant)] = []
        if let serverKey { options.append(("vapid", .string(serverKey))) }
        if let distributor { options.append(("distributor", .string(distributor))) }
        let reply = try call("Register", [.string(app), .dictionary(options)])
        return try PushEntry(record: reply[0])
    }

    /// Ends the registration of an app.
    package func unregister(_ app: String) throws {
        _ = try call("Unregister", [.string(app)])
    }

    /// Returns all registrations, sorted by their apps.
    package func registrations() throws -> [PushEntry] {
        try (try call("List", [])[0]?.children ?? []).map { entry in
            try PushEntry(record: entry)
        }
    }

    /// Reports each change of an endpoint for which no call waits, of any app.
    ///
    /// - Returns: the subscription, which is in effect for what later calls of this client cause.
    @GLibActor
    package func follow(_ handler: @escaping @GLibActor @Sendable () -> Void) -> BusSubscription {
        connection.subscribe(
            to: "Changed",
            interface: Self.interface,
            sender: Self.bus,
            path: Self.path
        ) { _ in handler() }
    }

    /// Whether the bus has closed the connection.
    package var isClosed: Bool { connection.isClosed }

    private func call(_ method: String, _ arguments: [Variant]) throws -> Variant {
        do throws(GLibError) {
            return try connection.callRepeatedly(
                method,
                on: BusDestination(name: Self.bus, path: Self.path, interface: Self.interface),
                .tuple(arguments),
                deadline: Self.deadline
            )
        } catch {
            if let refusal = RequestError(error) { throw refusal }
            if error.remoteName == "org.freedesktop.DBus.Error.ServiceUnknown" {
                throw AgentUnreachable(
                    "notify-push is not installed for this session, which receives push messages; "
                        + "install the package notify-schedule, or start notify-push"
                )
            }
            throw AgentUnreachable("notify-push did not reply to \(method): \(error); try again")
        }
    }
}
