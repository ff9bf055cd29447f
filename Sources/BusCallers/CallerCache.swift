package import GLibBridge

/// The callers, identified at their first message and cached, because a process can execute another program.
@GLibActor
package final class CallerCache {
    private let connection: BusConnection
    private let bus: BusDestination
    private let detector: SandboxDetector
    private let times: ConnectionTimes
    /// Whether the bus provides the descriptors of processes.
    private var hasDescriptors = false
    private var callers: [String: Caller] = [:]
    private var order: [String] = []
    /// The marks that distinguish callers that are not identified yet.
    private var marks: [String: String] = [:]

    private static let maxKept = 1_024
    private static let gone = "org.freedesktop.DBus.Error.NameHasNoOwner"
    private static let deadline = CallDeadline.milliseconds(5_000)
    /// Examines processes, whose root may be on a file system that does not answer.
    ///
    /// Each process is an owner.
    private static let examining = BlockingIOPool(name: "callers", maxTotal: 32, maxPerOwner: 2)

    /// The milliseconds until a full pool is tried again.
    private static let pause: UInt32 = 10

    /// How long a detection may take, in milliseconds.
    private let timeout: UInt32
    /// The agent's own user, as the bus reports it; `nil` until the bus has answered.
    private var ownUser: Int64?

    /// Creates a cache for a bus.
    ///
    /// - Parameters:
    ///   - timeout: the maximum time of a detection, in milliseconds.
    ///   - ownUser: the agent's own user; `nil` to ask the bus.
    ///   - clock: microseconds since boot.
    package init(
        connection: BusConnection,
        bus: BusDestination = .bus,
        detector: SandboxDetector = SandboxDetector(),
        timeout: UInt32 = 2_000,
        ownUser: Int64? = nil,
        clock: @escaping @Sendable () -> Int64 = { ClockTimer.Clock.bootTime.now }
    ) {
        self.connection = connection
        self.bus = bus
        self.detector = detector
        self.timeout = timeout
        self.ownUser = ownUser
        times = ConnectionTimes(connection: connection, clock: clock)
    }

    /// Starts to record connections if the bus does not provide process descriptors.
    package func follow() async {
        times.subscribe()
        let own = try? await credentials(of: connection.uniqueName)
        hasDescriptors = own?.descriptor != nil
        if hasDescriptors { times.end() } else { times.begin() }
    }

    /// Whether the caller with a unique name is identified.
    package func isKnown(_ name: String) -> Bool { callers[name] != nil }

    /// Returns the caller with a unique name.
    package func caller(_ name: String) async -> Caller {
        if let caller = callers[name] { return caller }
        let found = await examine(name)
        var caller = found ?? .unknown
        if caller.confinement == .unknown {
            caller.mark = marks[name] ?? String(UInt64.random(in: .min ... .max), radix: 36)
        }
        // After a timeout, or if too many detections hang, the next call tries again.
        guard found != nil else {
            if marks.count >= Self.maxKept { marks = [:] }
            marks[name] = caller.mark
            return caller
        }
        marks[name] = nil
        callers[name] = caller
        order.append(name)
        // Unique names are never reused, so the oldest are the least likely to be needed.
        if order.count > Self.maxKept { callers[order.removeFirst()] = nil }
        return caller
    }

    private func examine(_ name: String) async -> Caller? {
        let credentials: Credentials
        do throws(GLibError) {
            credentials = try await self.credentials(of: name)
            if ownUser == nil {
                // From the bus, because the agent may see another number in a user namespace.
                let own = try await self.credentials(of: connection.uniqueName)
                ownUser = own.values["UnixUserID"]?.integer
            }
        } catch {
            // An error of a slow or full bus does not concern the caller.
            return error.remoteName == Self.gone ? .unknown : nil
        }
        if let stranger = otherUser(credentials) { return stranger }
        guard let process = process(credentials, of: name) else { return .unknown }
        let caller: Caller
        switch await examine(process.number) {
        case .done(let found): caller = found
        case .late, .busy: return nil
        }
        guard process.hasItsNumber(detector) else { return .unknown }
        return caller
    }

    /// Returns the caller if it runs as another user than the agent.
    ///
    /// A bus may accept several users.
    private func otherUser(_ credentials: Credentials) -> Caller? {
        let user = credentials.values["UnixUserID"]?.integer
        guard user == nil || user != ownUser else { return nil }
        return Caller(confinement: .otherUser(user), program: "")
    }

    private func process(_ credentials: Credentials, of name: String) -> CallerProcess? {
        if hasDescriptors { return credentials.descriptor.flatMap { CallerProcess($0) } }
        return credentials.values["ProcessID"]?.integer.flatMap { Int32(exactly: $0) }
            .map { CallerProcess(number: $0, firstSeen: times.firstSeen(name)) }
    }

    /// Examines a process, and waits for room if the process has several new connections.
    private func examine(_ process: Int32) async -> BlockingIOPool.Answer<Caller> {
        // This covers nearly all callers. A thread for each would take longer than the rest of the call.
        if let caller = detector.callerOnOwnRoot(process: process) { return .done(caller) }
        let detector = detector
        var waited: UInt32 = 0
        while true {
            let answer = await Self.examining.answer(within: timeout, for: "\(process)") {
                detector.caller(process: process)
            }
            guard case .busy = answer, waited < timeout else { return answer }
            await GLibActor.thread.sleep(milliseconds: Self.pause)
            waited += Self.pause
        }
    }

    /// The credentials of a connection, from the bus.
    private struct Credentials {
        /// Of type `a{sv}`.
        let values: Variant
        /// The descriptor of the process.
        let descriptor: OpenFile?
    }

    private func credentials(of name: String) async throws(GLibError) -> Credentials {
        let reply = try await connection.callForFiles(
            "GetConnectionCredentials",
            on: bus,
            .tuple([.string(name)]),
            deadline: Self.deadline
        )
        let values = reply.values[0] ?? .dictionary([])
        let index = values["ProcessFD"]?.handle.map(Int.init)
        return Credentials(
            values: values,
            descriptor: index.flatMap { reply.files.indices.contains($0) ? reply.files[$0] : nil }
        )
    }
}
