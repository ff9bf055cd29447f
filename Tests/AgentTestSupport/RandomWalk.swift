import Foundation
package import NotifyCore
import TestSupport

/// A way about a circle's border that nobody planned; the same seed gives the same way.
///
/// Steps, jumps across the country, stays at the border, and positions exact to anything from 5 m to 5 km.
package struct RandomWalk: RandomNumberGenerator {
    package private(set) var center = Coordinate(latitude: 0, longitude: 0)
    package private(set) var radius = 1.0
    private var random: SeededRandom
    private var away = 0.0
    private var bearing = 0.0

    /// Makes a walk about a place, or about one anywhere on earth.
    package init(seed: UInt64, center: Coordinate? = nil, radius: Double? = nil) {
        random = SeededRandom(seed: seed)
        let anywhere = Coordinate(
            latitude: number(in: -89...89),
            longitude: number(in: -180...180)
        )
        self.center = center ?? anywhere
        self.radius = radius ?? pow(10, number(in: 0.7...5))
        away = 2 * self.radius
    }

    package mutating func next() -> UInt64 { random.next() }

    /// The next position that the service tells.
    package mutating func position() -> Position {
        let accuracy = pow(10, number(in: 0.7...3.7))
        switch Int.random(in: 0..<6, using: &self) {
        case 0: away = number(in: 0...radius)
        case 1: away = number(in: radius...(3 * radius + 12_000))
        case 2: away = radius
        case 3: away = number(in: 0...4_000_000)
        default: away = max(0, away + number(in: -0.4...0.4) * radius)
        }
        bearing += number(in: -1...1)
        let seen = max(0, away + number(in: -1...1) * accuracy)
        return Position(coordinate: point(seen), accuracy: accuracy, date: Instant(seconds: 0))
    }

    /// The point so many metres away in the direction of the walk.
    private func point(_ metres: Double) -> Coordinate {
        let (angle, north) = (metres / 6_371_008.8, center.latitude * .pi / 180)
        let height = asin(sin(north) * cos(angle) + cos(north) * sin(angle) * cos(bearing))
        let turn = atan2(
            sin(bearing) * sin(angle) * cos(north),
            cos(angle) - sin(north) * sin(height)
        )
        let east = (center.longitude + turn * 180 / .pi + 540).truncatingRemainder(dividingBy: 360)
        return Coordinate(latitude: height * 180 / .pi, longitude: east - 180)
    }

    private mutating func number(in range: ClosedRange<Double>) -> Double {
        .random(in: range, using: &self)
    }
}
