import AgentInterface
import CoreLocation
import Foundation
import TestSupport
import Testing
import UserNotifications

/// The location trigger of Apple's API, with the package trait `Location`.
@Suite(.serialized) struct LocationTriggerTests {
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

    private static var refused: [(CLRegion, String)] {
        func circle(
            _ latitude: Double,
            _ longitude: Double,
            _ radius: Double,
            counts: Bool = true
        ) -> CLRegion {
            let region = CLCircularRegion(
                center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
                radius: radius,
                identifier: "x"
            )
            region.notifyOnEntry = counts
            region.notifyOnExit = counts
            return region
        }
        return [
            (circle(91, 13, 200), "the latitude 91.0 is not between -90 and 90 degrees"),
            (circle(.nan, 13, 200), "the latitude nan is not between -90 and 90 degrees"),
            (circle(52, 181, 200), "the longitude 181.0 is not between -180 and 180 degrees"),
            (circle(52, 13, 0), "the radius 0.0 is not between 1 and 1000000 metres"),
            (circle(52, 13, -5), "the radius -5.0 is not between 1 and 1000000 metres"),
            (circle(52, 13, 1e9), "the radius 1000000000.0 is not between 1 and 1000000 metres"),
            (circle(52, 13, .infinity), "the radius inf is not between 1 and 1000000 metres"),
            (circle(52, 13, 200, counts: false), "neither on entry nor on exit"),
        ]
    }

    @Test func theAgentKeepsItAsItWas() async throws {
        let agent = try #require(
            ProcessInfo.processInfo.environment["NOTIFY_AGENT"],
            "NOTIFY_AGENT names no agent; `make places` does"
        )
        let bus = try await PrivateBus(activatable: [AgentNames.bus: agent])
        for (name, value) in bus.environment { setenv(name, value, 1) }
        setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent", 1)
        setenv("NOTIFY_SCHEDULE_APP_ID", "org.example.Places", 1)
        let content = UNMutableNotificationContent()
        content.title = "At the office"
        let trigger = UNLocationNotificationTrigger(region: Self.office, repeats: true)
        let center = UNUserNotificationCenter.current()
        try await center.add(
            UNNotificationRequest(identifier: "office", content: content, trigger: trigger)
        )
        let pending = await center.pendingNotificationRequests()
        #expect(pending.map(\.identifier) == ["office"])
        #expect(pending.first?.trigger == trigger)

        for (region, words) in Self.refused {
            let error = await #expect(throws: (any Error).self, "\(words)") {
                try await center.add(
                    UNNotificationRequest(
                        identifier: "nowhere",
                        content: content,
                        trigger: UNLocationNotificationTrigger(region: region, repeats: false)
                    )
                )
            }
            let message = error?.localizedDescription ?? ""
            #expect(message.contains(words), "\(message)")
        }
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["office"])
        withExtendedLifetime(bus) {}
    }
}
