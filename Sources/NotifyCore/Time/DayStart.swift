/// The time of day of a date that is written without one.
package enum DayStart {
    /// The time if none is configured; imports of calendars use it as well.
    package static let standard = CivilTime(hour: 9, minute: 0)

    /// Returns the time of a value in `agent.conf`, such as `09:00`; `nil` if it is not a time.
    package static func time(_ text: String) -> CivilTime? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return CivilTime(hour: hour, minute: minute)
    }
}

/// The times of day that words name without an hour.
package struct DayHours: Hashable, Sendable {
    /// Finds the times, when words need them.
    package typealias Source = @Sendable () -> DayHours

    /// The time of a date that is written without one.
    package var start = DayStart.standard
    /// The times of parts of the day.
    package var morning = CivilTime(hour: 9, minute: 0)
    package var afternoon = CivilTime(hour: 14, minute: 0)
    package var evening = CivilTime(hour: 19, minute: 0)
    package var night = CivilTime(hour: 21, minute: 0)

    /// Makes the times that apply if none are configured.
    package init(start: CivilTime = DayStart.standard) { self.start = start }

    /// The times if none are configured.
    package static let standard = DayHours()

    /// The keys of the group `[Time]` in `agent.conf`, and what they set.
    package static var keys: [(name: String, time: WritableKeyPath<DayHours, CivilTime>)] {
        [
            ("DayStart", \.start), ("Morning", \.morning), ("Afternoon", \.afternoon),
            ("Evening", \.evening), ("Night", \.night),
        ]
    }

    subscript(part: DayPart) -> CivilTime {
        switch part {
        case .morning: morning
        case .afternoon: afternoon
        case .evening: evening
        case .night: night
        }
    }
}

extension DateSpec {
    /// Whether it is a day without a time.
    package var hasNoTime: Bool {
        if case .wall(let parts) = self { parts.hour == nil } else { false }
    }

    /// Returns the date at a time of day if it has none.
    package func starting(at time: CivilTime) -> DateSpec {
        guard hasNoTime, case .wall(var parts) = self else { return self }
        (parts.hour, parts.minute, parts.second) = (time.hour, time.minute, time.second)
        return .wall(parts)
    }
}
