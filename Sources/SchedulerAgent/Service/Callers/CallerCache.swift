import GLibBridge

/// Who calls, decided at a caller's first message and kept, since a process can become another program.
@GLibActor
final class CallerCache {
    private let connection: BusConnection
    private let bus: BusDestination
    private let examination: SandboxDetector
    private let times: ConnectionTimes
    /// Whether the bus hands over the descriptors of processes.
    private var hasDescriptors = false
    private var callers: [String: Caller] = [:]
    private var order: [String] = []
    /// What tells callers apart that are not decided yet.
    private var marks: [String: String] = [:]

    private static let maxKept = 1_024
    private static let gone = "org.freedesktop.DBus.Error.NameHasNoOwner"
    private static let deadline = CallDeadline.milliseconds(5_000)
    /// The root of a process may lie on a file system that does not answer; each process counts as an owner.
    private static let examining = BlockingIOPool(name: "callers", maxTotal: 32, maxPerOwner: 2)

    /// After so many milliseconds room is looked for again.
    private static let pause: UInt32 = 10

    /// How long an examination may take, in milliseconds.
    private let timeout: UInt32
    /// The agent's own user, as the bus numbers users; `nil` until the bus was asked.
    private var ownUser: Int64?

    /// Makes a cache for a bus.
    ///
    /// - Parameters:
    ///   - connection: the bus.
    ///   - bus: who is asked about its connections.
    ///   - examination: looks at processes.
    ///   - timeout: how long that may take, in milliseconds.
    ///   - ownUser: the agent's own user; `nil` if the bus is to be asked.
    ///   - clock: microseconds since boot.
    init(
        connection: BusConnection,
        bus: BusDestination = .bus,
        examination: SandboxDetector = SandboxDetector(),
        timeout: UInt32 = 2_000,
        ownUser: Int64? = nil,
        clock: @escaping @Sendable () -> Int64 = { ClockTimer.Clock.bootTime.now }
    ) {
        self.connection = connection
        self.bus = bus
        self.examination = examination
        self.timeout = timeout
        self.ownUser = ownUser
        times = ConnectionTimes(connection: connection, clock: clock)
    }

    /// Begins to notice connections where the bus does not say itself which process made one.
    func follow() async {
        times.subscribe()
        let own = try? await credentials(of: connection.uniqueName)
        hasDescriptors = own?.descriptor != nil
        if hasDescriptors { times.end() } else { times.begin() }
    }

    /// Whether the caller behind a unique name is decided.
    func isKnown(_ name: String) -> Bool { callers[name] != nil }

    /// The caller behind a unique name.
    func caller(_ name: String) async -> Caller {
        if let caller = callers[name] { return caller }
        let found = await examine(name)
        var caller = found ?? .unknown
        if caller.confinement == .unknown {
            caller.mark = marks[name] ?? String(UInt64.random(in: .min ... .max), radix: 36)
        }
        // Not decided where it takes too long, or too many examinations hang: the next call may find out.
        guard found != nil else {
            if marks.count >= Self.maxKept { marks = [:] }
            marks[name] = caller.mark
            return caller
        }
        marks[name] = nil
        callers[name] = caller
        order.append(name)
        // Unique names are not given twice, so the oldest are the least missed.
        if order.count > Self.maxKept { callers[order.removeFirst()] = nil }
        return caller
    }

    private func examine(_ name: String) async -> Caller? {
        let credentials: Credentials
        do throws(GLibError) {
            credentials = try await self.credentials(of: name)
            if ownUser == nil {
                // As the bus has it: in a user namespace the agent may see another number.
                let own = try await self.credentials(of: connection.uniqueName)
                ownUser = own.values["UnixUserID"]?.integer
            }
        } catch {
            // A bus that is slow or full says nothing of the caller.
            return error.remoteName == Self.gone ? .unknown : nil
        }
        if let stranger = otherUser(credentials) { return stranger }
        guard let process = process(credentials, of: name) else { return .unknown }
        let caller: Caller
        switch await examine(process.number) {
        case .done(let found): caller = found
        case .late, .busy: return nil
        }
        guard process.hasItsNumber(examination) else { return .unknown }
        return caller
    }

    /// The caller, where it runs as another user than the agent; a bus may let several users in.
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

    /// Waits for room where the same process has several connections, all of them new.
    private func examine(_ process: Int32) async -> BlockingIOPool.Answer<Caller> {
        // Nearly all callers are so: a thread for each would take longer than all else of their call.
        if let caller = examination.callerOnOwnRoot(process: process) { return .done(caller) }
        let examination = examination
        var waited: UInt32 = 0
        while true {
            let answer = await Self.examining.answer(within: timeout, for: "\(process)") {
                examination.caller(process: process)
            }
            guard case .busy = answer, waited < timeout else { return answer }
            await GLibActor.thread.sleep(milliseconds: Self.pause)
            waited += Self.pause
        }
    }

    /// What the bus knows of who made a connection.
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
