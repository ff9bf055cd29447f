import GLibBridge
import Logging
import NotifyCore
import RequestFiles
import Synchronization

/// Has the scheduler follow the files of `requests.d`.
@GLibActor
final class RequestFileSource {
    private let folders: [String]
    private let scheduler: Scheduler
    private let logger: Logger
    private var watch: ConfigurationWatch?
    private var isReading = false
    private var mustRead = false
    private nonisolated let known = Mutex<[String]>([])

    /// The errors in the files: a sentence each, with file and line.
    nonisolated var problems: [String] { known.withLock { $0 } }

    /// - Parameters:
    ///   - folders: the configuration folders, the one that counts first.
    ///   - scheduler: takes the requests.
    ///   - logger: logs the errors.
    init(folders: [String], scheduler: Scheduler, logger: Logger) {
        self.folders = folders.map { "\($0)/\(RequestFile.folder)" }
        self.scheduler = scheduler
        self.logger = logger
    }

    /// Reads the files, now and after each change.
    ///
    /// - Throws: ``SystemError`` where the process is out of file descriptors.
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

    /// Reads one time after another: what an earlier reading is about to forget may be there again.
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
        let problems = await scheduler.take(scan)
        let earlier = known.withLock { known in
            defer { known = problems }
            return Set(known)
        }
        for problem in problems where !earlier.contains(problem) { logger.warning("\(problem)") }
    }
}
