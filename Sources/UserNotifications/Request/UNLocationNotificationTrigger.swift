#if Location
public import CoreLocation
public import Foundation

/// A trigger that fires when the machine enters or leaves a region.
///
/// Only with the package trait `Location`.
///
/// Source: Apple's page UNLocationNotificationTrigger.
open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    private let place: CLRegion

    /// A copy of the region.
    open var region: CLRegion { place.copy() as? CLRegion ?? place }

    /// Makes a trigger.
    ///
    /// - Parameters:
    ///   - region: the region, which is copied. Linux: `add` fails if it is not a `CLCircularRegion`, or notifies
    ///     neither on entry nor on exit.
    ///   - repeats: whether it fires at each crossing of the border.
    public required init(region: CLRegion, repeats: Bool) {
        place = region.copy() as? CLRegion ?? region
        super.init(repeats: repeats)
    }

    /// Reads an archived trigger; `nil` if a field is absent or has the wrong type.
    public required init?(coder: NSCoder) {
        let nowhere = CLCircularRegion(
            center: CLLocationCoordinate2D(),
            radius: 0,
            identifier: ""
        )
        guard let region = ArchiveReader(coder).required("region", default: nowhere as CLRegion)
        else { return nil }
        place = region
        super.init(coder: coder)
    }

    /// Writes every field.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(place, forKey: "region")
    }

    /// Whether another object is a trigger with the same fields.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNLocationNotificationTrigger else { return false }
        return super.isEqual(other) && place.isEqual(other.place)
    }

    /// A hash of all fields.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(repeats)
        hasher.combine(place)
        return hasher.finalize()
    }

    /// The class and the fields.
    open override var description: String { text([("region", place), ("repeats", repeats)]) }
}
#endif
