import Foundation
import NotifyCore

/// A set of date components whose next dates are measured.
struct EngineRow {
    let label: String
    let json: String
    /// The same in systemd's grammar, and how many dates it can be asked for at a time.
    let event: (text: String, dates: Int)?
    /// How many dates Foundation is asked for.
    var foundationDates = 500
    /// Whether no date matches, so that what takes time is the proof when the rule is read.
    var isNever = false

    static let all = [
        EngineRow(label: "daily, 09:00", json: #"{"hour":9}"#, event: ("*-*-* 09:00:00", 1_000)),
        EngineRow(
            label: "weekly, Tuesday 14:00",
            json: #"{"weekday":3,"hour":14}"#,
            event: ("Tue *-*-* 14:00:00", 1_000)
        ),
        EngineRow(
            label: "monthly, day 1 08:00",
            json: #"{"day":1,"hour":8}"#,
            event: ("*-*-01 08:00:00", 1_000)
        ),
        EngineRow(
            label: "2nd Friday 10:00",
            json: #"{"weekday":6,"weekdayOrdinal":2,"hour":10}"#,
            event: ("Fri *-*-08..14 10:00:00", 1_000)
        ),
        EngineRow(
            label: "day 31, 09:00",
            json: #"{"day":31,"hour":9}"#,
            event: ("*-*-31 09:00:00", 1_000)
        ),
        // systemd's calendar ends in 2199.
        EngineRow(
            label: "29 February on a Sunday, 09:00",
            json: #"{"month":2,"day":29,"weekday":1,"hour":9}"#,
            event: ("Sun *-02-29 09:00:00", 6),
            foundationDates: 20
        ),
        EngineRow(
            label: "never: reading and refusing 30 February",
            json: #"{"month":2,"day":30}"#,
            event: nil,
            foundationDates: 20,
            isNever: true
        ),
    ]

    /// The rule, read from its text.
    func rule() throws(TimeSpecError) -> DateRule {
        try CalendarSpec(json, in: .components).rule()
    }

    /// The same set for Foundation.
    func dateComponents() throws -> DateComponents {
        let components = try CalendarComponents(json: json)
        var parts = DateComponents()
        parts.month = components.month
        parts.day = components.day
        parts.weekday = components.weekday
        parts.weekdayOrdinal = components.weekdayOrdinal
        parts.hour = components.hour
        return parts
    }

    /// One of many starting instants, spread evenly over ten years from 2026.
    static func start(_ index: Int, of count: Int) -> Instant {
        Instant(seconds: 1_767_225_601 + Int64(index) * (315_360_000 / Int64(count)))
    }
}

/// Foundation's calendar, asked for the same dates.
struct FoundationPeer {
    private var calendar = Calendar(identifier: .gregorian)

    /// Nil where the zone is unknown.
    init?(zone: String) {
        guard let zone = TimeZone(identifier: zone) else { return nil }
        calendar.timeZone = zone
    }

    /// The nanoseconds per date, and the dates.
    func measure(
        _ row: EngineRow
    ) throws -> (samples: Samples, dates: [(start: Instant, date: Date?)]) {
        let parts = try row.dateComponents()
        var times: [Double] = []
        var dates: [(start: Instant, date: Date?)] = []
        // One more at first to warm up.
        for index in -1..<row.foundationDates {
            let start = EngineRow.start(max(index, 0), of: row.foundationDates)
            let begin = nanoseconds()
            let date = calendar.nextDate(
                after: Date(timeIntervalSince1970: Double(start.seconds)),
                matching: parts,
                matchingPolicy: .nextTime
            )
            let time = Double(nanoseconds() - begin)
            guard index >= 0 else { continue }
            times.append(time)
            dates.append((start, date))
        }
        return (Samples(times), dates)
    }
}
