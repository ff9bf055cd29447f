/// The dates after a change of the clock or the zone, as `docs/scheduling.md` describes them.
extension YearReference {
    /// A zone or a clock is another one: what lies ahead is found from the rules.
    mutating func findDatesAnew() {
        for name in entries.keys {
            guard var entry = entries[name], entry.request.rule != nil else { continue }
            let before = entry
            if entry.behind > now { entry.setBack(to: now) }
            let due = freeDate(entry, after: entry.behind) ?? entry.due
            // One that has no date left keeps the one it had.
            if due <= entry.request.until ?? Self.far { entry.due = due }
            guard entry.due != before.due || entry.behind != before.behind else { continue }
            if entry.due <= now { available = now }
            entries[name] = entry
        }
        for name in ended.keys {
            guard var entry = ended[name], entry.behind > now,
                entry.passed.contains(where: { $0 > now && $0 <= entry.behind })
            else { continue }
            entry.setBack(to: now)
            guard let due = nextDue(entry) else { continue }
            entry.due = due
            entry.isPaused = false
            entries[name] = entry
            ended[name] = nil
        }
    }

    /// What was left out is a time on the wall, which comes at another second in another zone.
    mutating func moveLeftOut() {
        func moved(_ entry: Entry) -> Entry {
            guard let zone = clock(of: entry) else { return entry }
            var entry = entry
            entry.leftOut = entry.leftOut.map { date, local in
                let isSame = zone.offset(at: date) == local - date
                return (isSame ? date : zone.second(showing: local) ?? date, local)
            }
            return entry
        }
        entries = entries.mapValues(moved)
        ended = ended.mapValues(moved)
    }

    /// After the clock was set back and forward again, what lies in between was behind all requests before.
    ///
    /// It was set forward again where that leads at least half the way to the last date that was.
    mutating func goOnWhereTheClockWas(before: Int64) {
        let step = now - before
        guard step > 0 else { return }
        for name in entries.keys {
            guard var entry = entries[name], let reached = entry.reached,
                reached > before, reached - before <= 2 * step
            else { continue }
            let behind = min(reached, now)
            guard behind > entry.behind else { continue }
            entry.behind = behind
            let handled = entry.aheadAgain.filter { $0 <= behind }
            entry.passed.formUnion(handled)
            entry.aheadAgain.subtract(handled)
            if reached <= now { entry.reached = nil }
            entry.due = nextDue(entry) ?? entry.due
            entries[name] = entry
            // What was listed again because dates of it had no bubble has come to its end again.
            if entry.request.repeats, entry.mayLieAhead { goOn(entry) }
        }
    }

    /// Has a request go on with its first date that is not behind it; whether there is one.
    @discardableResult
    mutating func goOn(_ entry: Entry) -> Bool {
        let name = entry.request.identifier
        entries[name] = nil
        guard let due = nextDue(entry) else {
            if entry.mayLieAhead { ended[name] = entry }
            return false
        }
        var later = entry
        later.due = due
        entries[name] = later
        return true
    }

    mutating func nextDue(_ entry: Entry) -> Int64? {
        guard !entry.isUsedUp, let due = freeDate(entry, after: entry.behind),
            due <= entry.request.until ?? Self.far
        else { return nil }
        return due
    }
}

extension YearReference.Entry {
    /// A date came.
    mutating func noteTaken(_ date: Int64) {
        taken.insert(date)
        passed.remove(date)
        aheadAgain.remove(date)
    }

    /// The clock shows less than what is behind it.
    mutating func setBack(to now: Int64) {
        reached = max(behind, reached ?? behind)
        behind = now
        let ahead = passed.filter { $0 > now }
        aheadAgain.formUnion(ahead)
        passed.subtract(ahead)
    }
}
