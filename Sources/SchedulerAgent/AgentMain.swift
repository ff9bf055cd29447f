import AgentInterface
import DesktopBubbles
import DesktopTexts
import Dispatch
import GLibBridge
import Glibc
import Launcher
import Logging
import NotifyCore
import Synchronization

/// The agent as a process: acquires its lock and its name, and runs until it is stopped.
package enum AgentMain {
    /// Runs the agent.
    ///
    /// It ends on SIGTERM, SIGINT, a `Stop` call or when the bus connection is closed. Accepted requests are on the
    /// disk then.
    ///
    /// - Returns: the exit status: 0 if it was stopped, 64 for a wrong command line, 69 if there
    ///   is no bus or another agent runs, 70 if the store cannot be used.
    package static func run() -> Int32 {
        let log = AgentLog.Destination(stream: Environment["JOURNAL_STREAM"])
        let arguments: AgentArguments
        do throws(AgentFailure) {
            arguments = try AgentArguments(
                Array(CommandLine.arguments.dropFirst()),
                version: AgentNames.programVersion
            )
        } catch {
            complain(error.message, to: log)
            return error.status
        }
        if let text = arguments.text {
            print(text, terminator: "")
            return 0
        }
        SliceAllocator.startAgainWithout()
        // These variables are for this process only; programs that it starts must not inherit them.
        for name in Self.ownVariables { unsetenv(name) }
        SessionBus.exportAddress()
        SessionVariables.reserveLanguage()
        Translations.use()
        let outcome = Outcome()
        // The main thread only waits: an async main would start the thread pool.
        GLibActor.thread.task { @GLibActor in
            let status = await serve(arguments, log)
            outcome.status.store(status, ordering: .releasing)
            outcome.ended.signal()
        }
        outcome.ended.wait()
        return outcome.status.load(ordering: .acquiring)
    }

    @GLibActor
    private static func serve(
        _ arguments: AgentArguments,
        _ log: AgentLog.Destination
    ) async -> Int32 {
        let level = level(arguments, log)
        LoggingSystem.bootstrap { _ in AgentLog(level: level, destination: log) }
        do {
            guard SessionBus.address != nil else {
                throw AgentFailure(status: EX_UNAVAILABLE, message: SessionBus.absenceExplanation)
            }
            try await AgentProcess().run(arguments)
            return 0
        } catch let failure as AgentFailure {
            complain(failure.message, to: log)
            return failure.status
        } catch let error as RequestError {
            complain(error.message, to: log)
            return error.code == .notAllowed ? EX_UNAVAILABLE : EX_SOFTWARE
        } catch {
            complain("\(error)", to: log)
            return EX_UNAVAILABLE
        }
    }

    private static let ownVariables = [
        "NOTIFY_SCHEDULE_APP_ID", OpenNesting.variable, "DESKTOP_STARTUP_ID",
        "XDG_ACTIVATION_TOKEN", "NOTIFY_SOCKET",
        "LISTEN_FDS", "LISTEN_PID",
        "LISTEN_FDNAMES", "WATCHDOG_PID", "WATCHDOG_USEC", "INVOCATION_ID", "JOURNAL_STREAM",
        "SYSTEMD_EXEC_PID", "DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE",
        SliceAllocator.variable,
    ]

    private final class Outcome: Sendable {
        let status = Atomic<Int32>(EX_SOFTWARE)
        let ended = DispatchSemaphore(value: 0)
    }

    /// Reports why the agent ends.
    private static func complain(_ message: String, to log: AgentLog.Destination) {
        // On a terminal, the end of the program is visible anyway.
        AgentLog.write(message, log == .journal ? .error : AgentLog.quiet, to: log)
    }

    /// Returns the log level.
    private static func level(
        _ arguments: AgentArguments,
        _ log: AgentLog.Destination
    ) -> Logger.Level {
        if arguments.isVerbose { return .debug }
        guard let name = Environment["NOTIFY_SCHEDULE_LOG"], !name.isEmpty else {
            return AgentLog.quiet
        }
        if let level = Logger.Level(rawValue: name) { return level }
        let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        AgentLog.write(
            "NOTIFY_SCHEDULE_LOG=\(name) is not used; write one of \(levels)",
            .warning,
            to: log
        )
        return AgentLog.quiet
    }
}

/// Why the agent cannot run.
struct AgentFailure: Error {
    let status: Int32
    let message: String
}
