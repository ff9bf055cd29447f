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

/// The work of computing the dates of all calendar requests, part by part.
struct PlanningRound {
    /// The dates so far.
    var plans = Plans()
    /// The number of the last request that was looked at.
    var position: Int64 = 0
    /// The zones by name that were found.
    var named: [String: any ZoneRules] = [:]
    /// When it began, and when the timers were armed with its dates, in microseconds since boot.
    let start: Int64
    var armed: Int64?
    /// When it began, by the wall clock.
    let now: Instant
    /// The user's zone.
    let local: any ZoneRules
    /// The dates that must not come, by the requests' numbers.
    let taken: [Int64: Set<Instant>]

    init(
        number: Int,
        start: Int64,
        now: Instant,
        local: any ZoneRules,
        taken: [Int64: Set<Instant>]
    ) {
        (self.start, self.now, self.local, self.taken) = (start, now, local, taken)
        plans.zone = local.identifier
        plans.round = number
    }
}
