public import GLibBridge
import Glibc
public import NotifyCore
import Synchronization

/// Speaks with the agent; each call blocks the thread until the answer.
public struct AgentClient: Sendable {
    /// The connection that carries the calls.
    public let connection: BusConnection

    /// What ``prepare()`` began.
    private static let prepared = Mutex<BusConnecting?>(nil)

    /// Begins to connect while the program does something else, such as reading its command line.
    ///
    /// The next client takes that connection. An agent that runs finds out meanwhile who will call it; none is
    /// started.
    public static func prepare() {
        guard let address = SessionBus.address else { return }
        let connecting = BusConnecting(to: address) { connection in
            connection.send("Greet", on: AgentNames.destination)
        }
        prepared.withLock { $0 = connecting }
    }

    /// Connects to the session bus.
    ///
    /// - Throws: ``AgentUnreachable`` where there is none.
    public init() throws(AgentUnreachable) {
        guard let address = SessionBus.address else {
            throw AgentUnreachable(SessionBus.absenceExplanation)
        }
        let prepared = Self.prepared.withLock { prepared in
            defer { prepared = nil }
            return prepared
        }
        do {
            connection =
                if let prepared, prepared.address == address {
                    try prepared.connection()
                } else {
                    try BusConnection.connect(to: address)
                }
        } catch {
            throw AgentUnreachable(SessionBus.silenceExplanation(error))
        }
    }

    /// Adds a request.
    ///
    /// - Parameters:
    ///   - request: what to show and when.
    ///   - files: what its attachments are handed over as, by their indices.
    ///   - prepare: called where an agent had to be started, before it gets the request.
    /// - Returns: the agent's answer.
    /// - Throws: ``NotifyCore/RequestError`` as the agent gave it, or ``AgentUnreachable``; and what `prepare` throws.
    public func add(
        _ request: NotificationRequest,
        files: [OpenFile] = [],
        afterStart prepare: () throws -> Void = {}
    ) throws -> AddReply {
        let reply = try call("Add", [request.record], files: files, afterStart: prepare)
        return try AddReply(record: reply[0])
    }

