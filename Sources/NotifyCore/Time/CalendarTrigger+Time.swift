extension CalendarTrigger {
    /// Returns the trigger at another time of the same days.
    ///
    /// - Returns: the trigger; `nil` where the rule has several times, names none, or has them in a form with lists
    ///   or steps.
    package func moved(to time: CivilTime) -> CalendarTrigger? {
        if case .recurrence(var series) = spec { return moved(&series, to: time) }
        guard case .fields(let before) = try? spec.rule(), let spec = spec(at: time),
            case .fields(let after) = try? spec.rule()
        else { return nil }
        // The rest of the rule stays as it is.
        var expected = before
        (expected.hours, expected.minutes, expected.seconds) = (
            1 << UInt32(time.hour), 1 << UInt64(time.minute), 1 << UInt64(time.second)
        )
        expected.roundsUp = false
        guard after == expected else { return nil }
        var moved = self
        moved.spec = spec
        return moved
    }

    /// The rule as it would be written with another time.
    private func spec(at time: CivilTime) -> CalendarSpec? {
        switch spec {
        case .onCalendar(let text):
            var words = text.split(separator: " ", omittingEmptySubsequences: false).map(
                String.init
            )
            let clocks = words.indices.filter { Self.isClock(words[$0]) }
            guard let index = clocks.first, clocks.count == 1 else { return nil }
            words[index] = time.description
            return .onCalendar(words.joined(separator: " "))
        case .cron(let text):
            var fields = text.split { $0 == " " || $0 == "\t" }.map(String.init)
            guard fields.count == 5, time.second == 0,
                fields[...1].allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) })
            else { return nil }
            (fields[0], fields[1]) = ("\(time.minute)", "\(time.hour)")
            return .cron(fields.joined(separator: " "))
        case .components(var components):
            guard components.hour != nil else { return nil }
            (components.hour, components.minute) = (time.hour, time.minute)
            if components.second != nil || time.second != 0 { components.second = time.second }
            components.nanosecond = nil
            return .components(components)
        case .recurrence: return nil
        }
    }

    /// A series has the time of its first date if its rule names none.
    private func moved(_ series: inout RecurrenceSeries, to time: CivilTime) -> CalendarTrigger? {
        guard let rule = series.rule, rule.frequency.secondsWithinDay == nil,
            rule.hours.isEmpty, rule.minutes.isEmpty, rule.seconds.isEmpty,
            series.excluded.isEmpty, series.additional.isEmpty, series.offset == 0
        else { return nil }
        series.start = WallTime(date: series.start.date, time: time)
        var moved = self
        moved.spec = .recurrence(series)
        return moved
    }

    /// Whether a word of a calendar event is a single time, such as `14:00`.
    private static func isClock(_ word: String) -> Bool {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count)
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }
    }
}

extension CivilTime {
    /// Reads a time without a day, such as `15:00` or `at 5pm`; `nil` for anything else.
    package init?(words text: String) {
        guard let phrase = Phrase(text) else { return nil }
        let meanings = DateGrammar.meanings(of: phrase, by: DateGrammar.moments)
        guard meanings.count == 1, case .time(.time(let time))? = meanings.first else { return nil }
        self = time
    }
}
