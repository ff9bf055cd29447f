import Glibc
package import NotifyCore

/// What a walk past a circle's border is to bring, worked out from the whole walk.
///
/// By vectors and over the list at once, where the agent goes by haversines from one position to the next:
/// the two have nothing in common but what is to come out.
package enum WalkReference {
    /// The crossings of a walk, in order: true for one into the circle.
    ///
    /// A position counts as outside where its whole accuracy is beyond the border, as inside where all of it
    /// is within, or where it is in the inner half and no coarser than the circle. The rest say nothing.
    package static func crossings(
        of walk: [Position],
        center: Coordinate,
        radius: Double
    ) -> [(isEntry: Bool, index: Int)] {
        let known = walk.enumerated().compactMap {
            index,
            position -> (isInside: Bool, index: Int)? in
            let away = arc(center, position.coordinate)
            let (nearest, farthest) = (away - position.accuracy, away + position.accuracy)
            if nearest > radius { return (false, index) }
            let isDeep = 2 * away <= radius && position.accuracy <= radius
            return farthest <= radius || isDeep ? (true, index) : nil
        }
        return zip(known, known.dropFirst()).filter { $0.isInside != $1.isInside }
            .map { ($1.isInside, $1.index) }
    }

    /// The length of the arc between two points, by the angle of their vectors.
    private static func arc(_ one: Coordinate, _ other: Coordinate) -> Double {
        let (a, b) = (vector(one), vector(other))
        let dot = a.x * b.x + a.y * b.y + a.z * b.z
        let (x, y, z) = (
            a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x
        )
        return 6_371_008.8 * atan2((x * x + y * y + z * z).squareRoot(), dot)
    }

    private static func vector(_ point: Coordinate) -> (x: Double, y: Double, z: Double) {
        let (north, east) = (point.latitude * .pi / 180, point.longitude * .pi / 180)
        return (cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }
}
