import AgentInterface
import Dispatch
import GLibBridge
import Glibc
import NotifyCore
import Synchronization

/// The program `notify-push`, which receives push messages for all apps.
///
/// A separate program, so that what anybody on the network may send is decrypted and read outside of the agent.
package enum PushProgram {
    /// The limit of memory, in bytes.
    private static let maxMemory: UInt = 1 << 30
    /// The maximum size of a file that it writes, in bytes.
    private static let maxFile: UInt = 256 << 20

    /// Runs the program.
    ///
    /// It ends on SIGTERM, SIGINT, SIGHUP, when the bus connection is closed, and when there is nothing to do.
    ///
    /// - Returns: the exit status: 0 if it was stopped, 64 for a wrong command line, 69 if there is no bus or another
    ///   notify-push runs, 70 if the store cannot be used.
    package static func run() -> Int32 {
        let arguments: PushArguments
        do throws(PushFailure) {
            arguments = try PushArguments(
                Array(CommandLine.arguments.dropFirst()),
                version: AgentNames.programVersion
            )
        } catch {
            log(error.message)
            return error.status
        }
        if let text = arguments.text {
            print(text, terminator: "")
            return 0
        }
        umask(0o077)
        limit(RLIMIT_AS, to: maxMemory)
        limit(RLIMIT_FSIZE, to: maxFile)
        SessionBus.exportAddress()
        let outcome = Outcome()
        // The main thread only waits: an async main would start the thread pool.
        GLibActor.thread.task { @GLibActor in
            let status = await serve(arguments)
            outcome.status.store(status, ordering: .releasing)
            outcome.ended.signal()
        }
        outcome.ended.wait()
        return outcome.status.load(ordering: .acquiring)
    }

    @GLibActor
    private static func serve(_ arguments: PushArguments) async -> Int32 {
        do {
            guard SessionBus.address != nil else {
                throw PushFailure(status: EX_UNAVAILABLE, message: SessionBus.absenceExplanation)
            }
            try await PushProcess.run(idleTime: arguments.idleTime)
            return 0
        } catch let failure as PushFailure {
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
        let line = "notify-push: \(message.printableLine)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    private static func limit(_ kind: __rlimit_resource, to value: UInt) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        setrlimit(__rlimit_resource_t(kind.rawValue), &limit)
    }

    private final class Outcome: Sendable {
        let status = Atomic<Int32>(EX_SOFTWARE)
        let ended = DispatchSemaphore(value: 0)
    }
}
