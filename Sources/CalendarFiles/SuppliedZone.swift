import AgentInterface
import NotifyCore
import TimeZones

/// The clock changes of a `VTIMEZONE`, to find a zone of the system with the same ones.
struct SuppliedZone {
    /// Some years of the zone, as spans of one offset; the first and the last are cut off there.
    private let spans: [ZoneSpan]

    private static let hour: Int64 = 3_600
    private static let years: (before: Int64, after: Int64) = (1, 4)

    /// The maximum of parts, each with an offset of its own.
    private static let maxParts = 200

    /// Reads the rules of a zone; `nil` if it has none.
    ///
    /// - Throws: ``NotifyCore/RequestError`` that says which rule has too many dates.
    init?(_ component: CalendarNode, around now: Instant) throws(RequestError) {
        let parts = component.children.filter { ["STANDARD", "DAYLIGHT"].contains($0.name) }
        guard parts.count <= Self.maxParts else {
            throw RequestError(
                .invalidContent,
                "has \(parts.count) parts, and may have \(Self.maxParts)"
            )
        }
        let year = 366 * 86_400 as Int64
        let start = (now.seconds - Self.years.before * year) / Self.hour * Self.hour
        let end = start + (Self.years.before + Self.years.after) * year
        var onsets: [ZoneObservance.Onset] = []
        for part in parts {
            guard let observance = try ZoneObservance(part) else { continue }
            onsets += try observance.onsets(from: start, to: end)
            guard onsets.count <= ZoneObservance.maxOnsets + parts.count else {
                throw ZoneObservance.tooMany
            }
        }
        onsets.sort { $0.second < $1.second }
        guard let earliest = onsets.first else { return nil }
        var last = onsets.last { $0.second <= start }?.offset ?? earliest.before
        var first = start
        var spans: [ZoneSpan] = []
        for onset in onsets where onset.second > start && onset.offset != last {
            spans.append(ZoneSpan(start: first, end: onset.second, offset: last))
            (first, last) = (onset.second, onset.offset)
        }
        spans.append(ZoneSpan(start: first, end: end, offset: last))
        guard spans.allSatisfy({ abs($0.offset) < 86_400 }) else { return nil }
        self.spans = spans
    }

    /// Returns a zone with the same clock changes; `nil` if there is none.
    ///
    /// Several zones may have them: the user's is preferred, then one with a similar name, then a well-known one. A
    /// zone that the system lacks is written as a rule.
    func zone(like name: String) -> CalendarZone? {
        if spans.count == 1, let offset = spans.first?.offset, offset == 0 { return .utc }
        let local = SystemZone.local.identifier
        let word = name.split { !$0.isLetter && $0 != "_" }.last.map(String.init) ?? name
        let names = ZoneDatabase.names.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }
        let similar = names.filter { $0.hasSuffix("/\(word)") }
        let common = ZoneNames.windowsZones.values.sorted()
        if let found = ([local] + similar).first(where: isSame(as:)) { return .named(found) }
        if spans.count == 1, let offset = spans.first?.offset {
            return .named(FixedZone(offset: offset).identifier)
        }
        if let found = (common + names).first(where: isSame(as:)) { return .named(found) }
        return rule.flatMap { isSame(as: $0) ? .named($0) : nil }
    }

    private func isSame(as name: String) -> Bool {
        guard let zone = SystemZone(named: name) else { return false }
        return spans.enumerated().allSatisfy { index, span in
            let other = zone.span(at: span.start)
            let isFirst = index == 0
            let isLast = index == spans.count - 1
            return other.offset == span.offset
                && (isFirst ? other.start <= span.start : other.start == span.start)
                && (isLast ? other.end >= span.end : other.end == span.end)
        }
    }

    /// The zone as a rule of POSIX, such as `<+05>-5<+06>-6,M3.5.0/2,M10.5.0/3`; `nil` if it changes otherwise than
    /// twice a year, on weekdays of a month.
    private var rule: String? {
        let changes = zip(spans, spans.dropFirst()).map { (before: $0, after: $1) }
        guard let standard = spans.map(\.offset).min(), let daylight = spans.map(\.offset).max(),
            let begin = Self.day(of: changes.filter { $0.after.offset == daylight }),
            let end = Self.day(of: changes.filter { $0.after.offset == standard })
        else { return nil }
        return Self.words(standard) + Self.words(daylight) + ",\(begin),\(end)"
    }

    /// Returns the day and the time of changes, such as `M3.5.0/2`; `nil` if they differ.
    private static func day(of changes: [(before: ZoneSpan, after: ZoneSpan)]) -> String? {
        let texts = changes.map { change -> (nth: String, last: String) in
            let local = WallTime(
                Instant(seconds: change.after.start + change.before.offset),
                in: FixedZone.utc
            )
            let day = local.date.day
            let isLast = CivilDate(dayNumber: local.date.dayNumber + 7).month != local.date.month
            let start = "M\(local.date.month)."
            let seconds = local.time.secondOfDay
            let time = "\(seconds / 3_600):\(seconds / 60 % 60):\(seconds % 60)"
            let rest = ".\(local.date.weekday - 1)/\(time)"
            return ("\(start)\((day + 6) / 7)\(rest)", isLast ? "\(start)5\(rest)" : "")
        }
        guard let first = texts.first else { return nil }
        if !first.last.isEmpty, texts.allSatisfy({ $0.last == first.last }) { return first.last }
        return texts.allSatisfy { $0.nth == first.nth } ? first.nth : nil
    }

    /// Returns a name and an offset, whose sign POSIX counts to the west.
    private static func words(_ offset: Int64) -> String {
        let minutes = abs(offset) / 60
        let pad = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
        let name = "\(offset < 0 ? "-" : "+")\(pad(minutes / 60))\(pad(minutes % 60))"
        return "<\(name)>\(offset < 0 ? "" : "-")\(minutes / 60):\(pad(minutes % 60))"
    }
}
