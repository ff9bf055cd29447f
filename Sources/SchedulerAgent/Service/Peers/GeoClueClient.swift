import AgentInterface
import GLibBridge
import NotifyCore

/// A client object of GeoClue, from `GetClient` to `Stop`.
@GLibActor
final class GeoClueClient {
    /// An event of the client.
    enum Event: Sendable {
        case position(Position)
        /// Whether it reports positions.
        case active(Bool)
    }

    static let service = "org.freedesktop.GeoClue2"
    static let manager = "org.freedesktop.GeoClue2.Manager"
    static let properties = "org.freedesktop.DBus.Properties"
    private static let interface = "org.freedesktop.GeoClue2.Client"
    private static let location = "org.freedesktop.GeoClue2.Location"
    /// GeoClue answers once its agent runs, which may ask the user first.
    private static let timeout = CallDeadline.milliseconds(3_600_000)

    private let bus: BusConnection
    private let path: String
    private let handler: @GLibActor @Sendable (Event) -> Void
    private var subscriptions: [BusSubscription] = []

    /// Creates a client that is not started.
    ///
    /// - Throws: ``GLibBridge/GLibError`` if there is no service or it refuses.
    init(
        on bus: BusConnection,
        need: PlaceNeed,
        handler: @escaping @GLibActor @Sendable (Event) -> Void
    ) async throws(GLibError) {
        self.bus = bus
        self.handler = handler
        let reply = try await bus.call(
            "GetClient",
            on: BusDestination(
                name: Self.service,
                path: "/org/freedesktop/GeoClue2/Manager",
                interface: Self.manager
            ),
            deadline: Self.timeout
        )
        path = reply[0]?.string ?? ""
        let values: [(String, Variant)] = [
            ("DesktopId", .string(AgentNames.app)),
            ("DistanceThreshold", .uint32(need.distance)),
            ("RequestedAccuracyLevel", .uint32(need.level.rawValue)),
        ]
        for (name, value) in values {
            _ = try await bus.call(
                "Set",
                on: destination(Self.properties),
                .tuple([.string(Self.interface), .string(name), .variant(value)])
            )
        }
        subscriptions = [
            bus.subscribe(
                to: "LocationUpdated",
                interface: Self.interface,
                sender: Self.service,
                path: path
            ) { [weak self] signal in
                guard let self, let place = signal.parameters[1]?.string else { return }
                self.read(place)
            },
            bus.subscribe(
                to: "PropertiesChanged",
                interface: Self.properties,
                sender: Self.service,
                path: path,
                argument: Self.interface
            ) { signal in
                guard let isActive = signal.parameters[1]?["Active"]?.boolean else { return }
                handler(.active(isActive))
            },
        ]
    }

    /// Starts to report positions.
    ///
    /// - Throws: ``GLibBridge/GLibError`` if the user or a policy does not allow it.
    func start() async throws(GLibError) {
        _ = try await bus.call("Start", on: destination(Self.interface), deadline: Self.timeout)
    }

    /// Stops reporting positions.
    func stop() async {
        subscriptions = []
        let deadline = CallDeadline.milliseconds(5_000)
        _ = try? await bus.call(
            "Stop",
            on: destination(Self.interface),
            deadline: deadline,
            mayStart: false
        )
    }

    private func destination(_ interface: String) -> BusDestination {
        BusDestination(name: Self.service, path: path, interface: interface)
    }

    private func read(_ place: String) {
        let (bus, handler) = (bus, handler)
        GLibActor.thread.task { @GLibActor in
            let reply = try? await bus.call(
                "GetAll",
                on: BusDestination(name: Self.service, path: place, interface: Self.properties),
                .tuple([.string(Self.location)]),
                mayStart: false
            )
            guard let values = reply?[0], let position = Position(values) else { return }
            handler(.position(position))
        }
    }
}

extension Position {
    /// The maximum age of a position's time in microseconds; an older time is invalid.
    private static let oldest: Int64 = 3_600_000_000

    /// Reads the properties of a location object; `nil` if they are invalid.
    fileprivate init?(_ values: Variant) {
        guard let latitude = values["Latitude"]?.double,
            let longitude = values["Longitude"]?.double, let accuracy = values["Accuracy"]?.double
        else { return nil }
        let now = ClockTimer.Clock.realTime.now
        let seconds = values["Timestamp"]?[0]?.integer ?? 0
        let reported = seconds.multipliedReportingOverflow(by: 1_000_000)
        // A source may have no clock or a wrong one.
        let isUsable =
            !reported.overflow && (now - Self.oldest...now).contains(reported.partialValue)
        self.init(
            coordinate: Coordinate(latitude: latitude, longitude: longitude),
            accuracy: accuracy,
            date: Instant(microseconds: isUsable ? reported.partialValue : now)
        )
        guard isValid else { return nil }
    }
}
