import AgentInterface
import ConfigurationFiles
import DesktopBubbles
import GLibBridge
import Launcher
import Logging
import NotifyCore
import TimeZones

extension AgentProcess {
    /// How long the lock of an agent that gives way is waited for, and of one that ends by itself.
    private nonisolated static let (longestEnd, shortestEnd) = (10_000, 1_000)

    /// The way to the desktop: its notification server, or from inside a sandbox the portal.
    func presenter(
        on connection: BusConnection,
        composer: BubbleComposer,
        configuration: ConfigurationSource
    ) -> any DesktopPresenting {
        guard PortalUse.isWanted(logger: logger) else {
            return BubblePresenter(
                client: BubbleClient(connection: connection, appName: "notify-schedule"),
                composer: composer,
                configuration: configuration
            )
        }
        return PortalPresenter(
            client: PortalClient(connection: connection),
            composer: composer,
            configuration: configuration
        )
    }

    /// Lets the command line show the launcher's entries, as the user wants it at each login.
    ///
    /// The list of all apps is nothing that the agent itself should hold.
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

    /// Takes the lock and opens the store; with `--replace` the name first, whose holder then lets go.
    func openStore(
        in folder: String,
        _ arguments: AgentArguments,
        _ name: AgentName
    ) throws -> (store: Store, setAside: SetAsideStore?, lock: AgentLock) {
        let path = "\(folder)/store.sqlite"
        try Store.checkFiles(path)
        if arguments.replacesOther {
            // A store that this agent cannot use is no reason to end the one that can.
            try StoreCheck(path).checkVersion()
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
        let opened = try Store.opening(path: path, isSameBoot: lock.isSameBoot)
        opened.store.prepareFolder {
            _ = try StateFolder.make()
            try lock.retake()
        }
        opened.store.reserve.take()
        return (opened.store, opened.setAside, lock)
    }

    /// Reports a TZ that cannot be read; requests are kept and shown all the same.
    nonisolated func warnOfZone() {
        guard let variable = ZoneInfo.unreadableVariable else { return }
        logger.warning(
            "the variable TZ is \(variable.quoted), which is not a time zone; dates are read in the machine's, \(SystemZone.local.identifier)"
        )
    }
}
