import NotifyCore
import Testing

@testable import SchedulerAgent

/// What the location service is asked for: the least that decides all regions.
@Suite struct PlaceNeedTests {
    /// Radii in metres, GeoClue's number of an accuracy, and the metres to have moved.
    private static let needs: [(radii: [Double], level: UInt32, distance: UInt32)] = [
        ([1], 8, 5), ([50], 8, 5), ([200], 8, 20), ([999], 8, 99), ([1_000], 6, 100),
        ([5_999], 6, 599), ([6_000], 5, 600), ([39_999], 5, 1_000), ([40_000], 4, 1_000),
        ([1_000_000], 4, 1_000), ([40_000, 200, 6_000], 8, 20), ([7_000, 50_000], 5, 700),
    ]

    @Test(arguments: needs)
    func theSmallestRegionDecides(_ radii: [Double], _ level: UInt32, _ distance: UInt32) {
        let regions = radii.map { radius in
            CircularRegion(center: Coordinate(latitude: 1, longitude: 2), radius: radius)
        }
        let need = PlaceNeed(of: regions)
        #expect(need?.level.rawValue == level)
        #expect(need?.distance == distance)
    }

    @Test func nothingIsNeededWhereNothingWaits() {
        #expect(PlaceNeed(of: []) == nil)
    }
}
