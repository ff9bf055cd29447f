import ConfigurationFiles
import GLibBridge
import Logging
import Synchronization

/// The current configuration from the files.
final class ConfigurationSource: Sendable {
    /// A source without files.
    static let defaults = ConfigurationSource(folders: [], logger: Logger(label: "notify-agent"))

    private let folders: [String]
    private let logger: Logger
    private let configuration: Mutex<AgentConfiguration>
    private let changed = Mutex<(@Sendable () -> Void)?>(nil)

    /// The current configuration.
    var current: AgentConfiguration { configuration.withLock { $0 } }

    /// Reads the files.
    ///
    /// - Parameter folders: the folders of `agent.conf`, in order of precedence; empty for the defaults.
    init(folders: [String], logger: Logger) {
        self.folders = folders
        self.logger = logger
        configuration = Mutex(AgentConfiguration())
        read()
    }

    /// Sets a function that is called after each change.
    func onChange(_ body: @escaping @Sendable () -> Void) { changed.withLock { $0 = body } }

    /// Reads the files again whenever one of them changes.
    ///
    /// - Throws: ``SystemError`` if the process is out of file descriptors.
    @GLibActor
    func follow(
        _ body: @escaping @GLibActor @Sendable () -> Void = {}
    ) throws(SystemError) -> ConfigurationWatch {
        try ConfigurationWatch(AgentConfiguration.fileName, in: folders) { [self] in
            read()
            logger.notice("\(AgentConfiguration.fileName) was read again")
            body()
            changed.withLock { $0 }?()
        }
    }

    private func read() {
        let fresh = AgentConfiguration(folders: folders)
        for problem in fresh.problems { logger.warning("\(problem)") }
        configuration.withLock { $0 = fresh }
    }
}
