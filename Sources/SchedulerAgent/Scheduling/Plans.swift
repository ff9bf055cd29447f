import NotifyCore

/// New dates of all calendar requests.
struct Plans {
    /// The requests whose dates change.
    var moved: [Replanned] = []
    /// The earliest date.
    var earliest: Instant?
    /// The number of requests.
    var count = 0
    /// The user's zone.
    var zone = ""
    /// The planning round that computed the dates.
    var round = 0

    /// Records a request's new date; a request without one keeps its date.
    mutating func add(
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

    /// Considers the date of a request for the earliest one.
    mutating func note(_ date: Instant, isPaused: Bool) {
        guard !isPaused else { return }
        earliest = min(earliest ?? date, date)
    }
}
