/// A trigger that fires by the machine's position.
package struct LocationTrigger: Hashable, Sendable {
    /// The region, with the directions that fire.
    package var region: CircularRegion
    /// Whether it fires at every crossing or only at the first.
    package var repeats: Bool
    /// Whether it also fires if the first known position is inside.
    package var firesInside: Bool

    /// Makes a trigger.
    package init(region: CircularRegion, repeats: Bool = false, firesInside: Bool = false) {
        self.region = region
        self.repeats = repeats
        self.firesInside = firesInside
    }

    /// Makes a trigger from the values of options.
    ///
    /// - Parameters:
    ///   - onEntry: whether entering counts; by default it does unless `onExit` is set.
    ///   - ifInside: whether it also fires if the position is inside already.
    /// - Throws: ``RequestError`` with code `InvalidTrigger`, which says what is wrong.
    package init(
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
                "firing inside is for entries",
                about: .onEntry,
                wayOut: "let it notify on entry too"
            )
        }
        self.init(region: region, repeats: repeats, firesInside: ifInside)
    }

    /// Returns the crossing that a change of side fires; `nil` for none.
    package func fires(from before: RegionSide, to after: RegionSide) -> RegionCrossing.Kind? {
        switch (before, after) {
        case (.outside, .inside): region.notifyOnEntry ? .entry : nil
        case (.unknown, .inside): firesInside && region.notifyOnEntry ? .entry : nil
        case (.inside, .outside): region.notifyOnExit ? .exit : nil
        default: nil
        }
    }

    /// The trigger in words, such as `on entry, within 100 m of 52.52, 13.405`.
    package var words: String {
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

    /// Returns a distance such as `100 m` or `2.5 km`.
    package static func words(metres: Double) -> String {
        guard metres.isFinite, metres < 1e9 else { return "\(metres) m" }
        if metres < 1_000 { return "\(Int(metres.rounded())) m" }
        let tenths = Int((metres / 100).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) km" : "\(tenths / 10).\(tenths % 10) km"
    }
}

/// A crossing of a region's border.
package struct RegionCrossing: Hashable, Sendable {
    /// The direction.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case entry
        case exit
    }

    /// The direction.
    package var kind: Kind
    /// The time of the position that showed it.
    package var date: Instant
    /// The accuracy of that position, in metres.
    package var accuracy: Double

    /// Makes a crossing.
    package init(kind: Kind, date: Instant, accuracy: Double) {
        self.kind = kind
        self.date = date
        self.accuracy = accuracy
    }

    /// Returns the crossing as text, such as `entered at 2026-11-21 14:02:10, position accurate to 25 m`.
    package func words(in zone: some ZoneRules) -> String {
        "\(kind == .entry ? "entered" : "left") at \(WallTime(date, in: zone)), position accurate to "
            + LocationTrigger.words(metres: accuracy)
    }
}
