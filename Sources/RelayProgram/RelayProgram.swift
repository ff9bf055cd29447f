import AgentInterface
import DesktopTexts
import Dispatch
import GLibBridge
import Glibc
import NotifyCore
import RelayServers
import Synchronization

/// Why notify-relay cannot run.
struct RelayFailure: Error {
    let status: Int32
    let message: String
}

/// The program `notify-relay`, which passes notifications between the user's machines.
///
/// A separate program, so that the agent has no network.
package enum RelayProgram {
    /// The limit of memory, in bytes.
    private static let maxMemory: UInt = 2 << 30
    /// The maximum size of a file that it writes, in bytes.
    private static let maxFile: UInt = 256 << 20

    /// Runs the program.
    ///
    /// It ends on SIGTERM, SIGINT, SIGHUP, and when the bus connection is closed.
    ///
    /// - Returns: the exit status: 0 if it was stopped, 64 for a wrong command line, 69 if there is no bus or another
    ///   notify-relay runs, 70 if the store cannot be used, 78 if relay.conf is missing or wrong.
    package static func run() -> Int32 {
        let checks: Bool
        switch CommandLine.arguments.dropFirst().first {
        case nil: checks = false
        case "--check": checks = true
        case "--version":
            print(AgentNames.programVersion)
            return 0
        case "--help", "-h":
            print(help, terminator: "")
            return 0
        case let option?:
            log("there is no option \(option.quoted); there are --check, --version, --help")
            return EX_USAGE
        }
        TLSVersions.refuseOld()
        umask(0o077)
        limit(RLIMIT_AS, to: maxMemory)
        limit(RLIMIT_FSIZE, to: maxFile)
        SessionBus.exportAddress()
        Translations.use()
        let outcome = Outcome()
        // The main thread only waits: an async main would start the thread pool.
        GLibActor.thread.task { @GLibActor in
            outcome.status.store(await serve(checks: checks), ordering: .releasing)
            outcome.ended.signal()
        }
        outcome.ended.wait()
        return outcome.status.load(ordering: .acquiring)
    }

    @GLibActor
    private static func serve(checks: Bool) async -> Int32 {
        do {
            if checks {
                try await RelayProcess.check()
            } else {
                try await RelayProcess.run()
            }
            return 0
        } catch let failure as RelayFailure {
            log(failure.message)
            return failure.status
        } catch let error as RequestError {
            log(error.message)
            return EX_SOFTWARE
        } catch {
            log("\(error)")
            return EX_UNAVAILABLE
        }
    }

    /// Writes a line to standard error.
    static func log(_ message: String) {
        let line = "notify-relay: \(message.printableLine)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// The time.
    static var now: Instant { Instant(microseconds: ClockTimer.Clock.realTime.now) }

    private static func limit(_ kind: __rlimit_resource, to value: UInt) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        setrlimit(__rlimit_resource_t(kind.rawValue), &limit)
    }

    private static let help = """
        Usage: notify-relay [--check]

        Passes notifications between this user's machines, encrypted, over the
        server that relay.conf names.

          --check     read relay.conf, ask the server, say what is wrong, and exit
          --version   print the version
          -h, --help  print this

        Examples:
          notify-relay --check
          journalctl --user -u notify-relay

        Exit status: 0 ended, 64 usage, 69 no session bus, no server or another
        notify-relay runs, 70 the store cannot be used, 78 relay.conf is wrong.

        """

    private final class Outcome: Sendable {
        let status = Atomic<Int32>(EX_SOFTWARE)
        let ended = DispatchSemaphore(value: 0)
    }
}
