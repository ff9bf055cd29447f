/// A set of numbers, of which most follow each other.
struct NumberRanges: Hashable, Sendable {
    /// The maximum number of ranges; the lowest one goes where there would be more.
    static let maxCount = 1_024

    /// The ranges in order, with gaps between them.
    private(set) var ranges: [ClosedRange<UInt64>] = []

    init() {}

    /// The highest number; 0 if there is none.
    var highest: UInt64 { ranges.last?.upperBound ?? 0 }

    /// Whether a number is in the set.
    func contains(_ number: UInt64) -> Bool {
        let index = firstIndex(from: number)
        return index < ranges.count && ranges[index].contains(number)
    }

    /// Adds a number.
    mutating func insert(_ number: UInt64) {
        insert(number...number)
    }

    /// Adds numbers.
    mutating func insert(_ added: ClosedRange<UInt64>) {
        let touched = added.lowerBound == 0 ? 0 : firstIndex(from: added.lowerBound - 1)
        var end = touched
        var merged = added
        while end < ranges.count,
            ranges[end].lowerBound <= (merged.upperBound == .max ? .max : merged.upperBound + 1)
        {
            merged =
                min(
                    merged.lowerBound,
                    ranges[end].lowerBound
                )...max(
                    merged.upperBound,
                    ranges[end].upperBound
                )
            end += 1
        }
        ranges.replaceSubrange(touched..<end, with: [merged])
        if ranges.count > Self.maxCount { ranges.removeFirst() }
    }

    /// Removes all numbers below one.
    mutating func removeAll(below number: UInt64) {
        ranges.removeFirst(firstIndex(from: number))
        if let first = ranges.first, first.lowerBound < number {
            ranges[0] = number...first.upperBound
        }
    }

    /// Returns the highest ranges.
    func latest(_ count: Int) -> NumberRanges {
        var latest = NumberRanges()
        latest.ranges = ranges.suffix(count)
        return latest
    }

    /// The index of the first range that does not end before a number.
    private func firstIndex(from number: UInt64) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The bounds of the ranges, in order.
    var bounds: [UInt64] { ranges.flatMap { [$0.lowerBound, $0.upperBound] } }

    /// Makes a set of its bounds; `nil` if they are not in order.
    init?(bounds: [UInt64]) {
        guard bounds.count.isMultiple(of: 2), bounds.count <= 2 * Self.maxCount else { return nil }
        for index in stride(from: 0, to: bounds.count, by: 2) {
            guard bounds[index] <= bounds[index + 1] else { return nil }
            let isLater = ranges.last.map { $0.upperBound < bounds[index] } ?? true
            guard isLater else { return nil }
            ranges.append(bounds[index]...bounds[index + 1])
        }
    }
}

/// The numbers of a sender's envelopes, each of which counts once.
struct ReplayWindow: Hashable, Sendable {
    /// How far below the highest number one may still come.
    static let size: UInt64 = 1_024

    /// The numbers that were received.
    private(set) var numbers = NumberRanges()

    init() {}

    init(_ numbers: NumberRanges) {
        self.numbers = numbers
    }

    /// Whether a number is so old that it is not known any longer whether it was received.
    func isTooOld(_ number: UInt64) -> Bool {
        numbers.highest > Self.size && number <= numbers.highest - Self.size
    }

    /// Notes a number.
    mutating func accept(_ number: UInt64) -> Bool {
        guard number > 0, number <= UInt64(Int64.max), !isTooOld(number),
            !numbers.contains(number)
        else { return false }
        numbers.insert(number)
        if numbers.highest > Self.size {
            numbers.removeAll(below: numbers.highest - Self.size + 1)
        }
        return true
    }
}
