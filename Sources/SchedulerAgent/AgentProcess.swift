import AgentInterface
import BusCallers
import ConfigurationFiles
import DesktopBubbles
import GLibBridge
import Glibc
import Launcher
import Logging
import NotifyCore

/// A running agent and its parts.
@GLibActor
struct AgentProcess {
    let logger = Logger(label: "notify-agent")
    /// How long running apps have to attach before they are treated as not running.
    private nonisolated static let attachTime = Duration.seconds(3)
    /// How long the agent waits for work in progress when it ends, in milliseconds.
    private nonisolated static let endTime = Duration.seconds(2)

    /// Why it ends when an agent with `--replace` owns its name.
    private nonisolated static let takeover = "another agent takes over"

    /// Runs until it is stopped, another agent takes over or the bus is closed.
    func run(_ arguments: AgentArguments) async throws {
        let connection = try Self.connection()
        connection.limitCalls(to: CallQueue.maxBytesOfCall)
        if arguments.isAutostart, try await SessionVariables.handOver(on: connection) { return }
        warnOfZone()
        let folder = try StateFolder.make()
        let (ends, end) = AsyncStream.makeStream(of: String.self)

        let configuration = ConfigurationSource(
            folders: ConfigurationFolders.configuration,
            logger: logger
        )
        let configurationWatch = try configuration.follow()
        let clock = try SystemClock()
        let doNotDisturb = DoNotDisturbWatch(connection: connection)
        let presenter = Bubbles.desktop(
            on: connection,
            doNotDisturb: doNotDisturb,
            configuration: configuration,
            logger: logger
        )
        // Before the name is claimed from another agent, so that both receive clicks in between. The store no
        // longer has what the other agent handled when this one opens it, so nothing is done twice.
        let (subscriptions, owner) = await presenter.listen()
        let queue = CallQueue()
        let registration = try export(on: connection) { queue.enqueue($0) }
        let name = AgentName(
            on: connection,
            onLoss: { end.yield(Self.takeover) }
        )
        let (store, setAside, ownLock) = try openStore(in: folder, arguments, name)
        defer { withExtendedLifetime(ownLock) {} }
        let dialogs = ReplyDialogs(configuration: configuration, logger: logger)
        let sessionLock = SessionLock(logger: logger)
        let launches = LaunchWork()
        let appLink = AppLink(connection: connection, launches: launches)
        let extensions = ExtensionStart(connection: connection, launches: launches)
        let places = GeoClue(logger: logger)
        let peers = AgentPeers(
            presenter: presenter,
            apps: appLink,
            location: places,
            open: { url, token throws(RequestError) in
                try await launches.run(url.quoted) { () throws(RequestError) in
                    try Launcher().open(url, activationToken: token) { program in
                        GLibActor.thread.task { await program.moveToScope(on: connection) }
                    }.arguments
                }
            },
            run: { await Self.run($0, launches, on: connection) },
            ask: { await dialogs.ask($0, activationToken: $1) },
            canAsk: { await dialogs.canAsk(byMenu: $0) },
            pushResources: { push in
                var resources = await PushResources.installed(push.app, sound: push.soundName)
                if push.mayWait { resources.hasExtension = await extensions.isThere(for: push.app) }
                return resources
            },
            startExtension: { app throws(RequestError) in try await extensions.run(app) },
            isLocked: { await sessionLock.isLocked() },
            checkCommand: { command throws(RequestError) in
                try Launcher().check(command: command)
            },
            returnMemory: { FreeMemory.returnSoon() }
        )
        let thread = GLibThread(name: "scheduler")
        let agent = Agent(
            executor: thread,
            store: store,
            clock: clock,
            logger: logger,
            peers: peers,
            configuration: configuration,
            report: { Self.emit($0, on: connection) }
        )
        doNotDisturb.onChange { isOn in
            thread.task {
                await agent.run { await $0.round.doNotDisturbChanged(to: isOn) }
            }
        }
        configuration.onChange { thread.task { await agent.configurationChanged() } }
        let callers = CallerCache(connection: connection)
        let calendars = CalendarFollower(agent: agent, logger: logger)
        let requestFiles = RequestFileSource(
            folders: ConfigurationFolders.configuration,
            agent: agent,
            calendars: calendars,
            logger: logger
        )
        let health = HealthReport(
            store: store.path,
            configuration: configuration,
            canWake: clock.canWake
        )
        let service = AgentService(
            agent: agent,
            caller: { await callers.caller($0) },
            appLink: appLink,
            status: {
                Self.status(
                    store: store,
                    server: presenter.met.information,
                    maxButtons: presenter.profile.maxButtons
                ) + (presenter.isPortal ? [("portal", .boolean(true))] : []) + [
                    ("profile", presenter.met.report.record),
                    ("doNotDisturb", .string(Self.words(doNotDisturb.isOn))),
                    ("location", places.state.record),
                    ("configurationProblems", .strings(configuration.current.problems)),
                    ("requestFileProblems", .strings(requestFiles.problems)),
                ]
            },
            examine: { await health.record() },
            capabilities: { presenter.capabilities },
            followCalendars: { await calendars.update() },
            stop: { end.yield("asked to stop") }
        )

        let signals = Self.watchSignals { end.yield($0) }
        connection.onClose { end.yield("the bus went away") }
        if !arguments.replacesOther { try name.claim(replacing: false) }
        let variables = SessionVariables.follow(on: connection)
        let storeWatch = RemovalWatch(of: folder) { await agent.storeFolderChanged() }

        await callers.follow()
        let isNewSession = try await agent.start(
            serverOwner: owner,
            bus: connection.busIdentifier
        )
        if let setAside {
            await agent.run { $0.answers.report(.store(setAside.trouble)) }
        }
        // Before the first call is answered, which may concern them.
        try await requestFiles.follow()
        queue.open(
            isKnown: { callers.isKnown($0) },
            areTogether: AgentService.areTogether,
            takesLong: AgentService.takesLong,
            answer: { await service.answer($0) }
        )
        let bubbleWorker = thread.task {
            for await event in presenter.events {
                await agent.handle(event)
                presenter.noteHandled()
            }
        }
        let workers = [
            bubbleWorker,
            thread.task {
                for await event in clock.events { await agent.handle(event) }
            },
            thread.task {
                for await position in places.positions { await agent.handle(.moved(position)) }
            },
            thread.task {
                for await _ in sessionLock.changes {
                    await agent.handle(.sessionMayBeUnlocked)
                }
            },
            thread.task {
                for await name in appLink.departures { await agent.left(name) }
            },
        ]
        await calendars.follow()
        // A running app attaches as soon as it sees the agent's name.
        await agent.run { $0.tasks.post(.appsHadTimeToAttach, after: Self.attachTime) }
        if isNewSession { registerLauncher() }
        var isReplaced = false
        for await reason in ends {
            logger.info("ends: \(reason)")
            isReplaced = reason == Self.takeover
            break
        }
        if !connection.isClosed {
            // A server or caller that hangs delays the end by no more than this.
            _ = await GLibActor.thread.answer(within: Self.endTime.milliseconds) {
                await agent.run { await $0.round.stop() }
                await presenter.finish()
                await bubbleWorker.value
                await queue.finish()
            }
        }
        for worker in workers { worker.cancel() }
        dialogs.end()
        calendars.end()
        presenter.endSounds()
        await agent.end(isReplaced: isReplaced)
        if let mark = store.endMark { ownLock.noteEnd(mark: mark) }
        withExtendedLifetime(
            (
                registration, subscriptions, signals, configurationWatch, requestFiles, name,
                variables, storeWatch
            )
        ) {}
        if !connection.isClosed { connection.flush() }
    }

