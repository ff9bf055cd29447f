extension CalendarRule {
    /// The first matching wall time that is not before the given one, both as local seconds.
    func nextLocal(from local: Int64) -> Int64? {
        let (day, second) = floorDivide(Int(local), 86_400)
        guard var match = nextDay(from: day) else { return nil }
        if match == day {
            if let time = nextTime(from: second) { return Int64(day * 86_400 + time) }
            guard let later = nextDay(from: day + 1) else { return nil }
            match = later
        }
        return nextTime(from: 0).map { Int64(match * 86_400 + $0) }
    }

    /// The last matching wall time that is not after the given one, both as local seconds.
    func previousLocal(from local: Int64) -> Int64? {
        let (day, second) = floorDivide(Int(local), 86_400)
        guard var match = previousDay(from: day) else { return nil }
        if match == day {
            if let time = previousTime(from: second) { return Int64(day * 86_400 + time) }
            guard let earlier = previousDay(from: day - 1) else { return nil }
            match = earlier
        }
        return previousTime(from: 86_399).map { Int64(match * 86_400 + $0) }
    }

    private func nextTime(from secondOfDay: Int) -> Int? {
        let time = CivilTime(secondOfDay: secondOfDay)
        var hour = time.hour
        if hours >> UInt32(hour) & 1 == 1 {
            var minute = time.minute
            if minutes >> UInt64(minute) & 1 == 1 {
                let rest = seconds >> UInt64(time.second)
                if rest != 0 { return secondOfDay + rest.trailingZeroBitCount }
            }
            minute += 1
            let rest = minutes >> UInt64(minute)
            if rest != 0 {
                minute += rest.trailingZeroBitCount
                return hour * 3600 + minute * 60 + seconds.trailingZeroBitCount
            }
        }
        hour += 1
        let rest = hours >> UInt32(hour)
        guard rest != 0 else { return nil }
        hour += rest.trailingZeroBitCount
        return hour * 3600 + minutes.trailingZeroBitCount * 60 + seconds.trailingZeroBitCount
    }

    private func previousTime(from secondOfDay: Int) -> Int? {
        let time = CivilTime(secondOfDay: secondOfDay)
        let lastSecond = 63 - seconds.leadingZeroBitCount
        if hours >> UInt32(time.hour) & 1 == 1 {
            if minutes >> UInt64(time.minute) & 1 == 1 {
                let rest = seconds & (UInt64(2) << UInt64(time.second) - 1)
                if rest != 0 { return secondOfDay - time.second + 63 - rest.leadingZeroBitCount }
            }
            let rest = minutes & (UInt64(1) << UInt64(time.minute) - 1)
            if rest != 0 {
                return time.hour * 3600 + (63 - rest.leadingZeroBitCount) * 60 + lastSecond
            }
        }
        let rest = hours & (UInt32(1) << UInt32(time.hour) - 1)
        guard rest != 0 else { return nil }
        let lastMinute = 63 - minutes.leadingZeroBitCount
        return (31 - rest.leadingZeroBitCount) * 3600 + lastMinute * 60 + lastSecond
    }
}
