import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Walks in and out of a circle: exactly the crossings that a reference works out.
@Suite(.serialized) struct WalkTests {
    private static let office = Coordinate(latitude: 52.52, longitude: 13.405)

    /// Metres from the middle of a circle of 200 m and accuracies, and what crosses: `+` in, `-` out.
    private static let walks: [(name: String, fixes: [(Double, Double)], crossings: String)] = [
        ("in and out", [(900, 10), (400, 10), (100, 10), (20, 10), (300, 10)], "+-"),
        ("from inside", [(0, 10), (50, 10), (900, 10), (0, 10)], "-+"),
        ("never in", [(900, 10), (250, 10), (900, 10)], ""),
        (
            "jitter at the border",
            [(900, 10), (195, 10), (205, 10), (192, 10), (208, 10), (199, 5), (201, 5), (0, 10)],
            "+"
        ),
        ("jitter on the way out", [(0, 10), (195, 10), (205, 10), (195, 10), (209, 10)], ""),
        ("jumps", [(0, 5), (4_000_000, 5), (10, 5), (20_000, 5), (0, 5)], "-+-+"),
        ("coarse inside says nothing", [(9_000, 50), (0, 5_000), (0, 500), (0, 201)], ""),
        ("coarse far away says much", [(0, 5), (6_000, 5_000), (0, 5_000), (30, 100)], "-+"),
        ("coarse near the border says nothing", [(0, 5), (4_900, 5_000), (1_100, 1_000)], ""),
        ("ever finer", [(9_000, 5_000), (100, 5_000), (90, 1_000), (90, 200), (90, 50)], "+"),
    ]

