import AgentInterface
import ConfigurationFiles
import GLibBridge
import Glibc
import Logging
import NotifyCore
import RequestFiles

/// Watches the files and folders of followed calendars, and has those read that changed.
///
/// The agent does not read calendars itself: the command does, as at an import, with its program for them, and calls
/// `Import`. One calendar is read at a time.
@GLibActor
final class CalendarFollower {
    /// How long reading may take, in milliseconds.
    private static let deadline: UInt32 = 120_000
    private static let maxOutput = 16_384

    private let agent: Agent
    private let logger: Logger
    private let program: String
    private var watches: [String: ConfigurationWatch] = [:]
    /// The paths that are to be read, in order.
    private var waiting: [String] = []
    private var isReading = false
    private var process: Int32?
    /// Whether it has started to follow.
    private(set) var isFollowing = false

    init(
        agent: Agent,
        program: String = AgentProgram.command,
        logger: Logger
    ) {
        self.agent = agent
        self.program = program
        self.logger = logger
    }

    /// Reads the calendars that changed while no agent ran, and follows them.
    func follow() async {
        isFollowing = true
        await update()
        for path in watches.keys.sorted() { read(path) }
    }

    /// Follows the calendars that are to be followed, and no others.
    func update() async {
        let calendars: [(path: String, isStale: Bool)]
        do {
            calendars = try await agent.run { agent throws(RequestError) in
                try agent.imports.followedCalendars()
            }
        } catch {
            logger.error("\(error)")
            return
        }
        let paths = Set(calendars.map(\.path))
        watches = watches.filter { paths.contains($0.key) }
        for (path, isStale) in calendars {
            if watches[path] == nil {
                watch(path)
                read(path)
            } else if isStale {
                read(path)
            }
        }
    }

    /// Ends the program that reads, as the agent ends.
    func end() {
        waiting = []
        if let process { kill(-process, SIGKILL) }
    }

    private func watch(_ path: String) {
        do {
            watches[path] = try ConfigurationWatch(
                in: [path],
                { name in
                    CalendarFolders.isCalendar(name)
                        || !name.hasPrefix(".") && CalendarFolders.isFolder("\(path)/\(name)")
                },
                in: { Self.subfolders(of: path) },
                and: {
                    ([path] + Self.subfolders(of: path)).flatMap(LinkedFiles.files)
                },
                { [weak self] in self?.read(path) }
            )
        } catch {
            logger.error("\(path) cannot be followed: \(error)")
        }
    }

    private static func subfolders(of path: String) -> [String] {
        CalendarFolders.subfolders(of: path).map { "\(path)/\($0)" }
    }

    private func read(_ path: String) {
        if !waiting.contains(path) { waiting.append(path) }
        guard !isReading else { return }
        isReading = true
        GLibActor.thread.task { await self.readWaiting() }
    }

    private func readWaiting() async {
        while !waiting.isEmpty {
            let path = waiting.removeFirst()
            guard watches[path] != nil, let problem = await problem(ofReading: path) else {
                continue
            }
            logger.warning("\(path): \(problem)")
            await agent.run { $0.imports.note(problem, ofCalendar: path) }
        }
        isReading = false
    }

    /// Has a calendar read; returns why it could not be, or `nil`.
    private func problem(ofReading path: String) async -> String? {
        let start = ProgramStart(
            arguments: [program, "import", "--refresh", "--", path],
            isQuiet: true
        )
        let outcome = await GLibActor.thread.answer(within: Self.deadline) {
            () -> Result<ProgramOutcome, SystemError> in
            do throws(SystemError) {
                return .success(try await self.run(start))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case nil:
            if let process { kill(-process, SIGKILL) }
            return
                "it could not be read within \(Self.deadline / 1_000) s; it is read again when it changes"
        case .failure(let error)?: return "\(error)"
        case .success(let outcome)?:
            guard outcome.code != 0 else { return nil }
            let text = String(decoding: outcome.output, as: UTF8.self)
            return text.split(separator: "\n").last.map { String($0).printableLine }
                ?? "\(program) ended by \(outcome.code.map { "status \($0)" } ?? "a signal")"
        }
    }

    private func run(_ start: ProgramStart) async throws(SystemError) -> ProgramOutcome {
        defer { process = nil }
        return try await start.collect(atMost: Self.maxOutput) { process = $0 }
    }
}
