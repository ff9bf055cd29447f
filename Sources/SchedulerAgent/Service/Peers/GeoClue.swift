import AgentInterface
import GLibBridge
import Logging
import NotifyCore
import Synchronization

/// Positions from GeoClue 2, the desktop's location service, on the system bus.
///
/// It is used only while a request waits for a place. Positions are passed on, and neither stored nor logged.
/// The service may be missing, refuse, stop and restart at any time. It is then tried again when the bus
/// reports a change, and if nothing reports a change, after a growing pause.
///
/// Source: D-Bus interfaces `org.freedesktop.GeoClue2.Manager`, `.Client` and `.Location`.
@GLibActor
final class GeoClue: LocationProvider {
    nonisolated let positions: AsyncStream<Position?>

    private nonisolated let yield: AsyncStream<Position?>.Continuation
    private nonisolated let shown = Mutex(PlaceState.off)
    private nonisolated let asked = Mutex(PlaceNeed?.none)
    private nonisolated let logger: Logger
    private var need: PlaceNeed?
    private var bus: BusConnection?
    private var watches: [BusSubscription] = []
    private var client: GeoClueClient?
    /// The number of the attempt; answers to earlier ones are ignored.
    private var round = 0
    /// The attempt that waits for an answer.
    private var asking: Int?
    private var failures = 0

    /// The milliseconds before a retry, doubled after each failure.
    private static let firstPause: UInt32 = 5_000
    private static let maxDoublings = 10

    nonisolated init(logger: Logger) {
        (positions, yield) = AsyncStream.makeStream(
            of: Position?.self,
            bufferingPolicy: .bufferingNewest(64)
        )
        self.logger = logger
    }

    nonisolated var state: PlaceState { shown.withLock { $0 } }

    nonisolated func follow(_ need: PlaceNeed?) {
        // Called after each delivery; nearly always nothing has changed.
        let isNew = asked.withLock { asked in
            defer { asked = need }
            return asked != need
        }
        guard isNew else { return }
        GLibActor.thread.task { @GLibActor in
            self.need = need
            self.failures = 0
            self.begin()
        }
    }

    /// Ends the current attempt, and starts another one with the current need.
    private func begin() {
        round += 1
        // The late answer to the earlier call would interfere with the next one.
        if asking != nil { leaveBus() }
        let (round, earlier) = (round, client)
        client = nil
        if need == nil { show(.off) } else if !state.isWaiting { show(.starting) }
        GLibActor.thread.task { @GLibActor in
            // The next client has the same path and must not be stopped by this call.
            await earlier?.stop()
            guard round == self.round else { return }
            if let need = self.need { return await self.start(need, round) }
            self.leaveBus()
        }
    }

    private func leaveBus() {
        asking = nil
        client = nil
        watches = []
        bus?.close()
        bus = nil
    }

    private func start(_ need: PlaceNeed, _ round: Int) async {
        asking = round
        defer { if asking == round { asking = nil } }
        do throws(GLibError) {
            let bus = try await connected()
            guard round == self.round else { return }
            listen(on: bus)
            let client = try await GeoClueClient(on: bus, need: need) { [weak self] event in
                self?.handle(event, round)
            }
            guard round == self.round else { return }
            self.client = client
            try await client.start()
            guard round == self.round else { return }
            failures = 0
            show(.active)
        } catch {
            guard round == self.round else { return }
            fail(error)
        }
    }

    private func handle(_ event: GeoClueClient.Event, _ round: Int) {
        guard round == self.round else { return }
        switch event {
        case .position(let position): yield.yield(position)
        case .active(true): show(.active)
        case .active(false): show(.stopped("it is switched off"))
        }
    }

    private func connected() async throws(GLibError) -> BusConnection {
        if let bus, !bus.isClosed { return bus }
        return try await BusConnection.connected(to: SessionBus.systemAddress)
    }

    private func listen(on bus: BusConnection) {
        guard bus !== self.bus else { return }
        self.bus = bus
        watches = [
            bus.watchName(GeoClueClient.service) { [weak self] owner in self?.ownerChanged(owner) },
            // The user's setting on the desktop.
            bus.subscribe(
                to: "PropertiesChanged",
                interface: GeoClueClient.properties,
                sender: GeoClueClient.service,
                argument: GeoClueClient.manager
            ) { [weak self] _ in self?.permissionChanged() },
        ]
        bus.onClose { [weak self, weak bus] in
            guard let self, let bus, bus === self.bus else { return }
            lost("the system bus went away")
        }
    }

    private func ownerChanged(_ owner: String?) {
        guard need != nil else { return }
        if owner == nil {
            if client != nil { lost("it ended") }
        } else if client == nil, state.isWaiting {
            begin()
        }
    }

    private func permissionChanged() {
        guard need != nil, case .denied = state else { return }
        begin()
    }

    private func lost(_ reason: String) {
        guard need != nil else { return }
        round += 1
        client = nil
        show(.stopped(reason))
        tryAgain()
    }

    private func fail(_ error: GLibError) {
        client = nil
        switch error.remoteName {
        // GeoClue still waits for its agent or for the user.
        case nil where error.isTimeout:
            show(.starting)
        case "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner", nil:
            show(.absent(error.message))
        case "org.freedesktop.DBus.Error.AccessDenied":
            show(.denied(error.message))
        default:
            show(.stopped(error.message))
        }
        tryAgain()
    }

    private func tryAgain() {
        let pause = Self.firstPause << UInt32(min(failures, Self.maxDoublings))
        failures += 1
        let round = round
        GLibActor.thread.after(milliseconds: pause) {
            GLibActor.thread.task { @GLibActor in
                guard round == self.round, self.need != nil else { return }
                self.begin()
            }
        }
    }

    private func show(_ state: PlaceState) {
        let isNew = shown.withLock { shown in
            defer { shown = state }
            return shown != state
        }
        guard isNew else { return }
        logger.info("location: \(state.name) \(state.reason)")
        if state.isWaiting { yield.yield(nil) }
    }
}

extension PlaceState {
    /// Whether it is in use and does not report positions.
    fileprivate var isWaiting: Bool {
        switch self {
        case .absent, .denied, .stopped: true
        case .off, .starting, .active: false
        }
    }
}
