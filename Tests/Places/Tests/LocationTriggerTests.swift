import CoreLocation
import Foundation
import Testing
import UserNotifications

/// The location trigger of Apple's API, with the package trait `Location`.
@Suite struct LocationTriggerTests {
    private static let center = CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405)

    private static var office: CLCircularRegion {
        let region = CLCircularRegion(center: center, radius: 200, identifier: "office")
        region.notifyOnEntry = true
        region.notifyOnExit = false
        return region
    }

    @Test func aCircleContainsWhatIsNear() {
        let region = Self.office
        let degree = 111_195.08
        #expect(region.contains(Self.center))
        let near = CLLocationCoordinate2D(latitude: 52.52 + 199 / degree, longitude: 13.405)
        #expect(region.contains(near))
        let far = CLLocationCoordinate2D(latitude: 52.52 + 201 / degree, longitude: 13.405)
        #expect(!region.contains(far))
        #expect(!region.contains(kCLLocationCoordinate2DInvalid))
        #expect(!region.contains(CLLocationCoordinate2D(latitude: .nan, longitude: 0)))
    }

    @Test func aRegionIsCopiedAndEqual() throws {
        let region = Self.office
        let copy = try #require(region.copy() as? CLCircularRegion)
        #expect(copy == region)
        #expect(copy !== region)
        #expect(!copy.notifyOnExit)
        copy.notifyOnExit = true
        #expect(!region.notifyOnExit)
        #expect(CLCircularRegion(center: Self.center, radius: 1, identifier: "office") != region)
    }

    @Test func aTriggerOutlivesAnArchive() throws {
        let trigger = UNLocationNotificationTrigger(region: Self.office, repeats: true)
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: trigger,
            requiringSecureCoding: true
        )
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: UNLocationNotificationTrigger.self,
            from: data
        )
        #expect(read == trigger)
        #expect((read?.region as? CLCircularRegion)?.radius == 200)
        #expect(read?.region.notifyOnExit == false)
    }
}
