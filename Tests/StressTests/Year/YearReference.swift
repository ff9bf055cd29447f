import NotifyCore

/// What a year is to bring, worked out by hand: from lists of all dates of every rule, and from what docs
/// and manual say of lateness, ends and clocks.
///
/// It knows nothing of the engine: dates come from ``WallRule``, and everything is in whole seconds. This file
/// has what happens, to the clocks and to requests; the others what that does to dates, and what is delivered then.
struct YearReference {
    /// A line as the history has it.
    struct Line: Hashable, Sendable {
        var at: Int64
        var identifier: String
        var event: String
        var scheduled: Int64
        var detail: String
    }

    /// A bubble that stands for dates of one request.
    struct Bubble: Hashable, Sendable {
        var title: String
        var first: Int64
        var latest: Int64
        var count: Int
    }

    /// A request that waits.
    struct Entry {
        let request: YearRequest
        /// Those that came later come after those of the same second.
        let rank: Int
        var added: Int64
        var due: Int64
        /// Its dates up to here are behind it.
        var behind: Int64
        /// Up to where they were before the clock was set back, in the same boot.
        var reached: Int64?
        var isPaused = false
        /// How many turns of an interval are behind it.
        var turns = 0
        /// Dates that came: they do not come again, and count wherever they lie.
        var taken: Set<Int64> = []
        /// Dates that were left out, with what the clock on the wall shows then, which stays in another zone.
        var leftOut: [(date: Int64, local: Int64)] = []
        /// Dates without a bubble of their own, which count.
        var passed: Set<Int64> = []
        /// Those that are ahead again, because the clock was set back.
        ///
        /// They count once they come; in another zone they may not come.
        var aheadAgain: Set<Int64> = []

        var fired: Int { turns + taken.count + leftOut.count + passed.count }

        /// Whether it has dates that come after all if the clock is set back.
        var mayLieAhead: Bool { !passed.isEmpty || !aheadAgain.isEmpty }

        /// Whether a date does not come any more.
        func isTaken(_ date: Int64) -> Bool {
            taken.contains(date) || leftOut.contains { $0.date == date }
        }

        /// Whether it has been there as often as it may.
        var isUsedUp: Bool { request.times.map { fired >= $0 } ?? false }
    }

    /// Dates that have come, as one.
    struct Come {
        var first: Int64
        var latest: Int64
        /// All of them that count.
        var dates: [Int64]
        var count: Int { dates.count }
    }

    var lines: [Line] = []
    var bubbles: [Bubble] = []
    private(set) var now: Int64
    private let end: Int64
    var entries: [String: Entry] = [:]
    /// What came to its end, should its end lie ahead again.
    var ended: [String: Entry] = [:]
    var delivered: Set<String> = []
    private var rank = 0
    /// Since when bubbles could be shown without a break.
    var available: Int64
    var serverIsThere = true
    private var zone: String
    private var zones: [String: ListedZone] = [:]
    private var lists: [String: [WallRule: [Int64]]] = [:]

    static let far = Int64.max

    init(start: Int64, end: Int64, zones: [String]) async throws {
        now = start
        available = start
        self.end = end
        zone = zones.first ?? ""
        for name in zones {
            self.zones[name] = try await ListedZone(name, from: start - 40 * 86_400, to: end)
        }
    }

    /// What waits, by name.
    var pending: [String] { entries.keys.sorted() }

    func isPaused(_ identifier: String) -> Bool { entries[identifier]?.isPaused ?? false }

    /// Whether it has a date to leave out, within the time that the lists cover.
    func canSkip(_ identifier: String) -> Bool {
        entries[identifier].map { $0.request.repeats && $0.due < Self.far } ?? false
    }

    /// Whether it was delivered: what is only pending is postponed, which is not worked out here.
    func canSnooze(_ identifier: String) -> Bool { delivered.contains(identifier) }

    /// What was written since the last look.
    mutating func takeNew() -> (lines: [Line], bubbles: [Bubble]) {
        defer { (lines, bubbles) = ([], []) }
        return (lines, bubbles)
    }

    // MARK: - Time

    /// Lets awake time pass.
    mutating func pass(_ seconds: Int64) {
        let end = now + seconds
        while serverIsThere, let next = nextDue, next <= end {
            now = max(now, next)
            deliver()
        }
        now = end
    }

    private var nextDue: Int64? {
        var earliest: Int64?
        for entry in entries.values where !entry.isPaused {
            earliest = min(earliest ?? entry.due, entry.due)
        }
        return earliest
    }

    mutating func suspend(_ seconds: Int64) {
        now += seconds
        available = now
        findDatesAnew()
        deliver()
    }

    /// Intervals do not care what the clock on the wall shows.
    mutating func setClock(by seconds: Int64) {
        now += seconds
        for (name, entry) in entries where entry.request.rule == nil {
            var moved = entry
            moved.added += seconds
            moved.behind += seconds
            moved.due += seconds
            entries[name] = moved
        }
        available = seconds > 0 ? now : available + seconds
        goOnWhereTheClockWas(before: now - seconds)
        findDatesAnew()
        deliver()
    }

