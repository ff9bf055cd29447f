import GLibBridge
import Logging

/// Whether the user's session is locked, as logind says (`LockedHint` of `org.freedesktop.login1(5)`).
///
/// It is not asked before somebody wants to know. Without logind, or on a desktop that does not report
/// that the screen is locked, the session counts as unlocked.
@GLibActor
final class SessionLock {
    /// Reports that the answer may be another one now.
    nonisolated let changes: AsyncStream<Void>

    private let yield: AsyncStream<Void>.Continuation
    private let logger: Logger
    private var bus: BusConnection?
    private var subscriptions: [BusSubscription] = []

    private static let service = "org.freedesktop.login1"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// The caller's session; that of the user's display, where the caller is a service of the user's.
    private static let destination = BusDestination(
        name: service,
        path: "/org/freedesktop/login1/session/auto",
        interface: properties
    )

    nonisolated init(logger: Logger) {
        // One is enough: whoever hears of a change asks again.
        (changes, yield) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        self.logger = logger
    }

    /// Whether it is locked.
    ///
    /// A logind that runs and does not answer counts as a locked session, until it reports a change.
    func isLocked() async -> Bool {
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

    /// Listens from the first question on, and before it is asked: no change is missed then.
    private func connected() async throws(GLibError) -> BusConnection {
        if let bus, !bus.isClosed { return bus }
        let bus = try await BusConnection.connected(to: SessionBus.systemAddress)
        // Another question may have connected meanwhile.
        if let earlier = self.bus, !earlier.isClosed { return earlier }
        self.bus = bus
        let yield = yield
        subscriptions = [
            // The signal names the session by its own path, not by that of the question.
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
