import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore

/// relay.conf, which is read again when it changes.
@GLibActor
final class RelayFile {
    /// What it says, or said before it was changed into something that cannot be used.
    private(set) var configuration: RelayConfiguration
    /// Why the file as it is now is not used; `nil` if it is.
    private(set) var problem: String?
    private var watch: ConfigurationWatch?
    /// What was logged about files that others can read.
    private var warned: [String] = []

    /// Reads the file.
    init() throws(RelayFailure) {
        do throws(RequestError) {
            configuration = try Self.read()
        } catch {
            throw RelayFailure(status: EX_CONFIG, message: error.message)
        }
        warned = configuration.warnings
        for warning in warned { RelayProgram.log(warning) }
    }

    /// Logs what is new about files that others can read.
    private func warn() {
        let warnings = configuration.warnings
        for warning in warnings where !warned.contains(warning) { RelayProgram.log(warning) }
        warned = warnings
    }

    private static func read() throws(RequestError) -> RelayConfiguration {
        try RelayConfiguration(folders: ConfigurationFolders.configuration)
    }

    /// Reads the file again whenever it changes, or the file with the token.
    ///
    /// - Parameter use: uses what the file says now; if it throws, what was there before stays in use.
    /// - Throws: ``GLibBridge/SystemError`` if the process is out of file descriptors.
    func follow(
        _ use: @escaping @GLibActor @Sendable (RelayConfiguration) throws -> Void,
        end: @escaping @GLibActor @Sendable () -> Void
    ) throws(SystemError) {
        watch = try ConfigurationWatch(
            in: ConfigurationFolders.configuration,
            { $0 == RelayConfiguration.fileName },
            and: { [weak self] in (self?.configuration.tokenFile).map { [$0] } ?? [] },
            { [weak self] in self?.readAgain(use, end) }
        )
        // It may have been changed since it was read first.
        readAgain(use, end)
    }

    private func readAgain(
        _ use: @GLibActor @Sendable (RelayConfiguration) throws -> Void,
        _ end: @GLibActor @Sendable () -> Void
    ) {
        do {
            let fresh = try Self.read()
            if fresh != configuration {
                try use(fresh)
                configuration = fresh
                RelayProgram.log("\(RelayConfiguration.fileName) was read again")
            }
            problem = nil
            warn()
        } catch let error as RequestError where error.code == .notFound && !Self.isThere {
            RelayProgram.log("\(error.message); nothing is sent or received without it")
            end()
        } catch {
            let message = (error as? RequestError)?.message ?? "\(error)"
            problem = "\(message); what it said before is used until it is corrected"
            RelayProgram.log(problem ?? message)
        }
    }

    /// Whether there is a file, which may name another one that is missing.
    private static var isThere: Bool {
        ConfigurationFolders.configuration.contains {
            access("\($0)/\(RelayConfiguration.fileName)", F_OK) == 0
        }
    }
}
