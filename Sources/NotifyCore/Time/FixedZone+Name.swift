extension FixedZone {
    /// The maximum offset of a zone, in seconds (Foundation's limit).
    private static let bound: Int64 = 18 * 3_600

    /// The zone of an offset written as `UTC+05:30`, `GMT+0530` (Foundation's name), `+05:30` or `Z`; nil for
    /// any other text.
    ///
    /// Plus is east of Greenwich, as in ISO 8601; in the variable TZ plus is west.
    package init?(named text: String) {
        if text == "Z" || text == "z" {
            self = .utc
            return
        }
        var rest = Substring(text)
        for prefix in ["UTC", "GMT"] where rest.hasPrefix(prefix) {
            rest.removeFirst(prefix.count)
            break
        }
        guard let sign = rest.popFirst(), sign == "+" || sign == "-",
            let seconds = Self.seconds(rest), seconds <= Self.bound
        else { return nil }
        self.init(offset: sign == "-" ? -seconds : seconds)
    }

    /// The zone of an offset, under its name, such as `UTC+05:30`.
    ///
    /// - Parameter offset: seconds to add to UTC to get local time.
    package init(offset: Int64) {
        guard offset != 0 else {
            self = .utc
            return
        }
        let parts = [3_600, 60, 1].map { (unit: UInt64) in
            let value = offset.magnitude / unit % (unit == 3_600 ? 100 : 60)
            return value < 10 ? "0\(value)" : "\(value)"
        }
        let shown = parts[2] == "00" ? parts.dropLast() : parts[...]
        let sign = offset < 0 ? "-" : "+"
        self.init(identifier: "UTC\(sign)\(shown.joined(separator: ":"))", offset: offset)
    }

    /// Parses hours with optional minutes and seconds, with or without colons.
    private static func seconds(_ text: Substring) -> Int64? {
        let hasColons = text.contains(":")
        let digits = text.split(separator: ":", omittingEmptySubsequences: false)
        guard text.allSatisfy({ $0 == ":" || ("0"..."9").contains($0) }),
            !hasColons || digits.dropFirst().allSatisfy({ $0.count == 2 }),
            digits.allSatisfy({ !$0.isEmpty })
        else { return nil }
        var fields = digits.compactMap { Int64($0) }
        if !hasColons, text.count > 2 {
            guard text.count == 4 || text.count == 6 else { return nil }
            let pairs = stride(from: 0, to: text.count, by: 2).map { text.dropFirst($0).prefix(2) }
            fields = pairs.compactMap { Int64($0) }
        }
        guard (1...3).contains(fields.count), fields[0] < 100,
            fields.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return zip(fields, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
