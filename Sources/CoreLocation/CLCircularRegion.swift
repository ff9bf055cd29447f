public import Foundation
import NotifyCore

/// A circle on the earth.
///
/// Source: Apple's page CLCircularRegion.
open class CLCircularRegion: CLRegion, @unchecked Sendable {
    // Unchecked for its superclass: its own fields are constant.
    private let middle: CLLocationCoordinate2D
    private let metres: CLLocationDistance

    /// The centre.
    open var center: CLLocationCoordinate2D { middle }

    /// The radius, in metres.
    open var radius: CLLocationDistance { metres }

    /// Makes a region.
    ///
    /// - Parameters:
    ///   - center: the centre.
    ///   - radius: the radius in metres. Linux: for a trigger, 1 to 1,000,000; anything else makes `add` fail.
    ///   - identifier: the app's name for it.
    public init(
        center: CLLocationCoordinate2D,
        radius: CLLocationDistance,
        identifier: String
    ) {
        middle = center
        metres = radius
        super.init(identifier: identifier)
    }

    /// Reads an archived region; `nil` if a field is absent.
    public required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "radius") else { return nil }
        middle = CLLocationCoordinate2D(
            latitude: coder.decodeDouble(forKey: "latitude"),
            longitude: coder.decodeDouble(forKey: "longitude")
        )
        metres = coder.decodeDouble(forKey: "radius")
        super.init(coder: coder)
    }

    /// Writes every field.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(middle.latitude, forKey: "latitude")
        coder.encode(middle.longitude, forKey: "longitude")
        coder.encode(metres, forKey: "radius")
    }

    /// Returns whether a point is in the circle or on its border, by the great circle.
    ///
    /// - Parameter coordinate: the point.
    /// - Returns: whether it is; false for an invalid point.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        guard CLLocationCoordinate2DIsValid(coordinate) else { return false }
        return Coordinate(middle).distance(to: Coordinate(coordinate)) <= metres
    }

    /// Returns a copy of the region.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLCircularRegion(center: middle, radius: metres, identifier: identifier)
        copy.copySwitches(of: self)
        return copy
    }

    /// Whether another object is the same circle with the same name.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLCircularRegion, super.isEqual(other) else { return false }
        return middle.latitude == other.middle.latitude
            && middle.longitude == other.middle.longitude && metres == other.metres
    }

    /// The class and the fields.
    open override var description: String {
        "CLCircularRegion (identifier: \(identifier), center: \(middle.latitude), "
            + "\(middle.longitude), radius: \(metres) m)"
    }
}

extension Coordinate {
    fileprivate init(_ point: CLLocationCoordinate2D) {
        self.init(latitude: point.latitude, longitude: point.longitude)
    }
}
