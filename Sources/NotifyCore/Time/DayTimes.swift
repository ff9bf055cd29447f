/// Text for times of day that are too many to list: some hours, with some minutes and seconds of each.
struct DayTimes {
    private let hours: [Int]
    private let minutes: [Int]
    private let seconds: [Int]

    init(_ hours: [Int], _ minutes: [Int], _ seconds: [Int]) {
        self.hours = hours
        self.minutes = minutes
        self.seconds = seconds
    }

    /// Returns the text, such as `every hour from 09:00 to 17:00`.
    ///
    /// - Parameter finest: the text for the times within an hour, such as `every 5 minutes`.
    func words(finest: String) -> String {
        guard minutes.count == 1, seconds.count == 1 else {
            return "\(finest) \(Names.list(runs.map(range)))"
        }
        if let step {
            let isWholeDay = hours[0] == 0 && 24 % step == 0 && hours.count == 24 / step
            let isOnTheHour = minutes == [0] && seconds == [0]
            let every = "every \(step == 1 ? "hour" : "\(step) hours")"
            return isWholeDay && isOnTheHour
                ? every : "\(every) \(range(hours[0]...hours[hours.count - 1]))"
        }
        let singles = runs.filter { $0.count < 3 }.flatMap { $0 }.map { time($0).description }
        let ranges = runs.filter { $0.count >= 3 }.map(range)
        let parts = [
            singles.isEmpty ? nil : "at \(Names.list(singles))",
            ranges.isEmpty ? nil : "every hour \(Names.list(ranges))",
        ]
        return Names.list(parts.compactMap(\.self))
    }

    /// The hours between times, if constant.
    private var step: Int? {
        guard hours.count > 2 else { return nil }
        let step = hours[1] - hours[0]
        return zip(hours, hours.dropFirst()).allSatisfy { $1 - $0 == step } ? step : nil
    }

    /// Ranges of consecutive hours.
    private var runs: [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for hour in hours {
            if let last = runs.last, last.upperBound + 1 == hour {
                runs[runs.count - 1] = last.lowerBound...hour
            } else {
                runs.append(hour...hour)
            }
        }
        return runs
    }

    private func range(_ hours: ClosedRange<Int>) -> String {
        let last = CivilTime(
            hour: hours.upperBound,
            minute: minutes.last ?? 0,
            second: seconds.last ?? 0
        )
        return "from \(time(hours.lowerBound)) to \(last)"
    }

    /// The first time of an hour.
    private func time(_ hour: Int) -> CivilTime {
        CivilTime(hour: hour, minute: minutes.first ?? 0, second: seconds.first ?? 0)
    }
}