    private static func connection() throws -> BusConnection {
        do throws(GLibError) {
            return try BusConnection.shared()
        } catch {
            throw AgentFailure(
                status: EX_UNAVAILABLE,
                message: SessionBus.silenceExplanation(error)
            )
        }
    }

    @GLibActor
    private func export(
        on connection: BusConnection,
        _ handler: @escaping @GLibActor @Sendable (BusMethodCall) -> Void
    ) throws -> BusRegistration {
        let object = BusObject(
            call: handler,
            property: { name in
                name == "InterfaceVersion" ? .uint32(AgentNames.interfaceVersion) : nil
            },
            methodsWithFiles: ["Add", "Edit", "FinishPush", "Import"]
        )
        return try connection.export(
            object,
            at: AgentNames.path,
            interface: AgentNames.interface,
            xml: AgentNames.interfaceXML
        )
    }

    private nonisolated static func watchSignals(
        _ end: @escaping @Sendable (String) -> Void
    ) -> [UnixSignalWatch] {
        [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT"), (SIGHUP, "SIGHUP")].compactMap { number, name in
            UnixSignalWatch(number) { end(name) }
        }
    }

    private nonisolated static func words(_ isOn: Bool?) -> String {
        isOn.map { $0 ? "on" : "off" } ?? "unknown"
    }

    private nonisolated static func status(
        store: Store,
        server: ServerInformation?,
        maxButtons: Int?
    ) -> [(key: String, value: Variant)] {
        var entries: [(key: String, value: Variant)] = [
            ("version", .string(AgentNames.programVersion)),
            ("pid", .int32(getpid())), ("timeZone", .string(SystemZone.local.identifier)),
            ("store", .string(store.path)),
        ]
        if let server {
            var details: [(key: String, value: Variant)] = [
                ("name", .string(server.name)),
                ("vendor", .string(server.vendor)),
                ("version", .string(server.version)),
                ("specVersion", .string(server.specVersion)),
                ("capabilities", .strings(server.capabilities)),
            ]
            if let maxButtons { details.append(("mostButtons", .int64(Int64(maxButtons)))) }
            entries.append(("server", .dictionary(details)))
        }
        return entries
    }

    nonisolated static func emit(_ event: AgentSignal, on connection: BusConnection) {
        switch event {
        case .badgeChanged(let app, let count):
            LauncherEntry.update(count, of: app, on: connection)
        case .happened(let event, let listeners):
            // Errors do not matter: the receiver may have left, and a closed connection ends the agent.
            for listener in listeners {
                try? connection.emit(
                    "Happened",
                    interface: AgentNames.interface,
                    path: AgentNames.path,
                    .tuple([event.record]),
                    to: listener
                )
            }
        }
    }
}
