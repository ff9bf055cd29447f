import AgentInterface
import NotifyCore

/// What is left out or read otherwise of the dates of an event, and why.
struct SeriesNote {
    /// The property that it is about; `nil` if there are several.
    let property: String?
    /// The sentence.
    let message: String

    /// Makes a note about several properties.
    init(_ message: String) {
        (property, self.message) = (nil, message)
    }

    /// Makes a note about a property, whose name stands before the sentence.
    init(_ property: String, _ sentence: String) {
        (self.property, message) = (property, "\(property): \(sentence)")
    }

    /// Makes a note of an error, with what is done about it.
    init(_ error: RequestError, _ consequence: String) {
        (property, message) = (error.field?.path, "\(error.message); \(consequence)")
    }
}

/// Reads the dates of an event: the first, those of its rules, and added or excluded ones.
struct SeriesReading {
    /// How many dates of a second rule are taken, and how many dates that rules exclude.
    private static let maxExpanded = 200
    /// How many dates of a rule are looked at.
    private static let maxSteps = 10_000

    /// The dates; the first is one of them.
    private(set) var series: RecurrenceSeries
    /// What is left out or read otherwise, and why.
    private(set) var notes: [SeriesNote] = []
    /// The dates that separate events replace.
    let replaced: [WallTime]
    /// Whether an earlier version of this program found other dates in the same lines.
    private(set) var isReadOtherwise = false
    private let start: CalendarTime

    /// Reads the dates of an event.
    init(
        _ event: CalendarNode,
        start: CalendarTime,
        without: [CalendarTime],
        now: Instant,
        time: (CalendarProperty) throws(RequestError) -> CalendarTime
    ) {
        self.start = start
        replaced = without.map(start.wall(of:))
        series = RecurrenceSeries(start: start.wall)
        let rules = Self.written(event, "RRULE")
        if event.all("RRULE").count(where: { !$0.written.isEmpty }) > rules.count {
            notes.append(SeriesNote("RRULE", "the same rule is given twice"))
        }
        let own = rules.first.flatMap { rule(of: $0, in: "RRULE") }
        series.excluded = Set(replaced).sorted(by: WallTime.isEarlier)
        isReadOtherwise = start.isDay && without.contains { !$0.isDay }
        for property in event.properties where ["RDATE", "EXDATE"].contains(property.name) {
            let date: CalendarTime
            do throws(RequestError) {
                date = try time(property)
            } catch {
                notes.append(SeriesNote(error, "the date is left out"))
                continue
            }
            if start.isDay, !date.isDay { isReadOtherwise = true }
            if property.name == "RDATE" {
                series.additional.append(start.wall(of: date))
            } else if date.isDay, !start.isDay {
                series.excludedDays.append(date.wall.date)
            } else {
                series.excluded.append(start.wall(of: date))
            }
        }
        if let own {
            series.rule = own.rule
            if own.isReadOtherwise { isReadOtherwise = true }
            if let end = own.otherEnd {
                series.rule = series.ruleEnding(with: end, in: start.zone.rules)
            }
        }
        addStart()
        for text in rules.dropFirst() { add(text, from: now) }
        for text in Self.written(event, "EXRULE") { exclude(text, from: now) }
    }

    /// The rules of an event as they are written, each once.
    private static func written(_ event: CalendarNode, _ name: String) -> [String] {
        event.all(name).reduce(into: []) { texts, property in
            if !texts.contains(property.written), !property.written.isEmpty {
                texts.append(property.written)
            }
        }
    }

    private mutating func rule(of text: String, in name: String) -> WrittenRule? {
        do throws(TimeSpecError) {
            let rule = try WrittenRule(text, from: start)
            notes += rule.notes.map { SeriesNote(name, $0) }
            return rule
        } catch {
            notes.append(SeriesNote(name, "\(error.message); the rule is left out"))
            return nil
        }
    }

    /// Makes the start a date of the series, which it always is in a calendar, also if the rule does not match it.
    private mutating func addStart() {
        guard var rule = series.rule else { return }
        let own = RecurrenceSeries(start: series.start, rule: rule)
        guard let dates = try? RecurrenceDates(own), dates.firstOfRule != series.start else {
            return
        }
        series.additional.append(series.start)
        // It counts as the first date.
        guard case .count(let count) = rule.end else { return }
        rule.end = .count(count - 1)
        series.rule = count > 1 ? rule : nil
    }

    /// Adds the next dates of a second rule.
    private mutating func add(_ text: String, from now: Instant) {
        let found = dates(of: text, in: "RRULE", from: now) { _ in true }
        series.additional += found.dates
        guard let last = found.dates.last, !found.isAll else { return }
        notes.append(
            SeriesNote("it has several RRULEs; the dates of one are added until \(last.date)")
        )
    }

    /// Excludes the next dates of a rule.
    private mutating func exclude(_ text: String, from now: Instant) {
        let isDate = series.membership(in: start.zone.rules)
        let zone = start.zone.rules
        let isEndless = series.rule != nil && series.rule?.end == nil
        let dates = isEndless ? nil : try? RecurrenceDates(series)
        let last = dates?.previous(before: .distantFuture, in: zone)
        let found = self.dates(of: text, in: "EXRULE", from: now, to: last, where: isDate)
        series.excluded += found.dates
        guard let last = found.dates.last, !found.isAll else { return }
        notes.append(SeriesNote("EXRULE is applied until \(last.date)"))
    }

    /// Returns the next dates of a rule that are wanted, and whether these are all.
    private mutating func dates(
        of text: String,
        in name: String,
        from now: Instant,
        to end: Instant? = nil,
        where isWanted: (WallTime) -> Bool
    ) -> (dates: [WallTime], isAll: Bool) {
        guard let rule = rule(of: text, in: name) else { return ([], true) }
        guard !rule.rule.firesReallyOften else {
            notes.append(
                SeriesNote(
                    name,
                    "a second rule has dates more often than once a minute; it is left out"
                )
            )
            return ([], true)
        }
        let zone = start.zone.rules
        var own = RecurrenceSeries(start: start.wall, rule: rule.rule)
        if let end = rule.otherEnd { own.rule = own.ruleEnding(with: end, in: zone) }
        guard own.rule != nil, let dates = try? RecurrenceDates(own) else { return ([], true) }
        var found: [WallTime] = []
        // Past ones may be reminded of for a while yet.
        var last = now.advanced(byMicroseconds: Int64(-EventSeries.kept) * 1_000_000)
        for _ in 0..<Self.maxSteps {
            guard let next = dates.next(after: last, in: zone), next <= end ?? .distantFuture
            else { return (found, true) }
            guard found.count < Self.maxExpanded else { break }
            let wall = WallTime(next, in: zone)
            if isWanted(wall) { found.append(wall) }
            last = next
        }
        return (found, false)
    }
}

extension CalendarTime {
    /// Returns the wall time of a date of a series that begins here.
    ///
    /// - Parameter date: the date; a day means the time of day of the start, and for a series of days midnight of any
    ///   zone means the day.
    func wall(of date: CalendarTime) -> WallTime {
        if isDay { return WallTime(date: WrittenDate.day(date), time: .midnight) }
        if date.isDay { return WallTime(date: date.wall.date, time: wall.time) }
        guard date.zone != zone, let instant = date.instant else { return date.wall }
        return WallTime(instant, in: zone.rules)
    }
}
