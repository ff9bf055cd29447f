/// A trigger that follows where the machine is.
public struct LocationTrigger: Hashable, Sendable {
    /// The region, and which way across its border fires.
    public var region: CircularRegion
    /// Whether it fires at every crossing or only at the first.
    public var repeats: Bool
    /// Whether it also fires where the first position known is inside already.
    public var firesInside: Bool

    /// Makes a trigger.
    public init(region: CircularRegion, repeats: Bool = false, firesInside: Bool = false) {
        self.region = region
        self.repeats = repeats
        self.firesInside = firesInside
    }

    /// Makes the trigger that a person describes.
    ///
    /// - Parameters:
    ///   - place: as ``PlaceArgument`` reads it.
    ///   - onEntry: whether coming in counts; left out, it does unless going out alone is meant.
    ///   - onExit: whether going out counts.
    ///   - ifInside: whether it also fires where one is inside already.
    ///   - repeats: whether it fires at every crossing.
    /// - Throws: ``RequestError`` with code `InvalidTrigger`, which says what is wrong.
    public init(
        near place: String,
        onEntry: Bool? = nil,
        onExit: Bool = false,
        ifInside: Bool = false,
        repeats: Bool = false
    ) throws(RequestError) {
        let place = try PlaceArgument(place)
        let region = CircularRegion(
            center: place.center,
            radius: place.radius,
            notifyOnEntry: onEntry ?? (ifInside || !onExit),
            notifyOnExit: onExit
        )
        try region.validate()
        guard region.notifyOnEntry || !ifInside else {
            throw RequestError(
                .invalidTrigger,
                "whoever is inside already has entered; let it notify on entry, too"
            )
        }
        self.init(region: region, repeats: repeats, firesInside: ifInside)
    }

    /// What a change of side fires; `nil` for nothing.
    ///
    /// - Parameters:
    ///   - before: the side before.
    ///   - after: the side now.
    /// - Returns: the kind of crossing.
    public func fires(from before: RegionSide, to after: RegionSide) -> RegionCrossing.Kind? {
        switch (before, after) {
        case (.outside, .inside): region.notifyOnEntry ? .entry : nil
        case (.unknown, .inside): firesInside && region.notifyOnEntry ? .entry : nil
        case (.inside, .outside): region.notifyOnExit ? .exit : nil
        default: nil
        }
    }

    /// The trigger in words, such as `on entry, within 100 m of 52.52, 13.405`.
    public var words: String {
        let way =
            switch (region.notifyOnEntry, region.notifyOnExit) {
            case (true, true): "on entry and exit"
            case (false, true): "on exit"
            default: "on entry"
            }
        let name = region.identifier.isEmpty ? "" : " (\(region.identifier))"
        let place = "\(way), within \(Self.words(metres: region.radius)) of \(region.center)\(name)"
        return repeats ? "each time \(place)" : "once, \(place)"
    }

    /// A length in words, such as `100 m` or `2.5 km`.
    public static func words(metres: Double) -> String {
        guard metres.isFinite, metres < 1e9 else { return "\(metres) m" }
        if metres < 1_000 { return "\(Int(metres.rounded())) m" }
        let tenths = Int((metres / 100).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
    }
}

/// That a region's border was crossed.
public struct RegionCrossing: Hashable, Sendable {
    /// Which way.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case entry
        case exit
    }

    /// Which way.
    public var kind: Kind
    /// The moment of the position that told it.
    public var date: Instant
    /// How exact that position was, in metres.
    public var accuracy: Double

    /// Makes a crossing.
    public init(kind: Kind, date: Instant, accuracy: Double) {
        self.kind = kind
        self.date = date
        self.accuracy = accuracy
    }

    /// The crossing in words, such as `entered at 2026-11-21 14:02:10, position exact to 25 m`.
    public func words(in zone: some ZoneRules) -> String {
        "\(kind == .entry ? "entered" : "left") at \(WallTime(date, in: zone)), position exact to "
            + LocationTrigger.words(metres: accuracy)
    }
}
