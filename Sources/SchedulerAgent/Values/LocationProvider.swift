import NotifyCore

/// Reports where the machine is while a request waits for a place.
protocol LocationProvider: Sendable {
    /// The positions, in order; `nil` where the position is not known any longer.
    var positions: AsyncStream<Position?> { get }
    /// The state of the location service.
    var state: PlaceState { get }
    /// Follows positions with the given accuracy from now on, or stops if it is `nil`. Does not block.
    func follow(_ need: PlaceNeed?)
}

/// The accuracy of positions that all regions need.
///
/// It is as low as possible, to save energy.
struct PlaceNeed: Equatable, Sendable {
    /// GeoClue's accuracy levels (`GClueAccuracyLevel`).
    enum Level: UInt32, Sendable {
        case city = 4
        case neighborhood = 5
        case street = 6
        case exact = 8
    }

    /// The accuracy.
    var level: Level
    /// The distance in metres between two reported positions.
    var distance: UInt32

    /// Computes the need of regions; `nil` if there are none.
    init?(of regions: some Sequence<CircularRegion>) {
        guard let radius = regions.map(\.radius).min() else { return nil }
        level =
            switch radius {
            case 40_000...: .city
            case 6_000...: .neighborhood
            case 1_000...: .street
            default: .exact
            }
        // A report that is late by a tenth of the radius is acceptable.
        distance = UInt32(min(max(radius / 10, 5), 1_000))
    }
}

/// The state of the location service.
enum PlaceState: Equatable, Sendable {
    /// No request waits for a place, so the service is not used.
    case off
    /// The service has not answered yet.
    case starting
    /// It reports positions.
    case active
    /// The service is not available.
    case absent(String)
    /// It refuses this program.
    case denied(String)
    /// The service was available and no longer reports positions.
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

    /// The message of the service; empty if there is none.
    var reason: String {
        switch self {
        case .off, .starting, .active: ""
        case .absent(let reason), .denied(let reason), .stopped(let reason): reason
        }
    }
}

/// Reports no positions.
struct NoLocations: LocationProvider {
    let positions = AsyncStream<Position?> { $0.finish() }
    var state: PlaceState { .off }

    func follow(_ need: PlaceNeed?) {}
}
