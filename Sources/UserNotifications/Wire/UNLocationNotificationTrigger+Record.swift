#if Location
import CoreLocation
import NotifyCore

extension LocationTrigger {
    /// Makes a trigger for the agent.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if its region is not a circle.
    init(_ trigger: UNLocationNotificationTrigger) throws(RequestError) {
        guard let circle = trigger.region as? CLCircularRegion else {
            throw RequestError(
                .invalidTrigger,
                "a \(type(of: trigger.region)) cannot be monitored; use a CLCircularRegion"
            )
        }
        self.init(
            region: CircularRegion(
                center: Coordinate(
                    latitude: circle.center.latitude,
                    longitude: circle.center.longitude
                ),
                radius: circle.radius,
                identifier: circle.identifier,
                notifyOnEntry: circle.notifyOnEntry,
                notifyOnExit: circle.notifyOnExit
            ),
            repeats: trigger.repeats
        )
    }

    /// The trigger for the app.
    var object: UNLocationNotificationTrigger {
        let circle = CLCircularRegion(
            center: CLLocationCoordinate2D(
                latitude: region.center.latitude,
                longitude: region.center.longitude
            ),
            radius: region.radius,
            identifier: region.identifier
        )
        circle.notifyOnEntry = region.notifyOnEntry
        circle.notifyOnExit = region.notifyOnExit
        return UNLocationNotificationTrigger(region: circle, repeats: repeats)
    }
}
#endif
