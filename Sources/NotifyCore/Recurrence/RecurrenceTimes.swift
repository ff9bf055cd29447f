/// The times of a recurrence rule within a period: all combinations of some hours, minutes and seconds.
struct RecurrenceTimes: Hashable, Sendable {
    /// The hours, in order and at least one; as are the others.
    var hours = [0]
    var minutes = [0]
    var seconds = [0]

    /// The number of times.
    var count: Int { hours.count * minutes.count * seconds.count }

    /// The time at an index, in seconds.
    subscript(index: Int) -> Int {
        let (hour, rest) = index.quotientAndRemainder(dividingBy: minutes.count * seconds.count)
        let (minute, second) = rest.quotientAndRemainder(dividingBy: seconds.count)
        return hours[hour] * 3_600 + minutes[minute] * 60 + seconds[second]
    }

    /// Returns the index of the first time that is not earlier; ``count`` if there is none.
    func index(from time: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
