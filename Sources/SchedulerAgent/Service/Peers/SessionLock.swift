import GLibBridge
import Logging

/// Whether the user's session is locked, from logind (`LockedHint` of `org.freedesktop.login1(5)`).
///
/// logind is asked only when needed. Without logind, or on a desktop that does not report a locked screen, the
/// session is treated as unlocked.
@GLibActor
final class SessionLock {
    /// Reports that the state may have changed.
    nonisolated let changes: AsyncStream<Void>

    private let yield: AsyncStream<Void>.Continuation
    private let logger: Logger
    private var bus: BusConnection?
    private var subscriptions: [BusSubscription] = []

    /// How long what is due waits for the answer, in milliseconds.
    private static let timeout: UInt32 = 2_000
    private static let service = "org.freedesktop.login1"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// The caller's session, or the session of the user's display if the caller is a user service.
    private static let destination = BusDestination(
        name: service,
        path: "/org/freedesktop/login1/session/auto",
        interface: properties
    )

    nonisolated init(logger: Logger) {
        // One event is enough, because receivers read the state again.
        (changes, yield) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        self.logger = logger
    }

    /// Whether it is locked.
    ///
    /// If logind runs and does not answer, the session is treated as locked until logind answers that it is not, or
    /// reports a change.
    func isLocked() async -> Bool {
        let yield = yield
        let answer = await GLibActor.thread.answer(within: Self.timeout) {
            await self.ask()
        } late: { isLocked in
            if !isLocked { yield.yield() }
        }
        return answer ?? true
    }

    private func ask() async -> Bool {
        do throws(GLibError) {
            let bus = try await connected()
            let reply = try await bus.call(
                "Get",
                on: Self.destination,
                .tuple([.string(Self.session), .string("LockedHint")])
            )
            return reply[0]?.unboxed?.boolean ?? false
        } catch {
            if error.isTimeout {
                logger.warning("logind does not say whether the session is locked: \(error)")
            }
            return error.isTimeout
        }
    }

    /// Connects and subscribes before the first query, so that no change is missed.
    private func connected() async throws(GLibError) -> BusConnection {
        if let bus, !bus.isClosed { return bus }
        let bus = try await BusConnection.connected(to: SessionBus.systemAddress)
        // Another call may have connected in the meantime.
        if let earlier = self.bus, !earlier.isClosed { return earlier }
        self.bus = bus
        let yield = yield
        subscriptions = [
            // The signal has the session's own path, not that of the query.
            bus.subscribe(
                to: "PropertiesChanged",
                interface: Self.properties,
                sender: Self.service,
                argument: Self.session
            ) { _ in yield.yield() },
            bus.watchName(Self.service) { _ in yield.yield() },
        ]
        bus.onClose { yield.yield() }
        return bus
    }
}
