/// A circle on the earth, and which way across its border counts.
public struct CircularRegion: Hashable, Sendable {
    /// The middle.
    public var center: Coordinate
    /// The radius in metres, 1 to 1,000,000.
    public var radius: Double
    /// What the app calls it; may be empty.
    public var identifier: String
    /// Whether coming in counts.
    public var notifyOnEntry: Bool
    /// Whether going out counts.
    public var notifyOnExit: Bool

    /// Makes a region; nothing is checked.
    public init(
        center: Coordinate,
        radius: Double,
        identifier: String = "",
        notifyOnEntry: Bool = true,
        notifyOnExit: Bool = false
    ) {
        self.center = center
        self.radius = radius
        self.identifier = identifier
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
    }

    /// The radii that a region may have, in metres.
    public static let radii = 1.0...1_000_000.0

    /// Checks every field.
    ///
    /// - Throws: ``RequestError`` with code `InvalidTrigger`, which names the range.
    public func validate() throws(RequestError) {
        guard (-90...90).contains(center.latitude) else {
            throw RequestError(
                .invalidTrigger,
                "the latitude \(center.latitude) is not between -90 and 90 degrees"
            )
        }
        guard (-180...180).contains(center.longitude) else {
            throw RequestError(
                .invalidTrigger,
                "the longitude \(center.longitude) is not between -180 and 180 degrees"
            )
        }
        guard Self.radii.contains(radius) else {
            throw RequestError(
                .invalidTrigger,
                "the radius \(radius) is not between 1 and 1000000 metres"
            )
        }
        guard notifyOnEntry || notifyOnExit else {
            throw RequestError(
                .invalidTrigger,
                "the region is to notify neither on entry nor on exit; choose at least one of them"
            )
        }
        try NotificationRequest.check(
            identifier,
            named: "region's identifier",
            atMost: RequestLimits.identifier,
            .invalidIdentifier
        )
    }
}

extension CircularRegion {
    /// Where one is after a position became known.
    ///
    /// A side counts once the position is on it for sure: outside, where even the whole accuracy does not
    /// reach the circle; inside, where the circle holds all of it, or where the position is in the inner half
    /// and at least as accurate as the circle is wide. In between nothing changes, so that who stands at the
    /// border does not go in and out.
    ///
    /// - Parameters:
    ///   - side: the side before.
    ///   - position: the position.
    /// - Returns: the side now.
    public func side(after side: RegionSide, at position: Position) -> RegionSide {
        guard position.isValid else { return side }
        let distance = center.distance(to: position.coordinate)
        let accuracy = position.accuracy
        if distance > radius + accuracy { return .outside }
        if distance + accuracy <= radius { return .inside }
        return distance <= radius / 2 && accuracy <= radius ? .inside : side
    }
}

/// On which side of a region's border one is.
public enum RegionSide: Int, Hashable, Sendable {
    /// Not known yet.
    case unknown
    case inside
    case outside
}

/// A position as the system knows it at a moment.
public struct Position: Hashable, Sendable {
    /// Where.
    public var coordinate: Coordinate
    /// The radius in metres within which it is true, more likely than not.
    public var accuracy: Double
    /// When.
    public var date: Instant

    /// Makes a position; nothing is checked.
    public init(coordinate: Coordinate, accuracy: Double, date: Instant) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.date = date
    }

    /// Whether it can be used.
    public var isValid: Bool { coordinate.isValid && accuracy >= 0 && accuracy.isFinite }
}
