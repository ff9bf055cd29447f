import GLibBridge

/// Who calls, decided at a caller's first message and kept, since a process can become another program.
@GLibActor
final class CallerBook {
    private let connection: BusConnection
    private let examination: CallerExamination
    private var callers: [String: Caller] = [:]
    private var order: [String] = []
    /// What tells callers apart that are not decided yet.
    private var marks: [String: String] = [:]

    private static let mostKept = 1_024
    private static let deadline = CallDeadline.milliseconds(5_000)
    /// The root of a process may lie on a file system that does not answer; each process counts as an owner.
    private static let examining = BlockingWork(name: "callers", most: 32, mostOfOne: 2)

    /// After so many milliseconds room is looked for again.
    private static let pause: UInt32 = 10

    /// How long an examination may take, in milliseconds.
    private let patience: UInt32

    /// Makes a book for a bus.
    init(
        connection: BusConnection,
        examination: CallerExamination = CallerExamination(),
        patience: UInt32 = 2_000
    ) {
        self.connection = connection
        self.examination = examination
        self.patience = patience
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
            if marks.count >= Self.mostKept { marks = [:] }
            marks[name] = caller.mark
            return caller
        }
        marks[name] = nil
        callers[name] = caller
        order.append(name)
        // Unique names are not given twice, so the oldest are the least missed.
        if order.count > Self.mostKept { callers[order.removeFirst()] = nil }
        return caller
    }

    private func examine(_ name: String) async -> Caller? {
        let credentials = await ask("GetConnectionCredentials", name)
        guard let process = credentials?["ProcessID"]?.integer.flatMap({ Int32(exactly: $0) })
        else {
            return .unknown
        }
        let caller: Caller
        switch await examine(process) {
        case .done(let found): caller = found
        case .late, .busy: return nil
        }
        // Whoever has gone may have left its number to another process in the meantime.
        guard await ask("NameHasOwner", name)?.boolean == true else { return .unknown }
        return caller
    }

    /// Waits for room where the same process has several connections, all of them new.
    private func examine(_ process: Int32) async -> BlockingWork.Answer<Caller> {
        // Nearly all callers are so: a thread for each would take longer than all else of their call.
        if let caller = examination.callerOnOwnRoot(process: process) { return .done(caller) }
        let examination = examination
        var waited: UInt32 = 0
        while true {
            let answer = await Self.examining.answer(within: patience, for: "\(process)") {
                examination.caller(process: process)
            }
            guard case .busy = answer, waited < patience else { return answer }
            await GLibActor.thread.sleep(milliseconds: Self.pause)
            waited += Self.pause
        }
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
