extension LocalDates {
    /// Returns remarks about dates that a change of the clock skips or repeats.
    func clockRemarks(
        from first: Int64,
        to last: Int64,
        in zone: some ZoneRules,
        withOverlaps: Bool
    ) -> [String] {
        var remarks: [String] = []
        var before = zone.span(at: first)
        while before.end != .max, before.end <= last {
            let after = zone.span(at: before.end)
            let localEnd = before.end + before.offset
            let localStart = before.end + after.offset
            if localStart > localEnd {
                remarks += gapRemark(localEnd, localStart, change: before.end, in: zone)
            } else if localStart < localEnd, withOverlaps {
                remarks += overlapRemark(localStart, localEnd, in: zone)
            }
            before = after
        }
        return remarks
    }

    /// Returns the remark about a time that occurs again after the next clock change.
    func overlapRemark(on date: Instant, in zone: some ZoneRules) -> [String] {
        let span = zone.span(at: date.seconds)
        guard span.end != .max else { return [] }
        let local = date.seconds + span.offset
        let comesAgain = local >= span.end + zone.span(at: span.end).offset
        return comesAgain ? [overlapRemark(at: local, in: zone)] : []
    }

    private func gapRemark(
        _ first: Int64,
        _ end: Int64,
        change: Int64,
        in zone: some ZoneRules
    ) -> [String] {
        guard let local = nextLocal(from: first), local < end else { return [] }
        let wall = WallTime(localSecond: local)
        let day = "\(Names.date(wall.date)) in \(zone.identifier)"
        let midnight = local - Int64(wall.time.secondOfDay)
        if midnight >= first, midnight + 86_400 <= end {
            return ["\(day) is left out of the calendar; skipped"]
        }
        let shift = isDateOnly ? end - local : end - first
        let fires = WallTime(localSecond: local + shift)
        let nextDay = fires.date == wall.date ? "" : " on \(Names.date(fires.date))"
        return ["\(wall.time) does not exist on \(day); fires at \(fires.time)\(nextDay)"]
    }

    private func overlapRemark(
        _ first: Int64,
        _ end: Int64,
        in zone: some ZoneRules
    ) -> [String] {
        guard let local = nextLocal(from: first), local < end else { return [] }
        return [overlapRemark(at: local, in: zone)]
    }

    private func overlapRemark(at local: Int64, in zone: some ZoneRules) -> String {
        let wall = WallTime(localSecond: local)
        return "\(wall.time) comes twice on \(Names.date(wall.date)) in \(zone.identifier); "
            + "fires the first time"
    }
}
