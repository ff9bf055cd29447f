package import GLibBridge

/// The delegate of a notification server.
///
/// It replies through the reply object, at once or later.
@GLibActor
package protocol NotificationServerDelegate: AnyObject {
    /// Shows a bubble and replies with its id, usually ``NotificationServer/id(for:)``.
    func server(
        _ server: NotificationServer,
        show call: NotifyCall,
        reply: ServerReply<UInt32>
    )

    /// Closes a bubble for a program.
    func server(_ server: NotificationServer, close id: UInt32, reply: ServerReply<Void>)

    /// Returns the capabilities.
    func server(_ server: NotificationServer, capabilities reply: ServerReply<[String]>)

    /// Returns the server's information.
    func server(_ server: NotificationServer, identity reply: ServerReply<ServerIdentity>)
}

/// The server side of the Desktop Notifications Specification on one bus connection.
///
/// It owns the bus name and implements the protocol; its delegate decides.
@GLibActor
package final class NotificationServer {
    /// The bus name, and the interface's.
    package nonisolated static let name = "org.freedesktop.Notifications"
    /// The object path.
    package nonisolated static let path = "/org/freedesktop/Notifications"

    /// The server's destination.
    package let connection: BusConnection
    private let audience: SignalAudience
    private weak var delegate: (any NotificationServerDelegate)?
    private var registration: BusRegistration?
    private var lastID: UInt32 = 0
    private var senders: [UInt32: String] = [:]

    /// Starts a server.
    ///
    /// - Parameter delegate: the delegate; not retained.
    /// - Throws: ``ServerStartError`` if another server is running, or the bus refuses.
    package init(
        on connection: BusConnection,
        signalsTo audience: SignalAudience = .everyone,
        delegate: any NotificationServerDelegate
    ) throws(ServerStartError) {
        self.connection = connection
        self.audience = audience
        self.delegate = delegate
        let reply: BusNameReply
        do {
            // Before the name is requested, so that no caller finds the name without the object.
            registration = try connection.export(
                BusObject { [weak self] call in self?.dispatch(call) },
                at: Self.path,
                interface: Self.name,
                xml: String(
                    decoding: PackageResources.org_freedesktop_Notifications_xml,
                    as: UTF8.self
                )
            )
            reply = try connection.requestName(Self.name)
        } catch {
            throw .bus(error)
        }
        guard case .taken(let holder) = reply else { return }
        throw .nameTaken(
            holder: holder,
            processID: holder.flatMap { connection.processID(of: $0) }
        )
    }

    /// Releases the name and unregisters the object; the connection stays open.
    package func stop() {
        connection.releaseName(Self.name)
        registration = nil
    }

    /// Returns the id for a bubble: that of the open bubble that it replaces, else the next.
    package func id(for call: NotifyCall) -> UInt32 {
        senders[call.replacesID] == nil ? newID() : call.replacesID
    }

    /// Returns a new id.
    package func newID() -> UInt32 {
        lastID &+= 1
        if lastID == 0 { lastID = 1 }
        return lastID
    }

    /// Returns whether a bubble was shown and not closed.
    package func isAlive(_ id: UInt32) -> Bool {
        senders[id] != nil
    }

    private func dispatch(_ call: BusMethodCall) {
        switch call.method {
        case "Notify": notify(call)
        case "CloseNotification":
            guard let id = call.parameters[0]?.integer.flatMap({ UInt32(exactly: $0) }) else {
                return
            }
            delegate?.server(self, close: id, reply: ServerReply(to: call) { _ in [] })
        case "GetCapabilities":
            let reply = ServerReply<[String]>(to: call) { [.strings($0)] }
            delegate?.server(self, capabilities: reply)
        case "GetServerInformation":
            let reply = ServerReply<ServerIdentity>(to: call) {
                [
                    .string($0.name), .string($0.vendor), .string($0.version),
                    .string($0.specVersion),
                ]
            }
            delegate?.server(self, identity: reply)
        default: break
        }
    }

    private func notify(_ call: BusMethodCall) {
        guard let bubble = NotifyCall(sender: call.sender, parameters: call.parameters) else {
            call.fail("org.freedesktop.DBus.Error.InvalidArgs", "not the arguments of Notify")
            return
        }
        let reply = ServerReply<UInt32>(to: call) { [weak self] id in
            // 0 is not a valid id.
            if id != 0 { self?.senders[id] = bubble.sender }
            return [.uint32(id)]
        }
        delegate?.server(self, show: bubble, reply: reply)
    }
}

extension NotificationServer {
    /// Reports that the user chose an action.
    package func sendActionInvoked(id: UInt32, key: String) {
        send("ActionInvoked", id, .string(key))
    }

    /// Reports that a bubble was closed, which makes its id invalid.
    ///
    /// - Parameter keepingID: whether another signal about the bubble follows, because some servers send the action
    ///     after the end; ``forget(_:)`` then invalidates the id.
    package func sendClosed(id: UInt32, reason: ClosedReason, keepingID: Bool = false) {
        send("NotificationClosed", id, .uint32(reason.rawValue))
        if !keepingID { senders[id] = nil }
    }

    /// Invalidates an id without a signal.
    package func forget(_ id: UInt32) {
        senders[id] = nil
    }

    /// Sends an activation token, before its action.
    package func sendActivationToken(id: UInt32, token: String) {
        send("ActivationToken", id, .string(token))
    }

    /// Reports the user's reply.
    package func sendReplied(id: UInt32, text: String) {
        send("NotificationReplied", id, .string(text))
    }

    private func send(_ signal: String, _ id: UInt32, _ value: Variant) {
        let destination = audience == .sender ? senders[id] : nil
        // An unknown bubble has no receiver.
        if audience == .sender, destination == nil { return }
        // A closed connection has no receivers, which is no error for the caller.
        try? connection.emit(
            signal,
            interface: Self.name,
            path: Self.path,
            .tuple([.uint32(id), value]),
            to: destination
        )
    }
}
