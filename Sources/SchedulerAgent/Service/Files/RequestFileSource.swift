import ConfigurationFiles
import GLibBridge
import Logging
import NotifyCore
import RequestFiles
import Synchronization

/// Watches the files in `requests.d` for the agent.
@GLibActor
final class RequestFileSource {
    private let folders: [String]
    private let agent: Agent
    private let calendars: CalendarFollower
    private let logger: Logger
    private var watch: ConfigurationWatch?
    private var isReading = false
    private var mustRead = false
    private nonisolated let known = Mutex<[String]>([])

    /// The errors in the files, one sentence each, with file and line.
    nonisolated var problems: [String] { known.withLock { $0 } }

    /// - Parameter folders: the configuration folders, in order of precedence.
    init(
        folders: [String],
        agent: Agent,
        calendars: CalendarFollower,
        logger: Logger
    ) {
        self.folders = folders.map { "\($0)/\(RequestFile.folder)" }
        self.agent = agent
        self.calendars = calendars
        self.logger = logger
    }

    /// Reads the files, now and after each change.
    ///
    /// - Throws: ``SystemError`` if the process is out of file descriptors.
    func follow() async throws(SystemError) {
        watch = try ConfigurationWatch(
            in: folders,
            { $0.hasSuffix(RequestFile.ending) },
            { [weak self] in
                guard let self else { return }
                GLibActor.thread.task { await self.read() }
            }
        )
        await read()
    }

    /// Reads the files, one read at a time: a file that an earlier read is about to forget may exist again.
    private func read() async {
        mustRead = true
        guard !isReading else { return }
        isReading = true
        while mustRead {
            mustRead = false
            await readOnce()
        }
        isReading = false
    }

    private func readOnce() async {
        let scan = RequestFileScan(folders: folders)
        let problems = await agent.run { await $0.imports.update(to: scan) }
        let earlier = known.withLock { known in
            defer { known = problems }
            return Set(known)
        }
        if calendars.isFollowing { await calendars.update() }
        for problem in problems where !earlier.contains(problem) { logger.warning("\(problem)") }
    }
}
