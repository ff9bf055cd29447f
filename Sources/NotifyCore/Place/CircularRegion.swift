/// A circle on the earth, and the directions of crossing its border that count.
package struct CircularRegion: Hashable, Sendable {
    /// The middle.
    package var center: Coordinate
    /// The radius in metres, 1 to 1,000,000.
    package var radius: Double
    /// The app's name for it; may be empty.
    package var identifier: String
    /// Whether entering counts.
    package var notifyOnEntry: Bool
    /// Whether leaving counts.
    package var notifyOnExit: Bool

    /// Makes a region; nothing is checked.
    package init(
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
    package static let radii = 1.0...1_000_000.0

    /// Checks every field.
    ///
    /// - Throws: ``RequestError`` with code `InvalidTrigger`, which names the range.
    package func validate() throws(RequestError) {
        guard (-90...90).contains(center.latitude) else {
            throw RequestError(
                .invalidTrigger,
                .latitude,
                value: "\(center.latitude)",
                reason: "is not between -90 and 90 degrees"
            )
        }
        guard (-180...180).contains(center.longitude) else {
            throw RequestError(
                .invalidTrigger,
                .longitude,
                value: "\(center.longitude)",
                reason: "is not between -180 and 180 degrees"
            )
        }
        guard Self.radii.contains(radius) else {
            throw RequestError(
                .invalidTrigger,
                .radius,
                value: "\(radius)",
                reason: "is not between 1 and 1000000 metres"
            )
        }
        guard notifyOnEntry || notifyOnExit else {
            throw RequestError(
                .invalidTrigger,
                "the region is to notify neither on entry nor on exit",
                about: .onEntry,
                wayOut: "choose at least one of them"
            )
        }
        try NotificationRequest.check(
            identifier,
            .region,
            atMost: RequestLimits.identifier,
            .invalidIdentifier
        )
    }
}

extension CircularRegion {
    /// Returns the side of the border at a new position.
    ///
    /// The side changes when it is certain: to outside if the circle of accuracy does not touch the region; to
    /// inside if the region contains it, or if the position is in the inner half and at least as accurate as the
    /// radius. In between nothing changes, so that a position near the border does not alternate.
    package func side(after side: RegionSide, at position: Position) -> RegionSide {
        guard position.isValid else { return side }
        let distance = center.distance(to: position.coordinate)
        let accuracy = position.accuracy
        if distance > radius + accuracy { return .outside }
        if distance + accuracy <= radius { return .inside }
        return distance <= radius / 2 && accuracy <= radius ? .inside : side
    }
}

/// A side of a region's border.
package enum RegionSide: Int, Hashable, Sendable {
    /// Not known yet.
    case unknown
    case inside
    case outside
}

/// A position at an instant.
package struct Position: Hashable, Sendable {
    /// Where.
    package var coordinate: Coordinate
    /// The radius in metres of its likely error.
    package var accuracy: Double
    /// When.
    package var date: Instant

    /// Makes a position; nothing is checked.
    package init(coordinate: Coordinate, accuracy: Double, date: Instant) {
        self.coordinate = coordinate
        self.accuracy = accuracy
        self.date = date
    }

    /// Whether its values are in range.
    package var isValid: Bool { coordinate.isValid && accuracy >= 0 && accuracy.isFinite }
}

extension Position: CustomStringConvertible {
    /// How exact it is; never where, so that no log says where its user was.
    package var description: String { "a position exact to \(accuracy) m" }
}
