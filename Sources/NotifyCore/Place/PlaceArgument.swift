/// A place as text: `LAT,LON,METRES`, or a `geo:` URI (RFC 5870) whose `u` is the radius.
package struct PlaceArgument: Hashable, Sendable {
    /// The middle of the place.
    package var center: Coordinate
    /// Its radius in metres.
    package var radius: Double

    /// The radius of a `geo:` URI without `u`, in metres.
    package static let usualRadius = 100.0

    private static let metres = "1 to 1000000"

    /// Reads a place.
    ///
    /// - Throws: ``RequestError`` with code `InvalidTrigger`, which says what is wrong; the ranges are those
    ///   of ``CircularRegion``.
    package init(_ text: String) throws(RequestError) {
        let prefix = "geo:"
        let isURI = text.prefix(prefix.count).lowercased() == prefix
        let halves = (isURI ? text.dropFirst(prefix.count) : text[...])
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 1 || (isURI && !halves[1].hasPrefix("q=")) else {
            throw RequestError(
                .invalidTrigger,
                .place,
                value: text.quoted,
                because: "what follows q= is not read",
                wayOut: "write the coordinates before the ?"
            )
        }
        let parts = halves[0].split(separator: ";", omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false)
            .map { Self.number(String($0)) }
        // A third number in a URI is the altitude, which is ignored.
        guard isURI ? (2...3).contains(numbers.count) : numbers.count == 3 && parts.count == 1,
            let latitude = numbers[0], let longitude = numbers[1]
        else {
            throw RequestError(
                .invalidTrigger,
                .place,
                value: text.quoted,
                reason: "is not a place",
                wayOut:
                    "write LAT,LON,METRES as in 52.52,13.405,200, or geo:52.52,13.405;u=200, with -90 to "
                    + "90, -180 to 180 and \(Self.metres)"
            )
        }
        center = Coordinate(latitude: latitude, longitude: longitude)
        guard isURI else {
            guard let metres = numbers[2] else {
                throw RequestError(
                    .invalidTrigger,
                    .place,
                    value: text.quoted,
                    because: "the radius is not a number of metres, \(Self.metres)"
                )
            }
            radius = metres
            return
        }
        radius = Self.usualRadius
        for parameter in parts.dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1).map { $0.lowercased() }
            switch (pair.first, pair.count == 2 ? pair[1] : nil) {
            case ("crs", "wgs84"): continue
            case ("crs", _):
                throw RequestError(
                    .invalidTrigger,
                    .place,
                    value: text.quoted,
                    because: "only crs=wgs84 is known"
                )
            case ("u", let value):
                guard let metres = value.flatMap(Self.number) else {
                    throw RequestError(
                        .invalidTrigger,
                        .place,
                        value: text.quoted,
                        because: "u is not a number of metres, \(Self.metres)"
                    )
                }
                radius = metres
            default: continue
            }
        }
    }

    private static func number(_ text: String) -> Double? {
        let digits = text.trimmingBlanks
        // Swift also parses hexadecimal numbers.
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.".contains($0)) }) else {
            return nil
        }
        return Double(digits)
    }
}

extension String {
    fileprivate var trimmingBlanks: Substring {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
