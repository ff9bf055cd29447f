import GLibBridge

/// Who calls, decided at a caller's first message and kept, since a process can become another program.
@GLibActor
final class CallerBook {
    private let connection: BusConnection
    private let examination: CallerExamination
    private var callers: [String: Caller] = [:]
    private var order: [String] = []

    private static let mostKept = 1_024
    private static let deadline = CallDeadline.milliseconds(5_000)

    /// Makes a book for a bus.
    init(connection: BusConnection, examination: CallerExamination = CallerExamination()) {
        self.connection = connection
        self.examination = examination
    }

    /// The caller behind a unique name.
    func caller(_ name: String) async -> Caller {
        if let caller = callers[name] { return caller }
        var caller = await examine(name)
        if caller.confinement == .unknown {
            caller.mark = String(UInt64.random(in: .min ... .max), radix: 36)
        }
        callers[name] = caller
        order.append(name)
        // Unique names are not given twice, so the oldest are the least missed.
        if order.count > Self.mostKept { callers[order.removeFirst()] = nil }
        return caller
    }

    private func examine(_ name: String) async -> Caller {
        let credentials = await ask("GetConnectionCredentials", name)
        guard let process = credentials?["ProcessID"]?.integer.flatMap({ Int32(exactly: $0) })
        else {
            return .unknown
        }
        let caller = examination.caller(process: process)
        // Whoever has gone may have left its number to another process in the meantime.
        guard await ask("NameHasOwner", name)?.boolean == true else { return .unknown }
        return caller
    }

    private func ask(_ method: String, _ name: String) async -> Variant? {
        let reply = try? await connection.call(
            method,
            on: .bus,
            .tuple([.string(name)]),
            deadline: Self.deadline
        )
        return reply?[0]
    }
}
