import NotifyCore

/// New dates of all calendar requests.
struct Plans {
    var moved: [Replanned] = []
    /// The first of the dates.
    var earliest: Instant?
    /// Of how many requests.
    var count = 0
    /// The user's zone.
    var zone = ""
    /// Which round found them.
    var round = 0

    /// Notes a request's new date; one that has none any more keeps what it had.
    mutating func take(
        _ row: PlanRow,
        due: Instant?,
        settled: Instant,
        reached: Instant?
    ) {
        let date = row.within(due)
        note(date, isPaused: row.isPaused)
        guard date != row.due || settled != row.settled else { return }
        moved.append(Replanned(row, due: date, settled: settled, reached: reached))
    }

    mutating func note(_ date: Instant, isPaused: Bool) {
        guard !isPaused else { return }
        earliest = min(earliest ?? date, date)
    }
}