    @Test(arguments: walks.indices)
    func aPlannedWalkHasItsCrossings(_ index: Int) throws {
        let walk = Self.walks[index]
        let positions = walk.fixes.map { Self.position($0.0, $0.1) }
        let expected = WalkReference.crossings(of: positions, center: Self.office, radius: 200)
        #expect(Self.text(expected.map(\.isEntry)) == walk.crossings, "\(walk.name)")
        #expect(
            Self.told(positions, center: Self.office, radius: 200).map(\.index)
                == expected.map(\.index),
            "\(walk.name)"
        )
    }

    /// Circles of 5 m to 100 km anywhere on earth, by the rule alone.
    @Test func randomWalksHaveTheCrossingsOfTheReference() throws {
        var crossings = 0
        for number in 0..<1_000 {
            var walk = RandomWalk(seed: Stress.seed &+ UInt64(number) &* 7_919)
            let positions = (0..<100).map { _ in walk.position() }
            let expected = WalkReference.crossings(
                of: positions,
                center: walk.center,
                radius: walk.radius
            )
            let told = Self.told(positions, center: walk.center, radius: walk.radius)
            crossings += told.count
            let agree =
                told.map(\.index) == expected.map(\.index)
                && told.map(\.isEntry) == expected.map(\.isEntry)
            guard agree else {
                Issue.record("seed \(Stress.seed), walk \(number): \(told), not \(expected)")
                return
            }
        }
        // Else the walks would show nothing.
        #expect(crossings > 5_000, "seed \(Stress.seed)")
    }

    /// The same through the scheduler and its store, which now and then is that of an agent that starts again.
    @Test func theSchedulerTellsEachCrossingOnceAlsoOverRestarts() async throws {
        for number in 0..<8 {
            let note: Comment = "seed \(Stress.seed), walk \(number)"
            var walk = RandomWalk(seed: Stress.seed &+ UInt64(number) &* 104_729)
            var fixture = try await SchedulerFixture().begin()
            for isEntry in [true, false] {
                let region = CircularRegion(
                    center: walk.center,
                    radius: walk.radius,
                    notifyOnEntry: isEntry,
                    notifyOnExit: !isEntry
                )
                let trigger = LocationTrigger(region: region, repeats: true)
                try await fixture.add(isEntry ? "+" : "-", .location(trigger))
            }
            var positions: [Position] = []
            var told = ""
            for step in 0..<40 {
                positions.append(walk.position())
                fixture.clock.pass(60)
                await fixture.scheduler.handle(.moved(positions[step]))
                await fixture.scheduler.deliverDue()
                guard Int.random(in: 0..<10, using: &walk) == 0 else { continue }
                told += fixture.shown.joined()
                fixture = try await fixture.restarted(fixture.clock).begin()
            }
            told += fixture.shown.joined()
            let expected = WalkReference.crossings(
                of: positions,
                center: walk.center,
                radius: walk.radius
            )
            #expect(told == Self.text(expected.map(\.isEntry)), note)
            await fixture.scheduler.end()
        }
    }

    /// What may happen on the way.
    private enum Event: CaseIterable {
        case serviceRestarts, agentRestarts, userForbids, serviceRefuses
    }

    /// A walk at the service's double, on which everything happens that may happen, and something more.
    @Test func aWalkGoesOnThroughRestartsAndRefusals() async throws {
        let note: Comment = "seed \(Stress.seed)"
        var walk = RandomWalk(seed: Stress.seed, center: Self.office, radius: 200)
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        var geoclue = try await FakeGeoClue(on: fixture.bus)
        let environment = ["DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address]
        var agent = try await fixture.startAgent(environment)
        try await fixture.add("+", "--near", "52.52,13.405,200", "--repeat", "--id", "in")
        try await fixture.add(
            "-",
            "--near",
            "52.52,13.405,200",
            "--repeat",
            "--on-exit",
            "--id",
            "out"
        )
        try await fixture.waitForLocation("active")
        var positions: [Position] = []
        func go(_ position: Position) async throws {
            positions.append(position)
            try await geoclue.move(to: position)
        }
        for event in Event.allCases.shuffled(using: &walk) + Event.allCases.shuffled(using: &walk) {
            for _ in 0..<3 { try await go(walk.position()) }
            // A crossing that is under way is not what this is about.
            try await fixture.barrier(server)
            switch event {
            case .serviceRestarts:
                await geoclue.stop()
                try await fixture.waitForLocation("stopped")
                geoclue = try await FakeGeoClue(on: fixture.bus)
            case .agentRestarts:
                try await fixture.endAgent(SIGKILL, id: agent.id)
                let starts = geoclue.calls.elements.count { $0 == "Start" }
                agent = try await fixture.startAgent(environment)
                _ = try await geoclue.calls.wait(30, "a start") { calls in
                    calls.count { $0 == "Start" } > starts ? true : nil
                }
            case .userForbids:
                try await geoclue.set(isActive: false)
                try await fixture.waitForLocation("stopped")
                try await geoclue.set(isActive: true)
            case .serviceRefuses:
                await geoclue.stop()
                try await fixture.waitForLocation("stopped")
                geoclue = try await FakeGeoClue(on: fixture.bus, isAllowed: false)
                try await fixture.waitForLocation("denied")
                try await geoclue.set(isAllowed: true)
            }
            try await fixture.waitForLocation("active")
        }
        // Both sides once more, for sure.
        for metres in [9_000.0, 0, 9_000, 0] { try await go(Self.position(metres, 5)) }
        let expected = WalkReference.crossings(of: positions, center: Self.office, radius: 200)
        let crossings: @Sendable ([FakeNotificationServer.Received]) -> String = { calls in
            calls.map(\.call.summary).filter { ["+", "-"].contains($0) }.joined()
        }
        _ = try await server.calls.wait(30, "\(expected.count) crossings; \(note)") { calls in
            crossings(calls).count >= expected.count ? true : nil
        }
        try await fixture.barrier(server)
        #expect(crossings(server.calls.elements) == Self.text(expected.map(\.isEntry)), note)
        withExtendedLifetime(agent) {}
    }

    /// What the agent's rule makes of a walk.
    private static func told(
        _ walk: [Position],
        center: Coordinate,
        radius: Double
    ) -> [(isEntry: Bool, index: Int)] {
        let region = CircularRegion(center: center, radius: radius, notifyOnExit: true)
        let trigger = LocationTrigger(region: region, repeats: true)
        var side = RegionSide.unknown
        var told: [(isEntry: Bool, index: Int)] = []
        for (index, position) in walk.enumerated() {
            let now = region.side(after: side, at: position)
            if let kind = trigger.fires(from: side, to: now) {
                told.append((kind == .entry, index))
            }
            side = now
        }
        return told
    }

    private static func position(_ metres: Double, _ accuracy: Double) -> Position {
        Position(
            coordinate: Coordinate(
                latitude: office.latitude + metres / 111_195.08,
                longitude: office.longitude
            ),
            accuracy: accuracy,
            date: Instant(seconds: 0)
        )
    }

    private static func text(_ crossings: [Bool]) -> String {
        crossings.map { $0 ? "+" : "-" }.joined()
    }
}