    mutating func moveZone(to zone: String) {
        self.zone = zone
        moveLeftOut()
        findDatesAnew()
        deliver()
    }

    /// The agent starts again.
    mutating func restart(after seconds: Int64) {
        now += seconds
        if seconds > 0 {
            // Another boot has a clock of its own.
            for name in entries.keys { entries[name]?.reached = nil }
            for name in ended.keys { ended[name]?.reached = nil }
        }
        findDatesAnew()
        available = now
        deliver()
    }

    mutating func loseServer(seconds: Int64) {
        serverIsThere = false
        pass(seconds)
        serverIsThere = true
        available = now
        deliver()
    }

    // MARK: - Requests

    /// Whether it is accepted.
    mutating func add(_ request: YearRequest) -> Bool {
        let first: Int64
        switch request.time {
        case .now: first = now
        case .interval(let seconds, _): first = now + seconds
        case .dates(let rule, let zone, _):
            guard let date = date(of: rule, in: zone, after: now) else { return false }
            first = date
        }
        if let until = request.until, first > until { return false }
        rank += 1
        ended[request.identifier] = nil
        entries[request.identifier] = Entry(
            request: request,
            rank: rank,
            added: now,
            due: first,
            behind: now
        )
        deliver()
        return true
    }

    mutating func remove(_ identifier: String) {
        entries[identifier] = nil
        ended[identifier] = nil
        delivered.remove(identifier)
    }

    mutating func pause(_ identifier: String) {
        entries[identifier]?.isPaused = true
    }

    /// What repeats goes on with its next date; what fires once comes now.
    mutating func resume(_ identifier: String) {
        guard var entry = entries[identifier], entry.isPaused else { return }
        entry.isPaused = false
        entries[identifier] = entry
        if entry.request.repeats, entry.due <= now {
            let come = self.come(entry)
            if !settle(entry, come, asTaken: false) { note("ended", entry, come, "\(come.count)") }
        }
        deliver()
    }

    mutating func skip(_ identifier: String) {
        guard var entry = entries[identifier] else { return }
        if entry.request.rule == nil {
            entry.behind = entry.due
            entry.turns += 1
        } else {
            // It is this date that does not come; all others are where they were.
            entry.passed.remove(entry.due)
            entry.aheadAgain.remove(entry.due)
            entry.leftOut.append(
                (entry.due, entry.due + (clock(of: entry)?.offset(at: entry.due) ?? 0))
            )
        }
        goOn(entry)
    }

    mutating func snooze(_ identifier: String, seconds: Int64) {
        delivered.remove(identifier)
        var name = identifier
        if Self.stem(ofSnoozed: identifier) == nil || entries[identifier] != nil {
            let start = (Self.stem(ofSnoozed: identifier) ?? identifier) + ".snoozed"
            name = start
            var number = 1
            while entries[name] != nil {
                number += 1
                name = "\(start).\(number)"
            }
        }
        _ = add(YearRequest(identifier: name, time: .interval(seconds, repeats: false)))
    }

    /// The identifier of what a snoozed request shows again; `nil` for any other one.
    static func stem(ofSnoozed identifier: String) -> String? {
        identifier.firstRange(of: ".snoozed").map { String(identifier[..<$0.lowerBound]) }
    }

    // MARK: - Dates

    /// The first date of a rule after a second; `far` where the list ends.
    private mutating func date(of rule: WallRule, in zone: String?, after second: Int64) -> Int64? {
        let list = dates(of: rule, in: zone)
        // By halves: the first one that is later.
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle] > second { high = middle } else { low = middle + 1 }
        }
        guard low < list.count else { return rule.year == nil ? Self.far : nil }
        return list[low]
    }

    /// The zone of a request's dates.
    func clock(of entry: Entry) -> ListedZone? {
        guard case .dates(_, let zone, _) = entry.request.time else { return nil }
        return zones[zone ?? self.zone]
    }

    private mutating func dates(of rule: WallRule, in zone: String?) -> [Int64] {
        let name = zone ?? self.zone
        if let list = lists[name]?[rule] { return list }
        let list = zones[name].map { rule.dates(in: $0, to: end) } ?? []
        lists[name, default: [:]][rule] = list
        return list
    }

    /// The next date of a request, whatever was taken and whenever it ends.
    mutating func date(_ entry: Entry, after second: Int64) -> Int64? {
        switch entry.request.time {
        case .now: return nil
        case .dates(let rule, let zone, _): return date(of: rule, in: zone, after: second)
        case .interval(let length, let repeats):
            let first = entry.added + length
            if first > second { return first }
            return repeats ? entry.added + ((second - entry.added) / length + 1) * length : nil
        }
    }

    mutating func freeDate(_ entry: Entry, after second: Int64) -> Int64? {
        var date = date(entry, after: second)
        while let found = date, entry.isTaken(found) {
            date = self.date(entry, after: found)
        }
        return date
    }

    mutating func dates(_ entry: Entry, after start: Int64, to end: Int64) -> [Int64] {
        var found: [Int64] = []
        var last = start
        while let next = date(entry, after: last), next <= end {
            found.append(next)
            last = next
        }
        return found
    }
}
