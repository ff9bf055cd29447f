package import GLibBridge
import Glibc
package import NotifyCore
import Synchronization

/// A client of the agent; each call blocks the thread until the reply.
package struct AgentClient: Sendable {
    /// What calls go over.
    let line: AgentLine

    /// The connection that ``prepare()`` began.
    private static let prepared = Mutex<BlockingConnection?>(nil)

    /// Starts to connect, for example before the program parses its command line.
    ///
    /// The next client uses that connection. A running agent identifies the caller meanwhile; none is started.
    package static func prepare() {
        guard let address = SessionBus.address,
            let connection = BlockingConnection(to: address)
        else { return }
        connection.send("Greet", on: AgentNames.destination)
        prepared.withLock { $0 = connection }
    }

    /// Connects to the session bus.
    ///
    /// - Throws: ``AgentUnreachable`` if there is none.
    package init() throws(AgentUnreachable) {
        guard let address = SessionBus.address else {
            throw AgentUnreachable(SessionBus.absenceExplanation)
        }
        line = try AgentLine(to: address, Self.prepared.withLock { $0.take() })
    }

    /// The connection to the bus, for all but calls of the agent; opened when it is used for the first time.
    ///
    /// - Throws: ``AgentUnreachable`` if no bus answers.
    package var connection: BusConnection {
        get throws(AgentUnreachable) { try line.connection }
    }

    /// What calls to others than the agent go over.
    package var caller: any BlockingCaller {
        get throws(AgentUnreachable) { try line.caller }
    }

    /// The agent's unique name; `nil` if none runs.
    package var agentName: String? {
        (try? caller.callBlocking(
            "GetNameOwner",
            on: .bus,
            .tuple([.string(AgentNames.bus)]),
            deadline: .standard,
            mayStart: true
        ))?[0]?.string
    }

    /// Adds a request.
    ///
    /// - Parameter prepare: called after an agent had to be started, before it gets the request.
    /// - Throws: ``NotifyCore/RequestError`` of the agent, or ``AgentUnreachable``; and the errors of `prepare`.
    package func add(
        _ request: NotificationRequest,
        files: [OpenFile] = [],
        deadline: CallDeadline = .standard,
        afterStart prepare: () throws -> Void = {}
    ) throws -> AddReply {
        var request = request
        if request.idempotencyKey == nil { request.idempotencyKey = Self.freshKey() }
        do {
            let reply = try call(
                "Add",
                [request.record],
                files: files,
                deadline: deadline,
                afterStart: prepare
            )
            return try AddReply(record: reply[0])
        } catch let error as AgentUnreachable where error.isOfEarlierAgent && request.isUndoable {
            // The notification is worth more than its undo.
            request.isUndoable = false
            return try add(request, files: files, deadline: deadline, afterStart: prepare)
        }
    }

    /// Returns a key that names a call, so that the agent carries it out once however often it comes.
    static func freshKey() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(
            separator: "-"
        )
    }

    /// Returns the pending requests, soonest first.
    ///
    /// - Parameter app: the app; `nil` for all.
    package func pending(app: String? = nil) throws -> [PendingRequest] {
        try pending(ListSelection(appID: app)) { $0 }.sorted { $0.comesBefore($1) }
    }

    /// Returns the requests without a trigger that wait for a notification server.
    ///
    /// - Parameter app: the app; `nil` for all.
    package func waiting(app: String? = nil) throws -> [PendingRequest] {
        try waiting(ListSelection(appID: app))
    }

    /// Returns the delivered notifications, latest first.
    ///
    /// - Parameter app: the app; `nil` for all.
    package func delivered(app: String? = nil) throws -> [DeliveredNotification] {
        try delivered(ListSelection(appID: app)) { $0 }.sorted { $0.comesBefore($1) }
    }

    /// Finds the requests of an identifier in both lists.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` or `Ambiguous`, or
    ///   ``AgentUnreachable``.
    package func find(
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
    package func remove(
        _ selection: Variant,
        deadline: CallDeadline = .standard
    ) throws -> [String] {
        try call("Remove", [selection], deadline: deadline)[0]?.strings ?? []
    }

    /// Pauses requests.
    package func pause(_ selection: Variant) throws -> [String] {
        try call("Pause", [selection])[0]?.strings ?? []
    }

    /// Resumes requests.
    package func resume(_ selection: Variant) throws -> [String] {
        try call("Resume", [selection])[0]?.strings ?? []
    }

    /// Has a dialog ask for the answer to a notification where its bubble cannot.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `NotFound` if there is no program for that.
    package func ask(_ key: RequestKey) throws {
        _ = try call("Ask", [.string(key.appID), .string(key.identifier)])
    }

    /// Returns which focus is on, and what waits.
    package func focus() throws -> FocusReport {
        try FocusReport(record: try call("Focus", [])[0])
    }

    /// Switches a focus on.
    ///
    /// - Parameters:
    ///   - name: its section in `agent.conf`; empty for the plain focus.
    ///   - end: when it ends by itself; `nil` for never.
    ///   - apps: whose notifications appear as well.
    package func switchFocusOn(
        _ name: String,
        until end: Instant?,
        allowing apps: [String]
    ) throws -> FocusReport {
        var options: [(key: String, value: Variant)] = [("on", .boolean(true))]
        if !name.isEmpty { options.append(("name", .string(name))) }
        if let end { options.append(("until", .int64(end.microseconds))) }
        if !apps.isEmpty { options.append(("apps", .strings(apps))) }
        return try FocusReport(record: try call("SetFocus", [.dictionary(options)])[0])
    }

    /// Switches every focus off.
    package func switchFocusOff() throws -> FocusReport {
        let options = Variant.dictionary([("on", .boolean(false))])
        return try FocusReport(record: try call("SetFocus", [options])[0])
    }

    /// Skips a date of a repeating request.
    ///
    /// - Parameter range: what the date lies in; `nil` for the next one.
    package func skip(
        _ identifier: String,
        on range: ClosedRange<Instant>? = nil
    ) throws -> (skipped: Instant, next: Instant?) {
        let request: [Variant] = [.string(identifier), .string(AgentNames.app)]
        let bounds = range.map { [$0.lowerBound, $0.upperBound] } ?? []
        let reply = try call(
            range == nil ? "Skip" : "SkipDate",
            request + bounds.map { .int64($0.microseconds) }
        )
        let reader = try RecordReader(
            reply[0],
            "reply",
            keys: ["appID", "identifier", "skipped", "nextTriggerDate"]
        )
        return (
            try reader.required("skipped", .instant),
            try reader.optional("nextTriggerDate", .instant)
        )
    }

    /// Shows a notification again later.
    package func snooze(_ identifier: String, microseconds: Int64) throws -> AddReply {
        let arguments: [Variant] = [
            .string(identifier), .string(AgentNames.app), .int64(microseconds),
        ]
        return try AddReply(record: try call("Snooze", arguments)[0])
    }

    /// Changes a pending request.
    ///
    /// - Parameters:
    ///   - microseconds: by how much the date of one that fires once moves; `nil` for the trigger of `request`.
    ///   - restarts: whether the trigger was given, so that a span starts now even if it is the same.
    /// - Throws: ``NotifyCore/RequestError`` or ``AgentUnreachable``; nothing is changed then.
    package func edit(
        _ original: NotificationRequest,
        to request: NotificationRequest,
        by microseconds: Int64? = nil,
        restarts: Bool = false,
        files: [OpenFile] = []
    ) throws -> AddReply {
        var options: [(key: String, value: Variant)] = []
        if let microseconds { options.append(("by", .int64(microseconds))) }
        if restarts { options.append(("restart", .boolean(true))) }
        let arguments = [request.record, original.record, .dictionary(options)]
        return try AddReply(record: try call("Edit", arguments, files: files)[0])
    }

    /// Replaces the categories of an app.
    ///
    /// - Parameter categories: all categories; others are deleted.
    package func set(_ categories: [NotificationCategory], of app: String) throws {
        let records = Variant.array(of: "a{sv}", categories.map(\.record))
        _ = try call("SetCategories", [.string(app), records])
    }

    /// Returns the categories of an app.
    package func categories(of app: String) throws -> [NotificationCategory] {
        try (try call("Categories", [.string(app)])[0]?.children ?? []).map { record in
            try NotificationCategory(record: record)
        }
    }

    /// Attaches this connection as an app, which exports ``AppNames/interface`` on ``AppNames/path``.
    package func attach(app: String) throws {
        _ = try call("Attach", [.string(app)])
    }

    /// Detaches this connection from an app; does not start an agent.
    package func detach(app: String) throws {
        guard agentName != nil else { return }
        _ = try call("Detach", [.string(app)])
    }

    /// Returns the agent's status; `nil` if none is running; does not start one.
    package func status() throws -> Variant? {
        guard agentName != nil else { return nil }
        return try call("Status", [])[0]
    }

    /// Returns the agent's status, and starts an agent if none is running.
    package func statusOfStartedAgent() throws -> Variant {
        guard let status = try call("Status", [])[0] else {
            throw AgentUnreachable(
                "the agent's reply to Status is empty; restart it: notify-schedule agent restart"
            )
        }
        return status
    }

    /// Returns the agent's findings for a health check, which may take ten seconds.
    package func examine() throws -> Variant? {
        try call("Examine", [])[0]
    }

    /// Returns the interface version of the running agent; `nil` if it reports none.
    package func interfaceVersion() -> UInt32? {
        let properties = BusDestination(
            name: AgentNames.bus,
            path: AgentNames.path,
            interface: "org.freedesktop.DBus.Properties"
        )
        let reply = try? line.caller.callBlocking(
            "Get",
            on: properties,
            .tuple([.string(AgentNames.interface), .string("InterfaceVersion")]),
            deadline: .standard,
            mayStart: false
        )
        return reply?[0]?.unboxed?.integer.flatMap { UInt32(exactly: $0) }
    }

    /// Stops the agent and waits until it has left the bus.
    package func stop() throws -> Bool {
        guard agentName != nil else { return false }
        let hasLeft = try connection.waitForOwner(
            of: AgentNames.bus,
            toExist: false,
            milliseconds: 10_000
        ) { (_) throws in
            _ = try call("Stop", [], mayRepeat: false)
        }
        guard hasLeft else {
            throw AgentUnreachable("the agent did not stop within 10 s")
        }
        return true
    }

    func list(_ name: String, _ app: String?) throws -> [Variant] {
        try call("List", [.string(name), .string(app ?? "")])[0]?.children ?? []
    }
}
