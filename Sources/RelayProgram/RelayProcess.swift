import AgentInterface
import BusCallers
import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore
import RelayGroup
import RelayServers

/// A running notify-relay: connects the bus, the group and the server.
@GLibActor
enum RelayProcess {
    /// The maximum size of a call in bytes, with 64 more for each value in it.
    private static let maxCall = 1 << 20
    /// The maximum numbers of calls that wait for an answer, of all programs and of one.
    private static let (maxWaitingCalls, maxWaitingCallsOfOne) = (256, 64)
    /// A topic that nobody uses, which a check reads.
    private static let checkedTopic = "notify-schedule-check"

    /// Reads relay.conf and asks the server.
    static func check() async throws {
        let configuration = try RelayFile().configuration
        let server = try server(configuration)
        let (events, event) = AsyncStream.makeStream(of: TransportEvent.self)
        server.follow([FollowedTopic(checkedTopic)]) { event.yield($0) }
        for await event in events {
            switch event {
            case .message: continue
            case .caughtUp:
                try await PlainTopics.check(configuration, server)
                print("relay.conf is right, and \(configuration.server.url) answers")
                return
            case .disconnected(_, let error, _):
                throw RelayFailure(status: EX_UNAVAILABLE, message: error.message)
            }
        }
    }

    /// Runs until it is stopped, or the bus is closed.
    static func run() async throws {
        guard SessionBus.address != nil else {
            throw RelayFailure(status: EX_UNAVAILABLE, message: SessionBus.absenceExplanation)
        }
        let file = try RelayFile()
        let configuration = file.configuration
        let server = try server(configuration)
        let connection = try connection()
        connection.limitCalls(to: maxCall)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let callers = CallerCache(connection: connection)
        let signals = [SIGTERM, SIGINT, SIGHUP].compactMap { number in
            UnixSignalWatch(number) { end.yield() }
        }
        connection.onClose { end.yield() }
        let folder = try StateFolder.make()
        let agent = AgentCalls(connection: connection)
        let plainServer =
            configuration.hasPlainTopics ? try Self.server(configuration) : server
        let plain = try PlainTopics(configuration, plainServer, agent, folder: folder)
        let peer = try RelayPeer(
            folder: folder,
            name: configuration.name,
            textLimit: server.maxMessage,
            now: RelayProgram.now
        )
        let recipients = SignalRecipients(connection)
        let handler = RelayHandler(configuration, peer, server, agent) { recipients.send($0) }
        // Before the name is claimed, so that the first call finds it.
        let object = try export(
            RelayService(
                handler: handler,
                plain: plain,
                recipients: recipients,
                file: file,
                caller: { await callers.caller($0) }
            ),
            on: connection
        )
        guard case .owned = try connection.requestName(RelayClient.bus) else {
            throw RelayFailure(
                status: EX_UNAVAILABLE,
                message: "another notify-relay runs on this bus, which is enough"
            )
        }
        let subscriptions = follow(handler, plain, on: connection)
        await callers.follow()
        if connection.nameOwner(AgentNames.bus) != nil { await handler.agentStarted() }
        try handler.start()
        try plain.start()
        try file.follow({ try use($0, handler, plain) }, end: { end.yield() })
        for await _ in ends { break }
        connection.releaseName(RelayClient.bus)
        connection.flush()
        withExtendedLifetime((object, signals, subscriptions, file)) {}
    }

    /// Uses what relay.conf says now.
    private static func use(
        _ fresh: RelayConfiguration,
        _ handler: RelayHandler,
        _ plain: PlainTopics
    ) throws {
        let used = handler.configuration
        let isSame = fresh.server == used.server && fresh.access == used.access
        // Both servers before anything is changed.
        let server = isSame ? nil : try transport(fresh)
        let plainServer = try transport(fresh)
        if !isSame || fresh.inbox != used.inbox || fresh.phone != used.phone {
            try plain.use(fresh, plainServer)
        }
        try handler.use(fresh, server)
    }

    private static func transport(
        _ configuration: RelayConfiguration
    ) throws(RelayError) -> any RelayTransport {
        try configuration.access.transport(to: configuration.server)
    }

    private static func server(
        _ configuration: RelayConfiguration
    ) throws(RelayFailure) -> any RelayTransport {
        do throws(RelayError) {
            return try transport(configuration)
        } catch {
            throw RelayFailure(status: EX_CONFIG, message: error.message)
        }
    }

    private static func connection() throws(RelayFailure) -> BusConnection {
        do throws(GLibError) {
            return try BusConnection.shared()
        } catch {
            throw RelayFailure(
                status: EX_UNAVAILABLE,
                message: SessionBus.silenceExplanation(error)
            )
        }
    }

    /// Reports the agent's starts and events to a handler.
    private static func follow(
        _ handler: RelayHandler,
        _ plain: PlainTopics,
        on connection: BusConnection
    ) -> [BusSubscription] {
        [
            connection.watchName(AgentNames.bus) { owner in
                guard owner != nil else { return }
                plain.agentStarted()
                GLibActor.thread.task { @GLibActor in await handler.agentStarted() }
            },
            connection.subscribe(
                to: "Happened",
                interface: AgentNames.interface,
                sender: AgentNames.bus,
                path: AgentNames.path
            ) { signal in
                guard let event = try? RequestEvent(record: signal.parameters[0]) else { return }
                handler.handle(event)
                plain.handle(event)
            },
        ]
    }

    static func export(
        _ service: RelayService,
        on connection: BusConnection
    ) throws -> BusRegistration {
        let quota = Quota(maxTotal: maxWaitingCalls, maxPerOwner: maxWaitingCallsOfOne)
        return try connection.export(
            BusObject { call in
                guard quota.reserve(for: call.sender) else {
                    return call.fail(
                        "org.freedesktop.DBus.Error.LimitsExceeded",
                        "\(maxWaitingCallsOfOne) calls wait for an answer; wait for them first"
                    )
                }
                GLibActor.thread.task {
                    await service.answer(call)
                    quota.release(of: call.sender)
                }
            },
            at: RelayClient.path,
            interface: RelayClient.interface,
            xml: RelayClient.interfaceXML
        )
    }
}
