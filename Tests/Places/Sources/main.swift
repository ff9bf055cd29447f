import CoreLocation
import Foundation
import UserNotifications

// Adds a request with a location trigger, then some that are refused, and prints the result of each.

func circle(
    _ latitude: Double,
    _ longitude: Double,
    _ radius: Double,
    counts: Bool = true
) -> CLRegion {
    let region = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
        radius: radius,
        identifier: "office"
    )
    region.notifyOnEntry = counts
    region.notifyOnExit = false
    return region
}

let center = UNUserNotificationCenter.current()
let content = UNMutableNotificationContent()
content.title = "At the office"

@MainActor func add(_ identifier: String, at region: CLRegion) async throws {
    let trigger = UNLocationNotificationTrigger(region: region, repeats: true)
    try await center.add(
        UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    )
}

@MainActor func printPending() async {
    let pending = await center.pendingNotificationRequests()
    let trigger = UNLocationNotificationTrigger(region: circle(52.52, 13.405, 200), repeats: true)
    let names = pending.map(\.identifier).joined(separator: ", ")
    print("pending: \(names), as it was: \(pending.first?.trigger == trigger)")
}

try await add("office", at: circle(52.52, 13.405, 200))
await printPending()
for region in [
    circle(91, 13, 200), circle(.nan, 13, 200), circle(52, 181, 200), circle(52, 13, 0),
    circle(52, 13, -5), circle(52, 13, 1e9), circle(52, 13, .infinity),
    circle(52, 13, 200, counts: false),
] {
    do {
        try await add("nowhere", at: region)
        print("added")
    } catch {
        print(error.localizedDescription)
    }
}
await printPending()
