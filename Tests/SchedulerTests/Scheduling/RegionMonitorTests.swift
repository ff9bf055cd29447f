import AgentTestSupport
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Positions, and the requests that they make due.
@Suite struct RegionMonitorTests {
    /// A location service that only notes what is needed of it.
    private final class Service: LocationProvider {
        let positions = AsyncStream<Position?> { $0.finish() }
        let needs = Recorder<PlaceNeed?>()
        var state: PlaceState { .off }

        func follow(_ need: PlaceNeed?) { needs.append(need) }
    }

    private let fixture: ComponentFixture
    private let service = Service()
    private let regions: RegionMonitor

    init() throws {
        fixture = try ComponentFixture()
        regions = RegionMonitor(
            store: fixture.store,
            clock: fixture.clock,
            logger: fixture.logger,
            journal: fixture.journal,
            location: service
        )
    }

    private func trigger(repeats: Bool = false) -> NotificationTrigger {
        .location(
            LocationTrigger(
                region: CircularRegion(
                    center: Coordinate(latitude: 50, longitude: 8),
                    radius: 100,
                    notifyOnExit: true
                ),
                repeats: repeats
            )
        )
    }

    private func position(_ latitude: Double) -> Position {
        Position(
            coordinate: Coordinate(latitude: latitude, longitude: 8),
            accuracy: 10,
            date: fixture.clock.now
        )
    }

    private var dueCount: Int {
        get throws { try fixture.store.waitingForPlaces().count { $0.isDue } }
    }

    @Test func theServiceIsAskedWhileSomethingWaits() throws {
        regions.follow()
        try fixture.add(fixture.request("p", trigger()))
        regions.follow()
        #expect(service.needs.elements.map { $0 == nil } == [true, false])
    }

    @Test func theFirstPositionIsNoCrossing() throws {
        try fixture.add(fixture.request("p", trigger()))
        #expect(!regions.moved(to: position(51)))
        #expect(regions.moved(to: position(50)))
        #expect(try dueCount == 1)
    }

    /// Two crossings at once would become one delivery.
    @Test func aPositionWaitsUntilTheCrossingBeforeItIsDelivered() throws {
        let id = try fixture.add(fixture.request("p", trigger(repeats: true)))
        #expect(!regions.moved(to: position(51)))
        #expect(regions.moved(to: position(50)))
        #expect(!regions.moved(to: position(51)))
        #expect(try fixture.store.waitingForPlaces().first?.side == .inside)
        let entry = try fixture.store.pending(id: id)?.crossing
        #expect(entry?.kind == .entry)
        #expect(regions.delivered())
        #expect(try fixture.store.pending(id: id)?.crossing?.kind == .exit)
        #expect(!regions.delivered())
    }

    @Test func whatHasComeToItsEndIsDropped() throws {
        var request = fixture.request("p", trigger(repeats: true))
        request.options.until = fixture.clock.now.advanced(byMicroseconds: 5_000_000)
        try fixture.add(request)
        fixture.clock.pass(10)
        regions.follow()
        #expect(try fixture.store.waitingForPlaces().isEmpty)
        #expect(fixture.reported.elements == ["ended p"])
        #expect(service.needs.elements == [nil])
    }
}
