import NotifyCore
import Testing

@Suite struct RegionTests {
    private static let berlin = Coordinate(latitude: 52.52, longitude: 13.405)

    /// Lengths that others computed by haversine on the mean radius.
    private static let lengths: [(Coordinate, Coordinate, Double)] = [
        (Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 1, longitude: 0), 111_195.08),
        (
            Coordinate(latitude: 0, longitude: 179.5), Coordinate(latitude: 0, longitude: -179.5),
            111_195.08
        ),
        (
            Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 50),
            20_015_114.35
        ),
        (Coordinate(latitude: 10, longitude: 20), Coordinate(latitude: 10, longitude: 20), 0),
    ]

    @Test(arguments: lengths)
    func distancesAreThoseOfTheGreatCircle(_ from: Coordinate, _ to: Coordinate, _ metres: Double) {
        #expect(abs(from.distance(to: to) - metres) < 0.1)
        #expect(from.distance(to: to) == to.distance(to: from))
    }

    private static func position(_ metres: Double, _ accuracy: Double) -> Position {
        Position(
            coordinate: Coordinate(
                latitude: berlin.latitude + metres / 111_195.08,
                longitude: berlin.longitude
            ),
            accuracy: accuracy,
            date: Instant(seconds: 0)
        )
    }

    /// Distance from the middle, accuracy, side before, side after, of a circle of 200 m.
    private static let sides: [(Double, Double, RegionSide, RegionSide)] = [
        (0.0, 10.0, RegionSide.unknown, RegionSide.inside),
        (189, 10, .outside, .inside),
        (191, 10, .outside, .outside),
        (191, 10, .unknown, .unknown),
        (209, 10, .inside, .inside),
        (211, 10, .inside, .outside),
        (99, 150, .outside, .inside),
        (101, 150, .outside, .outside),
        (99, 201, .outside, .outside),
        (0, 5_000, .outside, .outside),
        (0, 5_000, .unknown, .unknown),
        (5_100, 5_000, .inside, .inside),
        (5_300, 5_000, .inside, .outside),
        (0, .nan, .outside, .outside),
        (0, -1, .outside, .outside),
        (0, .infinity, .outside, .outside),
    ]

    @Test(arguments: sides)
    func aSideCountsOnceItIsSure(
        _ metres: Double,
        _ accuracy: Double,
        _ before: RegionSide,
        _ after: RegionSide
    ) {
        let region = CircularRegion(center: Self.berlin, radius: 200)
        #expect(region.side(after: before, at: Self.position(metres, accuracy)) == after)
    }

    /// A walk never fires for a crossing that did not happen, however the positions err within their accuracy;
    /// and fires for each one that goes far enough to both sides.
    @Test(arguments: 0..<50)
    func aWalkHasTheCrossingsOfItsPath(_ seed: Int) {
        var random = Walk(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        let radius = Double(random.next(in: 50...2_000))
        let region = CircularRegion(center: Self.berlin, radius: radius)
        var side = RegionSide.unknown
        var told: [RegionSide] = []
        var reference: [RegionSide] = []
        for _ in 0..<200 {
            // A leg ends deep inside or far outside, so that the way is known without the rule.
            let isInside = random.next(in: 0...1) == 0
            let accuracy = Double(random.next(in: 5...5_000))
            let away = isInside ? 0 : radius + 2 * accuracy + 50
            let error = (Double(random.next(in: -1_000...1_000)) / 1_000) * accuracy
            let real: RegionSide = isInside ? .inside : .outside
            let after = region.side(after: side, at: Self.position(max(0, away + error), accuracy))
            let mayDecide = isInside ? accuracy <= radius / 2 : true
            if after != side { told.append(after) }
            // A coarse position inside decides nothing; a fine one does.
            if mayDecide { #expect(after == real) } else { #expect(after == real || after == side) }
            if reference.last != after, after != .unknown { reference.append(after) }
            side = after
        }
        #expect(told == reference)
        #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 })
    }

    private static let places: [(String, Double, Double, Double)] = [
        ("52.52,13.405,200", 52.52, 13.405, 200.0),
        (" 52.52 , 13.405 , 200 ", 52.52, 13.405, 200),
        ("-33.9,-151.2,50.5", -33.9, -151.2, 50.5),
        ("geo:52.52,13.405", 52.52, 13.405, 100),
        ("GEO:52.52,13.405;u=250", 52.52, 13.405, 250),
        ("geo:52.52,13.405,34;crs=wgs84;u=7", 52.52, 13.405, 7),
        ("geo:52.52,13.405?z=17", 52.52, 13.405, 100),
        ("geo:52.52,13.405;u=50?z=17", 52.52, 13.405, 50),
    ]

    @Test(arguments: places)
    func placesAreRead(
        _ text: String,
        _ latitude: Double,
        _ longitude: Double,
        _ radius: Double
    )
        throws
    {
        let place = try PlaceArgument(text)
        #expect(place.center == Coordinate(latitude: latitude, longitude: longitude))
        #expect(place.radius == radius)
    }

    @Test(arguments: ["0x10,0x10,0x10", "1,2,inf", "1,2", "geo:1;u=2", "geo:1,2;u=x", ""])
    func whatIsNoPlaceIsRefused(_ text: String) {
        #expect(throws: RequestError.self) { try PlaceArgument(text) }
    }

    @Test func aTriggerIsSaidInWords() {
        var trigger = LocationTrigger(region: CircularRegion(center: Self.berlin, radius: 2_450))
        #expect(trigger.words == "once, on entry, within 2.5 km of 52.52, 13.405")
        trigger.region.notifyOnExit = true
        trigger.region.identifier = "office"
        trigger.region.radius = 100
        trigger.repeats = true
        #expect(
            trigger.words == "each time on entry and exit, within 100 m of 52.52, 13.405 (office)"
        )
    }

    private struct Walk {
        var state: UInt64

        mutating func next(in range: ClosedRange<Int>) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Int((state >> 33) % UInt64(range.count))
        }
    }
}
