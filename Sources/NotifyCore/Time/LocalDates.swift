/// Dates as wall times, in order, of which a zone makes instants.
///
/// One search serves all kinds of rules. A time that the clock skips is read with the offset before the change; one that
/// occurs twice fires the first time; what has no hour runs in real time.
protocol LocalDates {
    /// Whether there is no hour: such dates run in real time, through both passes of an overlap.
    var isRealTime: Bool { get }
    /// Whether there is no time of day, so that a day whose midnight is skipped starts later.
    var isDateOnly: Bool { get }
    /// The first date that is not before the given one, both as local seconds.
    func nextLocal(from local: Int64) -> Int64?
    /// The last date that is not after the given one, both as local seconds.
    func previousLocal(from local: Int64) -> Int64?
}

/// The maximum distance of two offsets of a zone in seconds: the date line and an hour of daylight saving.
private let zoneReach: Int64 = 172_800

extension LocalDates {
    /// The first second at or after `first` that matches.
    ///
    /// Within a span of the zone local time is continuous, so the search uses wall times; only the starts of
    /// spans need special handling.
    func search(from first: Int64, in zone: some ZoneRules) -> Int64? {
        var position = first
        while true {
            let span = zone.span(at: position)
            var lower = position + span.offset
            var displaced: Int64?
            if !isRealTime, let seam = Seam(before: span, near: position, in: zone) {
                lower = max(lower, seam.localEndBefore)
                displaced = firstDisplaced(from: position, at: seam)
            }
            let local = nextLocal(from: lower)
            if let local, local - span.offset < span.end {
                return min(local - span.offset, displaced ?? .max)
            }
            if let displaced { return displaced }
            let isFar = span.end == .max || span.end - position >= zoneReach
            guard let local else {
                // Close to its end, the second pass of an overlap may still contain a match.
                guard isRealTime, !isFar else { return nil }
                position = span.end
                continue
            }
            // Far from the end, no wall time before `local` matches in any span up to it.
            position =
                isFar ? max(span.end, local - span.offset - zoneReach) : span.end
        }
    }

    /// The last second at or before `last` that matches.
    func searchBack(from last: Int64, in zone: some ZoneRules) -> Int64? {
        var position = last
        while true {
            let span = zone.span(at: position)
            let local = previousLocal(from: position + span.offset)
            let time = local.map { $0 - span.offset }
            guard span.start != .min else { return time }
            if let time, time - span.start >= zoneReach { return time }
            var lowest = span.start
            var displaced: Int64?
            if !isRealTime, let seam = Seam(before: span, near: span.start, in: zone) {
                lowest = max(lowest, seam.localEndBefore - span.offset)
                displaced = lastDisplaced(upTo: position, at: seam)
            }
            if let time, time >= lowest { return max(time, displaced ?? .min) }
            if let displaced { return displaced }
            let isFar = position - span.start >= zoneReach
            if let time, isFar {
                position = min(span.start - 1, time + zoneReach)
            } else if time == nil, isFar {
                return nil
            } else {
                position = span.start - 1
            }
        }
    }

    private func firstDisplaced(from position: Int64, at seam: Seam) -> Int64? {
        var local =
            isDateOnly
            ? seam.localEndBefore : max(seam.localEndBefore, position + seam.offsetBefore)
        while local < seam.localStartAfter, let match = nextLocal(from: local),
            match < seam.localStartAfter
        {
            if let time = displacedTime(of: match, at: seam) {
                return time >= position ? time : nil
            }
            local = (floorDivide(match, 86_400).quotient + 1) * 86_400
        }
        return nil
    }

    private func lastDisplaced(upTo position: Int64, at seam: Seam) -> Int64? {
        var local = seam.localStartAfter - 1
        if !isDateOnly { local = min(local, position + seam.offsetBefore) }
        while local >= seam.localEndBefore, let match = previousLocal(from: local),
            match >= seam.localEndBefore
        {
            if let time = displacedTime(of: match, at: seam) {
                return time <= position ? time : nil
            }
            local = floorDivide(match, 86_400).quotient * 86_400 - 1
        }
        return nil
    }

    /// Returns when a wall time in the gap fires; nil if its whole day is missing.
    private func displacedTime(of local: Int64, at seam: Seam) -> Int64? {
        let midnight = floorDivide(local, 86_400).quotient * 86_400
        if midnight >= seam.localEndBefore, midnight + 86_400 <= seam.localStartAfter {
            return nil
        }
        return isDateOnly ? seam.second : local - seam.offsetBefore
    }
}

/// The boundary of two spans of a zone.
private struct Seam {
    /// The first second of the later span.
    var second: Int64
    var offsetBefore: Int64
    var offsetAfter: Int64

    /// Makes the seam at a span's start; nil if the position is too late for it to matter.
    init?(before span: ZoneSpan, near position: Int64, in zone: some ZoneRules) {
        guard span.start != .min, position - span.start < zoneReach else { return nil }
        second = span.start
        offsetAfter = span.offset
        offsetBefore = zone.span(at: span.start - 1).offset
    }

    /// The first wall time that the earlier span did not reach.
    var localEndBefore: Int64 { second + offsetBefore }
    /// The first wall time that the later span shows.
    var localStartAfter: Int64 { second + offsetAfter }
}
