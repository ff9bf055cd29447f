import NotifyCore

extension WallTime {
    /// The seconds on the clock since 1970.
    var seconds: Int { date.dayNumber * 86_400 + time.secondOfDay }

    /// Returns the wall time a number of seconds later.
    func advanced(by seconds: Int) -> WallTime {
        let sum = self.seconds + seconds
        let second = (sum % 86_400 + 86_400) % 86_400
        return WallTime(
            date: CivilDate(dayNumber: (sum - second) / 86_400),
            time: CivilTime(secondOfDay: second)
        )
    }

    static func isEarlier(_ left: WallTime, _ right: WallTime) -> Bool {
        (left.date.dayNumber, left.time.secondOfDay) < (
            right.date.dayNumber, right.time.secondOfDay
        )
    }

    func isUpTo(_ other: WallTime) -> Bool { !WallTime.isEarlier(other, self) }
}
