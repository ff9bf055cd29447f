/// Degrees of latitude or longitude.
///
/// Source: Apple's page CLLocationDegrees.
public typealias CLLocationDegrees = Double

/// A length in metres.
///
/// Source: Apple's page CLLocationDistance.
public typealias CLLocationDistance = Double

/// A point on the earth in the World Geodetic System of 1984.
///
/// Source: Apple's page CLLocationCoordinate2D.
public struct CLLocationCoordinate2D: Sendable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: CLLocationDegrees
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: CLLocationDegrees

    /// Makes the point 0, 0.
    public init() {
        self.init(latitude: 0, longitude: 0)
    }

    /// Makes a point; see ``CLLocationCoordinate2DIsValid(_:)``.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

// Apple's name.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Makes a point.
///
/// - Parameters:
///   - latitude: degrees north of the equator.
///   - longitude: degrees east of Greenwich.
/// - Returns: the point.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

// Apple's name.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether both numbers of a point are in their ranges.
///
/// - Parameter coord: the point.
/// - Returns: whether they are.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}

/// An invalid point.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
