import AgentInterface
import BusCallers
import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore

/// A running notify-push: connects the bus, the store and the two state machines.
@GLibActor
enum PushProcess {
    /// The maximum size of a call in bytes, with 64 more for each value in it.
    private static let maxCall = 64 << 10
    /// The maximum numbers of calls that wait for an answer, of all programs and of one.
    private static let (maxWaitingCalls, maxWaitingCallsOfOne) = (256, 16)

    /// Runs until it is stopped, the bus is closed, or there is nothing to do.
    ///
    /// - Parameter idleTime: how long it waits for more to do, in milliseconds.
    static func run(idleTime: UInt32) async throws {
        let connection = try connection()
        connection.limitCalls(to: maxCall)
        let (ends, end) = AsyncStream.makeStream(of: End.self)
        let store = try PushStore(folder: try StateFolder.make())
        let callers = CallerCache(connection: connection)
        let handler = PushHandler(
            store: store,
            distributors: DistributorCalls(connection: connection),
            receiver: AgentDelivery(connection: connection),
            state: try PushHandler.State(store, idleTime: idleTime),
            onIdle: { end.yield(.idle) },
            onChange: { announce(on: connection) }
        )
        let registrations = RegistrationService(handler: handler) { await callers.caller($0) }
        // Before the name is claimed, so that the first call finds them.
        let objects = try export(handler, registrations, on: connection)
        let signals = [SIGTERM, SIGINT, SIGHUP].compactMap { number in
            UnixSignalWatch(number) { end.yield(.stopped) }
        }
        connection.onClose { end.yield(.stopped) }
        guard try claimName(on: connection) else {
            throw PushFailure(
                status: EX_UNAVAILABLE,
                message: "another notify-push runs on this bus, which is enough"
            )
        }
        handler.takeWaiting()
        let watches = [
            handler.distributors.follow { handler.handle(.appeared(distributor: $0)) },
            connection.watchName(AgentNames.bus) { owner in
                if owner != nil { handler.handle(.agentStarted) }
            },
        ]
        // Calls that have come meanwhile are handled after this.
        handler.findDistributors()
        await callers.follow()
        await handler.start()
        for await end in ends {
            guard !connection.isClosed else { break }
            connection.releaseName(PushClient.bus)
            // What was sent to the name before this has come in when the bus answers a later call.
            _ = try? await connection.call("GetId", on: .bus)
            if end == .idle, !handler.isIdle, try claimName(on: connection) { continue }
            connection.flush()
            break
        }
        withExtendedLifetime((objects, signals, watches)) {}
    }

    /// Reports to all programs that an endpoint has changed, and to none whose.
    nonisolated private static func announce(on connection: BusConnection) {
        // A closed connection ends the program.
        try? connection.emit(
            "Changed",
            interface: PushClient.interface,
            path: PushClient.path,
            .tuple([])
        )
    }

    /// Why it ends.
    private enum End: Sendable {
        case idle
        case stopped
    }

    /// Claims the name.
    private static func claimName(on connection: BusConnection) throws -> Bool {
        if case .owned = try connection.requestName(PushClient.bus) { true } else { false }
    }

    private static func connection() throws -> BusConnection {
        do throws(GLibError) {
            return try BusConnection.shared()
        } catch {
            throw PushFailure(
                status: EX_UNAVAILABLE,
                message: SessionBus.silenceExplanation(error)
            )
        }
    }

    /// Exports the objects for distributors and for apps.
    static func export(
        _ handler: PushHandler,
        _ registrations: RegistrationService,
        on connection: BusConnection
    ) throws -> [BusRegistration] {
        let xml = String(decoding: PackageResources.org_unifiedpush_Connector_xml, as: UTF8.self)
        let connector = ConnectorCalls(handler: handler)
        let versions = try ["org.unifiedpush.Connector1", "org.unifiedpush.Connector2"].map {
            try connection.export(
                BusObject { connector.answer($0) },
                at: "/org/unifiedpush/Connector",
                interface: $0,
                xml: xml
            )
        }
        let quota = Quota(maxTotal: maxWaitingCalls, maxPerOwner: maxWaitingCallsOfOne)
        let own = try connection.export(
            BusObject { call in
                guard quota.reserve(for: call.sender) else {
                    return call.fail(
                        "org.freedesktop.DBus.Error.LimitsExceeded",
                        "\(maxWaitingCallsOfOne) calls wait for an answer; wait for them first"
                    )
                }
                GLibActor.thread.task {
                    await registrations.answer(call)
                    quota.release(of: call.sender)
                }
            },
            at: PushClient.path,
            interface: PushClient.interface,
            xml: PushClient.interfaceXML
        )
        return versions + [own]
    }
}
