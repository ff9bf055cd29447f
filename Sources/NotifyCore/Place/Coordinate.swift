import Glibc

/// A point on the earth in the World Geodetic System of 1984.
package struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    package var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    package var longitude: Double

    /// Makes a point; nothing is checked.
    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both numbers are in their ranges.
    package var isValid: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
    }

    /// The mean radius of the earth, in metres (IUGG).
    private static let earthRadius = 6_371_008.8

    /// The length of the great circle to another point, in metres.
    package func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let height = sin((other.latitude - latitude) * radians / 2)
        let width = sin((other.longitude - longitude) * radians / 2)
        let chord =
            height * height
            + cos(latitude * radians) * cos(other.latitude * radians) * width * width
        return 2 * Self.earthRadius * asin(min(1, chord.squareRoot()))
    }
}

extension Coordinate: CustomStringConvertible {
    /// Both numbers, as in `52.52, 13.405`.
    package var description: String { "\(latitude), \(longitude)" }
}