    /// The pending requests, soonest first.
    ///
    /// - Parameter app: whose; `nil` for all.
    /// - Returns: what the agent has.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func pending(app: String? = nil) throws -> [PendingRequest] {
        try list("pending", app).map { entry in try PendingRequest(entry: entry) }
    }

    /// The delivered notifications, latest first.
    ///
    /// - Parameter app: whose; `nil` for all.
    /// - Returns: what the agent has.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func delivered(app: String? = nil) throws -> [DeliveredNotification] {
        try list("delivered", app).map { entry in try DeliveredNotification(entry: entry) }
    }

    /// What has an identifier, in both lists.
    ///
    /// - Parameter identifier: an identifier, or APP/IDENTIFIER.
    /// - Returns: what is pending and what is delivered under it.
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` or `Ambiguous`, or
    ///   ``AgentUnreachable``.
    public func find(
        _ identifier: String
    ) throws -> (pending: [PendingRequest], delivered: [DeliveredNotification]) {
        let reply = try call("Find", [.string(identifier), .string(AgentNames.app)])
        let entries = reply[0]?.children ?? []
        let isPending = { (entry: Variant) in entry["list"]?.string == "pending" }
        return (
            try entries.filter(isPending).map { entry in try PendingRequest(entry: entry) },
            try entries.filter { !isPending($0) }
                .map { entry in try DeliveredNotification(entry: entry) }
        )
    }

    /// Removes requests.
    ///
    /// - Parameter selection: the dictionary that the interface documents for `Remove`.
    /// - Returns: what was removed, as APP/IDENTIFIER.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func remove(_ selection: Variant) throws -> [String] {
        try call("Remove", [selection])[0]?.strings ?? []
    }

    /// Holds requests back.
    ///
    /// - Parameter selection: the dictionary that the interface documents for `Pause`.
    /// - Returns: what is paused now, as APP/IDENTIFIER.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func pause(_ selection: Variant) throws -> [String] {
        try call("Pause", [selection])[0]?.strings ?? []
    }

    /// Takes requests up again.
    ///
    /// - Parameter selection: the dictionary that the interface documents for `Resume`.
    /// - Returns: what was paused, as APP/IDENTIFIER.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func resume(_ selection: Variant) throws -> [String] {
        try call("Resume", [selection])[0]?.strings ?? []
    }

    /// Leaves the next date of a repeating request out.
    ///
    /// - Parameter identifier: an identifier, or APP/IDENTIFIER.
    /// - Returns: the date that is left out, and the next one.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func skip(_ identifier: String) throws -> (skipped: Instant, next: Instant?) {
        let reply = try call("Skip", [.string(identifier), .string(AgentNames.app)])
        let reader = try RecordReader(
            reply[0],
            "reply",
            keys: ["appID", "identifier", "skipped", "nextTriggerDate"]
        )
        return (
            try reader.required(instant: "skipped"), try reader.instant("nextTriggerDate")
        )
    }

    /// Shows a notification once more later.
    ///
    /// - Parameters:
    ///   - identifier: an identifier, or APP/IDENTIFIER.
    ///   - microseconds: from now.
    /// - Returns: the agent's answer to the request that shows it.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func snooze(_ identifier: String, microseconds: Int64) throws -> AddReply {
        let arguments: [Variant] = [
            .string(identifier), .string(AgentNames.app), .int64(microseconds),
        ]
        return try AddReply(record: try call("Snooze", arguments)[0])
    }

    /// Replaces the categories of an app.
    ///
    /// - Parameters:
    ///   - categories: all of them; those that are left out are forgotten.
    ///   - app: whose.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func set(_ categories: [NotificationCategory], of app: String) throws {
        let records = Variant.array(of: "a{sv}", categories.map(\.record))
        _ = try call("SetCategories", [.string(app), records])
    }

    /// The categories of an app.
    ///
    /// - Parameter app: whose.
    /// - Returns: what was set last.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func categories(of app: String) throws -> [NotificationCategory] {
        try (try call("Categories", [.string(app)])[0]?.children ?? []).map { record in
            try NotificationCategory(record: record)
        }
    }

    /// Lets this connection hear for an app, by ``AppNames/interface`` on ``AppNames/path``.
    ///
    /// - Parameter app: the app.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func attach(app: String) throws {
        _ = try call("Attach", [.string(app)])
    }

    /// Lets this connection hear no longer for an app; an agent that does not run is not started.
    ///
    /// - Parameter app: the app.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func detach(app: String) throws {
        guard connection.nameOwner(AgentNames.bus) != nil else { return }
        _ = try call("Detach", [.string(app)])
    }

    /// What the agent says of itself; `nil` where none runs, which then is not started.
    ///
    /// - Returns: the dictionary that the interface documents for `Status`.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func status() throws -> Variant? {
        guard connection.nameOwner(AgentNames.bus) != nil else { return nil }
        return try call("Status", [])[0]
    }

    /// What the agent says of itself; one is started where none runs.
    ///
    /// - Returns: the dictionary that the interface documents for `Status`.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func statusOfStartedAgent() throws -> Variant {
        guard let status = try call("Status", [])[0] else {
            throw AgentUnreachable(
                "the agent answered nothing to Status; restart it: notify-schedule agent stop"
            )
        }
        return status
    }

    /// What a health check asks the agent; it may take ten seconds.
    ///
    /// - Returns: the dictionary that the interface documents for `Examine`.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func examine() throws -> Variant? {
        try call("Examine", [])[0]
    }

    /// The version of the interface that the running agent speaks; `nil` where it does not say.
    public func interfaceVersion() -> UInt32? {
        let properties = BusDestination(
            name: AgentNames.bus,
            path: AgentNames.path,
            interface: "org.freedesktop.DBus.Properties"
        )
        let reply = try? connection.callBlocking(
            "Get",
            on: properties,
            .tuple([.string(AgentNames.interface), .string("InterfaceVersion")]),
            mayStart: false
        )
        return reply?[0]?.unboxed?.integer.flatMap { UInt32(exactly: $0) }
    }

    /// Ends the agent and waits until it has left the bus.
    ///
    /// - Returns: whether one ran.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``.
    public func stop() throws -> Bool {
        guard connection.nameOwner(AgentNames.bus) != nil else { return false }
        let hasLeft = try connection.waitForOwner(
            of: AgentNames.bus,
            toExist: false,
            milliseconds: 10_000
        ) { (_) throws in _ = try call("Stop", []) }
        guard hasLeft else {
            throw AgentUnreachable("the agent was asked to stop and has not ended within 10 s")
        }
        return true
    }

    private func list(_ name: String, _ app: String?) throws -> [Variant] {
        try call("List", [.string(name), .string(app ?? "")])[0]?.children ?? []
    }
}
