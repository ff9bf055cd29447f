/// The offsets of one zone, without a lock: what a zone file says.
final class ZoneTable: Sendable {
    /// The first second of each span but the first, which has no start.
    private let starts: [Int64]
    /// The offset of each span, one more than there are starts.
    private let offsets: [Int64]
    private let closing: ClosingRule?
    /// A checksum of the file; empty if there is none.
    let digest: String

    static let utc = ZoneTable(closing: ClosingRule(standard: 0))

    init(closing: ClosingRule) {
        let spans = closing.transitions(years: 1970...ZoneTable.lastYearLaidOut)
        (starts, offsets) = ZoneTable.merged(
            starts: spans.map(\.second),
            offsets: [closing.standard] + spans.map(\.offset)
        )
        self.closing = closing
        digest = ""
    }

    /// The zone in a file in the format of RFC 8536; nil if it is not one.
    init?(file: String) {
        guard let bytes = ZoneFile.bytes(file), var reader = ZoneReader(bytes) else { return nil }
        guard let contents = reader.read() else { return nil }
        var starts = contents.starts
        var offsets = contents.offsets
        if let closing = contents.closing {
            // Laid out far enough for every date of practice, so that a look-up is one search.
            let last = starts.last ?? .min
            let from = starts.isEmpty ? 1970 : ClosingRule.year(ofSecond: last)
            let to = max(from, ZoneTable.lastYearLaidOut)
            for transition in closing.transitions(years: from...to) where transition.second > last {
                starts.append(transition.second)
                offsets.append(transition.offset)
            }
        }
        (self.starts, self.offsets) = ZoneTable.merged(starts: starts, offsets: offsets)
        closing = contents.closing
        digest = ZoneFile.checksum(bytes)
    }

    private static let lastYearLaidOut = 2100

    func span(at second: Int64) -> ZoneInfo.Span {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= second { low = middle + 1 } else { high = middle }
        }
        let start = low == 0 ? .min : starts[low - 1]
        if low == starts.count, low > 0, let closing, closing.daylight != nil {
            return closing.span(at: second, notBefore: start)
        }
        let end = low == starts.count ? .max : starts[low]
        return ZoneInfo.Span(start: start, end: end, offset: offsets[low])
    }

    /// The same spans without the seams at which only a name changes.
    private static func merged(
        starts: [Int64],
        offsets: [Int64]
    ) -> (starts: [Int64], offsets: [Int64]) {
        var keptStarts: [Int64] = []
        var keptOffsets = [offsets.first ?? 0]
        for (start, offset) in zip(starts, offsets.dropFirst()) where offset != keptOffsets.last {
            keptStarts.append(start)
            keptOffsets.append(offset)
        }
        return (keptStarts, keptOffsets)
    }
}
