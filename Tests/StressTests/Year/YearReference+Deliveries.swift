import NotifyCore

/// The results of dates that have come: bubbles, summaries, lines of the history, and the dates that remain.
extension YearReference {
    mutating func deliver() {
        guard serverIsThere else { return }
        while let entry = dueEntries.first {
            let come = self.come(entry)
            switch decide(entry, come) {
            case .miss:
                note("missed", entry, come, "\(come.count)")
                settle(entry, come, asTaken: false)
            case .onTime:
                show(entry, come)
            case .late:
                var late: [(Entry, Come)] = []
                for other in dueEntries {
                    let come = self.come(other)
                    if decide(other, come) == .late { late.append((other, come)) }
                }
                if late.count > 3 {
                    for (entry, come) in late {
                        note("delivered", entry, come, "summary")
                        delivered.insert(entry.request.identifier)
                        settle(entry, come, asTaken: true)
                    }
                } else {
                    show(entry, come)
                }
            }
        }
    }

    private var dueEntries: [Entry] {
        entries.values.filter { !$0.isPaused && $0.due <= now }
            .sorted { ($0.due, $0.rank) < ($1.due, $1.rank) }
    }

    /// The dates that have come, from the one that is due.
    mutating func come(_ entry: Entry) -> Come {
        var come = Come(first: entry.due, latest: entry.due, dates: [entry.due])
        guard entry.request.repeats else { return come }
        let end = min(now, entry.request.until ?? now)
        for date in dates(entry, after: entry.due, to: end) where !entry.isTaken(date) {
            if let times = entry.request.times, entry.fired + come.count >= times { break }
            come.latest = date
            come.dates.append(date)
        }
        return come
    }

    private enum Decision { case miss, onTime, late }

    private mutating func decide(_ entry: Entry, _ come: Come) -> Decision {
        let request = entry.request
        if let until = request.until, come.latest > until { return .miss }
        let lateness = available - come.latest
        guard lateness > 30 else { return .onTime }
        switch request.late {
        case nil, .show: return .late
        case .skip: return .miss
        case .within(let limit): return lateness * 1_000_000 > limit ? .miss : .late
        }
    }

    private mutating func show(_ entry: Entry, _ come: Come) {
        let name = entry.request.identifier
        let stem = Self.stem(ofSnoozed: name) ?? name
        bubbles.append(
            Bubble(title: stem, first: come.first, latest: come.latest, count: come.count)
        )
        note("delivered", entry, come, "")
        delivered.insert(name)
        settle(entry, come, asTaken: true)
    }

    mutating func note(_ event: String, _ entry: Entry, _ come: Come, _ detail: String) {
        lines.append(
            Line(
                at: now,
                identifier: entry.request.identifier,
                event: event,
                scheduled: come.latest,
                detail: detail
            )
        )
    }

    /// Puts dates behind a request; whether it goes on.
    @discardableResult
    mutating func settle(_ entry: Entry, _ come: Come, asTaken: Bool) -> Bool {
        guard entry.request.repeats else {
            entries[entry.request.identifier] = nil
            return false
        }
        var later = entry
        later.behind = come.latest
        if entry.request.rule == nil {
            later.turns += come.count
        } else {
            later.passed.formUnion(come.dates)
            later.aheadAgain.subtract(come.dates)
            if asTaken { later.noteTaken(come.latest) }
        }
        return goOn(later)
    }
}
