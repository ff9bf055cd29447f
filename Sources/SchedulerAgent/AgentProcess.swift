import AgentInterface
import DesktopBubbles
import GLibBridge
import Glibc
import Launcher
import Logging
import NotifyCore

/// The parts of a running agent, put together.
@GLibActor
struct AgentProcess {
    let logger = Logger(label: "notify-agent")
    /// How long apps that run have to attach themselves before they count as not running.
    private nonisolated static let attachTime: UInt32 = 3_000
    /// How long the agent finishes what it has begun when it ends, in milliseconds.
    private nonisolated static let endTime: UInt32 = 2_000

    /// Runs until it is told to stop, another agent takes over or the bus goes away.
    ///
    /// - Parameter arguments: what the command line asks for.
    /// - Throws: ``AgentFailure`` and others that say why it cannot run.
    func run(_ arguments: AgentArguments) async throws {
        let connection = try Self.connection()
        if arguments.isAutostart, try await SessionVariables.handOver(on: connection) { return }
        let folder = try StateFolder.make()
        let (ends, end) = AsyncStream.makeStream(of: String.self)

        let configuration = ConfigurationSource(
            folders: ConfigurationFolders.configuration,
            logger: logger
        )
        let configurationWatch = try configuration.follow()
        let clock = try SystemClock()
        let sounds = SoundOutput(configuration: configuration, logger: logger)
        let doNotDisturb = DoNotDisturbWatch(connection: connection)
        let presenter = presenter(
            on: connection,
            composer: BubbleComposer(
                sounds: sounds,
                images: BubbleImages(logger: logger),
                doNotDisturb: doNotDisturb
            ),
            configuration: configuration
        )
        // Before the name is taken from another agent: both hear what is clicked meanwhile. What that one
        // has acted on the store knows no longer when this one opens it, so nothing is done twice.
        let (subscriptions, owner) = await presenter.listen()
        let queue = CallQueue()
        let registration = try export(on: connection) { queue.take($0) }
        let name = AgentName(
            on: connection,
            onLoss: { end.yield("another agent takes over") }
        )
        let (store, setAside, ownLock) = try openStore(in: folder, arguments, name)
        defer { withExtendedLifetime(ownLock) {} }
        let dialogs = ReplyDialogs(configuration: configuration, logger: logger)
        let sessionLock = SessionLock(logger: logger)
        let appLink = AppLink(connection: connection)
        let places = GeoClue(logger: logger)
        let scheduler = Scheduler(
            store: store,
            clock: clock,
            presenter: presenter,
            appLink: appLink,
            configuration: configuration,
            location: places,
            logger: logger,
            open: { url, token throws(RequestError) in
                try Launcher().open(url, activationToken: token) { program in
                    GLibActor.thread.task { await program.moveToScope(on: connection) }
                }.arguments
            },
            ask: { await dialogs.ask($0, activationToken: $1) },
            isLocked: { await sessionLock.isLocked() },
            tell: { Self.emit($0, on: connection) }
        )
        doNotDisturb.onChange { isOn in
            Scheduler.thread.task { await scheduler.doNotDisturbChanged(to: isOn) }
        }
        let callers = CallerBook(connection: connection)
        let requestFiles = RequestFileSource(
            folders: ConfigurationFolders.configuration,
            scheduler: scheduler,
            logger: logger
        )
        let examination = Examination(
            store: store.path,
            configuration: configuration,
            canWake: clock.canWake
        )
        let harness = WireHarness(
            scheduler: scheduler,
            caller: { await callers.caller($0) },
            appLink: appLink,
            status: {
                Self.status(
                    store: store,
                    server: presenter.met.information,
                    mostButtons: presenter.profile.mostButtons
                ) + (presenter.isPortal ? [("portal", .boolean(true))] : []) + [
                    ("profile", presenter.met.report.record),
                    ("doNotDisturb", .string(Self.words(doNotDisturb.isOn))),
                    ("location", places.state.record),
                    ("configurationProblems", .strings(configuration.current.problems)),
                    ("requestFileProblems", .strings(requestFiles.problems)),
                ]
            },
            examine: { await examination.record() },
            capabilities: { presenter.capabilities },
            stop: { end.yield("asked to stop") }
        )

        let signals = Self.watchSignals { end.yield($0) }
        connection.onClose { end.yield("the bus went away") }
        if !arguments.replacesOther { try name.claim(replacing: false) }
        let variables = SessionVariables.follow(on: connection)

        try await scheduler.start(serverOwner: owner, bus: connection.busIdentifier)
        if let setAside { await scheduler.report(setAside) }
        // Before the first call is answered, which may be about them.
        try await requestFiles.follow()
        queue.open(
            isKnown: { callers.isKnown($0) },
            areTogether: WireHarness.areTogether,
            answer: { await harness.answer($0) }
        )
        let bubbleWorker = Scheduler.thread.task {
            for await event in presenter.events {
                await scheduler.handle(event)
                presenter.noteHandled()
            }
        }
        let workers = [
            bubbleWorker,
            Scheduler.thread.task {
                for await event in clock.events { await scheduler.handle(event) }
            },
            Scheduler.thread.task {
                for await position in places.positions { await scheduler.moved(to: position) }
            },
            Scheduler.thread.task {
                for await _ in sessionLock.changes { await scheduler.releaseHeldSoon() }
            },
            Scheduler.thread.task {
                for await name in appLink.departures { await scheduler.left(name) }
            },
        ]
        // An app that runs attaches itself as soon as it sees the agent's name.
        Scheduler.thread.after(milliseconds: Self.attachTime) {
            Scheduler.thread.task { await scheduler.reachForgotten() }
        }
        if await scheduler.isNewSession { registerLauncher() }
        for await reason in ends {
            logger.info("ends: \(reason)")
            break
        }
        if !connection.isClosed {
            // A server that hangs, or a caller, holds up the end for so long at most.
            _ = await GLibActor.thread.answer(within: Self.endTime) {
                await scheduler.stopDelivering()
                await presenter.finish()
                await bubbleWorker.value
                await queue.finish()
            }
        }
        for worker in workers { worker.cancel() }
        dialogs.end()
        sounds.end()
        await scheduler.end()
        withExtendedLifetime(
            (
                registration, subscriptions, signals, configurationWatch, requestFiles, name,
                variables
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
            methodsWithFiles: ["Add", "Import"]
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
        mostButtons: Int?
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
            if let mostButtons { details.append(("mostButtons", .int64(Int64(mostButtons)))) }
            entries.append(("server", .dictionary(details)))
        }
        return entries
    }

    private nonisolated static func emit(_ event: AgentEvent, on connection: BusConnection) {
        let name: String
        let values: [Variant]
        switch event {
        case .badgeChanged(let app, let count):
            return LauncherEntry.update(count, of: app, on: connection)
        case .happened(let event, let listeners):
            // One that has gone hears nothing, and a closed connection ends the agent by itself.
            for listener in listeners {
                try? connection.emit(
                    "Happened",
                    interface: AgentNames.interface,
                    path: AgentNames.path,
                    .tuple([event.record]),
                    to: listener
                )
            }
            return
        case .delivered(let key):
            name = "Delivered"
            values = [.string(key.appID), .string(key.identifier)]
        case .responded(let response):
            name = "Responded"
            var details: [(key: String, value: Variant)] = [
                ("request", response.delivery.request.record),
                ("date", .int64(response.delivery.delivered.microseconds)),
            ]
            if let text = response.userText { details.append(("userText", .string(text))) }
            if let url = response.url { details.append(("url", .string(url))) }
            if !response.arguments.isEmpty {
                details.append(("arguments", .strings(response.arguments)))
            }
            if let problem = response.problem { details.append(("problem", .string(problem))) }
            values = [
                .string(response.key.appID), .string(response.key.identifier),
                .string(response.action), .dictionary(details),
            ]
        }
        // Nobody has to listen, and a closed connection ends the agent by itself.
        try? connection.emit(
            name,
            interface: AgentNames.interface,
            path: AgentNames.path,
            .tuple(values)
        )
    }
}
