import AgentInterface
import ConfigurationFiles
import DesktopBubbles
import GLibBridge
import Launcher
import Logging
import NotifyCore
import TimeZones

extension AgentProcess {
    /// The timeouts for the lock of an agent that is replaced, and of one that is just ending, in milliseconds.
    private nonisolated static let (longestEnd, shortestEnd) = (10_000, 1_000)

    /// Runs a command of `launcher.conf` to its end.
    ///
    /// It outlives the agent, as programs that URLs start do.
    nonisolated static func run(
        _ command: String,
        _ launches: LaunchWork,
        on connection: BusConnection
    ) async -> RunEnd {
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        do throws(RequestError) {
            try await launches.run("the command \(command.quoted)", verb: "start") {
                () throws(RequestError) in
                try Launcher().run(
                    command: command,
                    onStart: { program in
                        GLibActor.thread.task { await program.moveToScope(on: connection) }
                    },
                    onExit: {
                        end.yield($0)
                        end.finish()
                    }
                )
            }
        } catch {
            return .notStarted(error.message)
        }
        for await status in ends { return RunEnd(waitStatus: status) }
        return .unknown
    }

    /// Runs the command line to show the launcher's entries, if the user wants them at login.
    ///
    /// A separate process, so that the agent does not keep the list of all apps in memory.
    func registerLauncher() {
        guard LauncherConfiguration().settings.isAutostarted else { return }
        do {
            try ProgramStart(arguments: [
                AgentProgram.command, "launcher", "register", "--at-login",
            ])
            .start()
        } catch {
            logger.error("the launcher's entries are not shown: \(error)")
        }
    }

    /// Acquires the lock and opens the store.
    ///
    /// With `--replace` it claims the name first, so that its owner ends.
    func openStore(
        in folder: String,
        _ arguments: AgentArguments,
        _ name: AgentName
    ) throws -> (store: Store, setAside: SetAsideStore?, lock: AgentLock) {
        let path = "\(folder)/store.sqlite"
        try Store.checkFiles(path)
        if arguments.replacesOther {
            // Before the other agent ends: it can use a store that this version cannot.
            try Store.checkVersion(of: path)
            try name.claim(replacing: true)
        }
        let lock: AgentLock
        do throws(RequestError) {
            lock = try AgentLock(
                folder: folder,
                bus: SessionBus.address ?? "",
                waiting: arguments.replacesOther ? Self.longestEnd : Self.shortestEnd
            )
        } catch {
            throw name.holderFailure() ?? error
        }
        let opened = try Store.opening(
            path: path,
            isSameBoot: lock.isSameBoot,
            lastMark: lock.lastMark
        )
        opened.store.prepareFolder {
            _ = try StateFolder.make()
            try lock.retake()
        }
        opened.store.reserve.allocate()
        return (opened.store, opened.setAside, lock)
    }

    /// Logs an invalid TZ.
    ///
    /// Requests are kept and shown anyway.
    nonisolated func warnOfZone() {
        guard let variable = ZoneInfo.unreadableVariable else { return }
        logger.warning(
            "the variable TZ is \(variable.quoted), which is not a time zone; dates are read in the machine's, \(SystemZone.local.identifier)"
        )
    }
}
