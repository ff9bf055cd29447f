public import GLibBridge

/// What decides how a notification server answers.
///
/// An answer is given through the reply object, at once or later.
@GLibActor
public protocol NotificationServerDelegate: AnyObject {
    /// Shows a bubble and answers with its id, most simply ``NotificationServer/id(for:)``.
    func server(
        _ server: NotificationServer,
        show call: NotifyCall,
        reply: ServerReply<UInt32>
    )

    /// Takes a bubble off the screen at a program's wish.
    func server(_ server: NotificationServer, close id: UInt32, reply: ServerReply<Void>)

    /// Tells what the server can do.
    func server(_ server: NotificationServer, capabilities reply: ServerReply<[String]>)

    /// Tells what the server is.
    func server(_ server: NotificationServer, identity reply: ServerReply<ServerIdentity>)
}

/// The server side of the Desktop Notifications Specification on one bus connection.
///
/// It owns the bus name and speaks the wire; its delegate decides.
@GLibActor
public final class NotificationServer {
    /// The bus name, and the interface's.
    public nonisolated static let name = "org.freedesktop.Notifications"
    /// The object path.
    public nonisolated static let path = "/org/freedesktop/Notifications"

    /// Where the server is.
    public let connection: BusConnection
    private let audience: SignalAudience
    private weak var delegate: (any NotificationServerDelegate)?
    private var registration: BusRegistration?
    private var lastID: UInt32 = 0
    private var senders: [UInt32: String] = [:]

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - connection: the bus.
    ///   - audience: who hears the signals.
    ///   - delegate: decides; not retained.
    /// - Throws: ``ServerStartError`` where another server runs, or the bus refuses.
    public init(
        on connection: BusConnection,
        signalsTo audience: SignalAudience = .everyone,
        delegate: any NotificationServerDelegate
    ) throws(ServerStartError) {
        self.connection = connection
        self.audience = audience
        self.delegate = delegate
        let reply: BusNameReply
        do {
            // Before the name, so that no caller finds the name without the object.
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

    /// Gives the name back and leaves the bus; the connection stays open.
    public func stop() {
        connection.releaseName(Self.name)
        registration = nil
    }

    /// The id for a bubble: the one that it replaces while that is alive, else the next.
    public func id(for call: NotifyCall) -> UInt32 {
        senders[call.replacesID] == nil ? newID() : call.replacesID
    }

    /// An id that was not given before.
    public func newID() -> UInt32 {
        lastID &+= 1
        if lastID == 0 { lastID = 1 }
        return lastID
    }

    /// Whether a bubble has been shown and not closed.
    public func isAlive(_ id: UInt32) -> Bool {
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
            // 0 is the id of no bubble.
            if id != 0 { self?.senders[id] = bubble.sender }
            return [.uint32(id)]
        }
        delegate?.server(self, show: bubble, reply: reply)
    }
}

extension NotificationServer {
    /// Tells that the user chose an action.
    public func sendActionInvoked(id: UInt32, key: String) {
        send("ActionInvoked", id, .string(key))
    }

    /// Tells that a bubble went away; its id is dead after that.
    ///
    /// - Parameters:
    ///   - id: the bubble.
    ///   - reason: why.
    ///   - keepingID: whether a signal about the bubble follows still, as some servers send the action
    ///     after the end; ``forget(_:)`` then makes the id dead.
    public func sendClosed(id: UInt32, reason: ClosedReason, keepingID: Bool = false) {
        send("NotificationClosed", id, .uint32(reason.rawValue))
        if !keepingID { senders[id] = nil }
    }

    /// Makes an id dead without a signal.
    public func forget(_ id: UInt32) {
        senders[id] = nil
    }

    /// Gives the right to take the focus; goes right before the action that it belongs to.
    public func sendActivationToken(id: UInt32, token: String) {
        send("ActivationToken", id, .string(token))
    }

    /// Tells what the user typed as an answer.
    public func sendReplied(id: UInt32, text: String) {
        send("NotificationReplied", id, .string(text))
    }

    private func send(_ signal: String, _ id: UInt32, _ value: Variant) {
        let destination = audience == .sender ? senders[id] : nil
        // A signal about a bubble of nobody has nobody to go to.
        if audience == .sender, destination == nil { return }
        // A connection that has closed has no listeners; there is nothing to tell the caller.
        try? connection.emit(
            signal,
            interface: Self.name,
            path: Self.path,
            .tuple([.uint32(id), value]),
            to: destination
        )
    }
}
