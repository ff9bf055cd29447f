import AgentInterface
import DesktopBubbles
import Dispatch
import GLibBridge
import Glibc
import Launcher
import Logging
import NotifyCore
import Synchronization

/// The agent as a process: takes its lock and its name, and runs until it is told to stop.
public enum Agent {
    /// Runs the agent.
    ///
    /// It ends, with what was accepted on the disk, on SIGTERM, SIGINT, a call of `Stop` or when the bus
    /// goes away.
    ///
    /// - Returns: the exit status: 0 where it was told to stop, 69 where there is no bus or another agent
    ///   runs, 70 where the store cannot be used.
    public static func run() -> Int32 {
        // What was meant for this process alone; programs that it starts would take it for theirs.
        for name in Self.ownVariables { unsetenv(name) }
        let outcome = Outcome()
        // The main thread only waits: an async main would start the thread pool.
        GLibActor.thread.task { @GLibActor in
            outcome.status.store(await serve(), ordering: .releasing)
            outcome.ended.signal()
        }
        outcome.ended.wait()
        return outcome.status.load(ordering: .acquiring)
    }

    @GLibActor
    private static func serve() async -> Int32 {
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel =
                Logger.Level(
                    rawValue: Environment["NOTIFY_SCHEDULE_LOG"] ?? ""
                ) ?? .notice
            return handler
        }
        do {
            guard SessionBus.address != nil else {
                throw AgentFailure(status: EX_UNAVAILABLE, message: SessionBus.absenceExplanation)
            }
            try await AgentProcess().run()
            return 0
        } catch let failure as AgentFailure {
            complain(failure.message)
            return failure.status
        } catch let error as RequestError {
            complain(error.message)
            return error.code == .notAllowed ? EX_UNAVAILABLE : EX_SOFTWARE
        } catch {
            complain("\(error)")
            return EX_UNAVAILABLE
        }
    }

    private static let ownVariables = [
        "NOTIFY_SCHEDULE_APP_ID", "DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN", "NOTIFY_SOCKET",
        "LISTEN_FDS", "LISTEN_PID",
        "LISTEN_FDNAMES", "WATCHDOG_PID", "WATCHDOG_USEC", "INVOCATION_ID", "JOURNAL_STREAM",
        "SYSTEMD_EXEC_PID", "DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE",
    ]

    private final class Outcome: Sendable {
        let status = Atomic<Int32>(EX_SOFTWARE)
        let ended = DispatchSemaphore(value: 0)
    }

    private static func complain(_ message: String) {
        let line = "notify-agent: \(message)\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}

/// Why the agent cannot run.
struct AgentFailure: Error {
    let status: Int32
    let message: String
}
