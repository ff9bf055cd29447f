import Foundation
import GLibBridge
import NotifyCore
import TestSupport

/// What the agent costs while something waits for a place and one stands still.
enum PlaceFigures {
    private static let middle = Coordinate(latitude: 52.52, longitude: 13.405)
    /// The positions of an hour at one a minute, and the number that is reported here, at one a second.
    private static let hourly = 60
    private static let told = 60

    static func measure(programs: String, seconds: Int) async throws {
        let stage = try await Stage(programs: programs) { directory in
            ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(directory)/bus"]
        }
        let geoclue = try await FakeGeoClue(on: stage.bus)
        for number in 0..<50 { _ = try await stage.deliver("place \(number)") }
        let region = CircularRegion(center: middle, radius: 200)
        _ = try stage.add(1) { _ in .location(LocationTrigger(region: region)) }
        _ = try await geoclue.calls.wait(10, "the client's start") { calls in
            calls.contains("Start") ? true : nil
        }
        try await geoclue.move(to: middle.latitude, middle.longitude, accuracy: 10)
        // What the deliveries and the first position left to do ends first.
        try await Task.sleep(for: .seconds(5))

        let silent = try await cost(stage, geoclue) { try await Task.sleep(for: .seconds(seconds)) }
        say(
            "standing still, the service tells nothing, as GeoClue does below the distance that it was"
        )
        say("given; \(seconds) s: \(silent.words(times: Double(3_600) / Double(seconds)))")

        let fixes = try await cost(stage, geoclue) {
            for _ in 0..<told {
                try await geoclue.move(to: middle.latitude, middle.longitude, accuracy: 10)
                try await Task.sleep(for: .seconds(1))
            }
        }
        say("standing still, the same position once a minute; of \(told), one a second:")
        say("  \(fixes.words(times: Double(hourly) / Double(told)))")
        try await stage.end()
    }

    private struct Cost {
        let calls: Int
        let switches: Int

        func words(times factor: Double) -> String {
            "\(calls) bus calls and \(switches) context switches of all threads, so "
                + "\(Int(Double(calls) * factor)) and \(Int(Double(switches) * factor)) an hour"
        }
    }

    private static func cost(
        _ stage: Stage,
        _ geoclue: FakeGeoClue,
        of body: () async throws -> Void
    ) async throws -> Cost {
        let (calls, switches) = (
            geoclue.calls.elements.count, Machine.contextSwitches(of: stage.agent.id)
        )
        try await body()
        return Cost(
            calls: geoclue.calls.elements.count - calls,
            switches: Machine.contextSwitches(of: stage.agent.id) - switches
        )
    }
}
