import GLibBridge
import Logging
import Synchronization

/// The configuration as the files say it now.
final class ConfigurationSource: Sendable {
    /// One without files.
    static let defaults = ConfigurationSource(folders: [], logger: Logger(label: "notify-agent"))

    private let folders: [String]
    private let logger: Logger
    private let configuration: Mutex<AgentConfiguration>

    /// What is in force.
    var current: AgentConfiguration { configuration.withLock { $0 } }

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - folders: where `agent.conf` may lie, the one that counts first; none for the defaults.
    ///   - logger: logs the errors.
    init(folders: [String], logger: Logger) {
        self.folders = folders
        self.logger = logger
        configuration = Mutex(AgentConfiguration())
        read()
    }

    /// Reads the files again whenever one of them changes.
    ///
    /// - Parameter body: called on ``GLibActor`` once they are read.
    /// - Returns: what keeps the watch.
    /// - Throws: ``SystemError`` where the process is out of file descriptors.
    @GLibActor
    func follow(
        _ body: @escaping @GLibActor @Sendable () -> Void = {}
    ) throws(SystemError) -> ConfigurationWatch {
        try ConfigurationWatch(AgentConfiguration.fileName, in: folders) { [self] in
            read()
            logger.notice("\(AgentConfiguration.fileName) was read again")
            body()
        }
    }

    private func read() {
        let fresh = AgentConfiguration(folders: folders)
        for problem in fresh.problems { logger.warning("\(problem)") }
        configuration.withLock { $0 = fresh }
    }
}
