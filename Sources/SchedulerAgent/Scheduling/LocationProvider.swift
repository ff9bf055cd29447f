import NotifyCore

/// Reports where the machine is, as long as something waits for a place.
protocol LocationProvider: Sendable {
    /// The positions, in order.
    var positions: AsyncStream<Position> { get }
    /// How the service that knows them stands.
    var state: PlaceState { get }
    /// Follows positions as exactly as is needed from now on; `nil` for not at all. Never waits.
    func follow(_ need: PlaceNeed?)
}

/// How exactly positions are needed: the least that decides all regions, since more costs energy.
struct PlaceNeed: Equatable, Sendable {
    /// GeoClue's words for how exact a position is (`GClueAccuracyLevel`).
    enum Level: UInt32, Sendable {
        case city = 4
        case neighborhood = 5
        case street = 6
        case exact = 8
    }

    /// How exact.
    var level: Level
    /// By how many metres one must have moved for a new position.
    var distance: UInt32

    /// The need of regions; `nil` where there is none.
    init?(of regions: some Sequence<CircularRegion>) {
        guard let radius = regions.map(\.radius).min() else { return nil }
        level =
            switch radius {
            case 40_000...: .city
            case 6_000...: .neighborhood
            case 1_000...: .street
            default: .exact
            }
        // A tenth of the radius too late is no matter.
        distance = UInt32(min(max(radius / 10, 5), 1_000))
    }
}

/// How the location service stands.
enum PlaceState: Equatable, Sendable {
    /// Nothing waits for a place, so it is not asked.
    case off
    /// It was asked and has not answered yet.
    case starting
    /// It reports positions.
    case active
    /// It is not there.
    case absent(String)
    /// It refuses this program.
    case denied(String)
    /// It was there, and reports nothing now.
    case stopped(String)

    /// The state's name in `Status`.
    var name: String {
        switch self {
        case .off: "off"
        case .starting: "starting"
        case .active: "active"
        case .absent: "absent"
        case .denied: "denied"
        case .stopped: "stopped"
        }
    }

    /// What the service said; empty where there is nothing to say.
    var reason: String {
        switch self {
        case .off, .starting, .active: ""
        case .absent(let reason), .denied(let reason), .stopped(let reason): reason
        }
    }
}

/// Knows no place.
struct NoLocations: LocationProvider {
    let positions = AsyncStream<Position> { $0.finish() }
    var state: PlaceState { .off }

    func follow(_ need: PlaceNeed?) {}
}
