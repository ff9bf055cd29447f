import NotifyCore
import TestSupport

/// What is to happen in a year, by chance and the same again for the same seed.
struct YearPlan {
    static let requests = 1_000
    static let start: Int64 = 1_800_000_000
    /// A year, and as much as clocks may be set forward by in it.
    static let end: Int64 = start + 410 * 86_400
    /// The zones that the machine is in by turns: by half hours, south of the equator, without any change.
    static let places = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata",
        "America/St_Johns",
    ]
    static let zones = places + ["Pacific/Auckland"]

    /// The events at which something happens, in seconds since the start, with what it is.
    private(set) var events: [(at: Int64, isAddition: Bool)]
    private var random: SeededRandom
    /// Whether what repeats goes on for the whole year.
    private let isLong: Bool
    private var added = 0

    init(seed: UInt64, isLong: Bool) {
        random = SeededRandom(seed: seed)
        self.isLong = isLong
        let year = 0...Int64(365 * 86_400)
        events = []
        for _ in 0..<Self.requests {
            // More of them early, so that there is a year left for them.
            let at = min(seconds(year), seconds(year))
            events.append((at, true))
        }
        for _ in 0..<(isLong ? 1_500 : 240) {
            events.append((seconds(year), false))
        }
        events.sort { $0.at < $1.at }
    }

    /// The next of the thousand requests.
    mutating func addition(_ books: YearReference) -> YearEvent {
        added += 1
        return .add(request("\(added)", at: books.now))
    }

    /// What happens to the machine, or what the user does.
    mutating func event(_ books: YearReference) -> YearEvent {
        switch pick(0...19) {
        case 0: return .suspend(seconds: seconds(60...14 * 3_600))
        case 1: return .setClock(by: seconds(2...3 * 3_600) * (chance(2) ? 1 : -1))
        case 2: return .moveZone(to: Self.places[pick(0...Self.places.count - 1)])
        case 3: return .reboot(after: seconds(60...(chance(4) ? 4 * 86_400 : 43_200)))
        case 4: return .crash
        case 5: return .loseServer(seconds: seconds(10...(chance(4) ? 86_400 : 7_200)))
        default: return act(books) ?? .crash
        }
    }

    private mutating func act(_ books: YearReference) -> YearEvent? {
        let pending = books.pending
        guard !pending.isEmpty else { return nil }
        let name = pending[pick(0...pending.count - 1)]
        switch pick(0...9) {
        case 0: return .remove(name)
        case 1, 2: return .pause(name)
        case 3, 4, 5:
            return (pending.filter { books.isPaused($0) }.randomElement(using: &random))
                .map { .resume($0) } ?? .pause(name)
        case 6, 7: return books.canSkip(name) ? .skip(name) : .remove(name)
        case 8:
            let other = "\(pick(1...max(1, added)))"
            guard books.canSnooze(other) else { return .pause(name) }
            return .snooze(other, seconds: seconds(60...86_400))
        default:
            let other =
                YearReference.stem(ofSnoozed: name) != nil ? "\(pick(1...max(1, added)))" : name
            return .add(request(other, at: books.now))
        }
    }

    // MARK: - Requests

    private mutating func request(_ identifier: String, at now: Int64) -> YearRequest {
        let kind = pick(0...19)
        switch kind {
        case 0:
            return YearRequest(identifier: identifier, time: .now)
        case 1...4:
            return YearRequest(
                identifier: identifier,
                time: .interval(seconds(1...40 * 86_400), repeats: false),
                late: late()
            )
        case 5, 6:
            let length = seconds(60...30 * 86_400)
            var request = YearRequest(
                identifier: identifier,
                time: .interval(length, repeats: true),
                late: late()
            )
            bound(&request, every: max(1, length / 86_400), at: now)
            return request
        default:
            let (rule, days) = rule()
            let repeats = rule.year == nil && !chance(5)
            var request = YearRequest(
                identifier: identifier,
                time: .dates(rule, zone: zone(), repeats: repeats),
                late: late()
            )
            if repeats { bound(&request, every: days, at: now) }
            return request
        }
    }

    /// Gives an end to what comes often, at least in the short form.
    private mutating func bound(
        _ request: inout YearRequest,
        every days: Int64,
        at now: Int64
    ) {
        let isOften = days < 28
        guard isOften && !isLong || chance(2) else { return }
        if chance(2) {
            request.times = pick(1...(isLong ? 60 : 3))
        } else {
            let limit = isLong ? 200 * 86_400 : max(days, 1) * 2 * 86_400
            request.until = min(now + seconds(0...limit), Self.end - 20 * 86_400)
        }
    }

    private mutating func late() -> LateRule? {
        switch pick(0...5) {
        case 0: .show
        case 1: .skip
        case 2: .within(microseconds: seconds(0...7_200) * 1_000_000)
        default: nil
        }
    }

    private mutating func zone() -> String? {
        chance(3) ? ["Europe/Berlin", "America/New_York", "Pacific/Auckland"][pick(0...2)] : nil
    }

    /// A rule, and about how many days lie between its dates.
    private mutating func rule() -> (WallRule, every: Int64) {
        let hour = [0, 1, 2, 2, 3, 6, 9, 14, 18, 22, 23][pick(0...10)]
        let minute = [0, 0, 15, 30, 45][pick(0...4)]
        var parts = CalendarComponents()
        parts.hour = hour
        parts.minute = minute
        let clock = "\(hour):\(minute < 10 ? "0" : "")\(minute)"
        let (day, weekday) = (pick(1...31), pick(1...7))
        func made(_ spec: CalendarSpec, _ change: (inout WallRule) -> Void) -> WallRule {
            var rule = WallRule(spec)
            rule.hours = [hour]
            rule.minutes = [minute]
            change(&rule)
            return rule
        }
        switch pick(0...15) {
        case 0:
            return (made(.components(parts)) { _ in }, 1)
        case 1, 2:
            parts.weekday = weekday
            return (made(.components(parts)) { $0.weekdays = [weekday] }, 7)
        case 3:
            parts.day = day
            let monthEnd = day > 28 && chance(2)
            return (
                made(.components(parts)) {
                    $0.days = [day]
                    $0.monthEnd = monthEnd
                }, 30
            )
        case 4:
            let month = pick(1...12)
            parts.month = month
            parts.day = min(day, 28)
            return (
                made(.components(parts)) {
                    $0.months = [month]
                    $0.days = [min(day, 28)]
                }, 365
            )
        case 5:
            var date = CalendarComponents()
            date.day = day
            return (
                made(.components(date)) {
                    $0.days = [day]
                    $0.hours = [0]
                    $0.minutes = [0]
                    $0.isDateOnly = true
                }, 30
            )
        case 6, 7:
            let ordinal = [1, 2, 3, 4, -1][pick(0...4)]
            parts.weekday = weekday
            parts.weekdayOrdinal = ordinal
            return (
                made(.components(parts)) {
                    $0.weekdays = [weekday]
                    $0.ordinal = ordinal
                }, 30
            )
        case 8:
            var hourly = CalendarComponents()
            hourly.minute = minute
            return (made(.components(hourly)) { $0.hours = nil }, 0)
        case 9:
            return (
                made(.onCalendar("Mon..Fri \(clock)")) { $0.weekdays = [2, 3, 4, 5, 6] }, 1
            )
        case 10:
            return (
                made(.onCalendar("*-*-30 \(clock)")) {
                    $0.days = [30]
                    $0.monthEnd = true
                }, 30
            )
        case 11:
            return (made(.onCalendar("*-*~01 \(clock)")) { $0.isLastDay = true }, 30)
        case 12:
            return (made(.cron("\(minute) \(hour) * * 6,0")) { $0.weekdays = [1, 7] }, 4)
        case 13:
            return (
                made(.cron("\(minute) \(hour) \(day) * \(weekday - 1)")) {
                    $0.days = [day]
                    $0.weekdays = [weekday]
                    $0.matchesEither = true
                }, 6
            )
        case 14:
            return (
                made(.cron("\(minute) */6 1,15 * *")) {
                    $0.hours = [0, 6, 12, 18]
                    $0.days = [1, 15]
                }, 4
            )
        default:
            let month = pick(1...12)
            parts.year = 2027
            parts.month = month
            parts.day = min(day, 28)
            return (
                made(.components(parts)) {
                    $0.year = 2027
                    $0.months = [month]
                    $0.days = [min(day, 28)]
                }, 365
            )
        }
    }

    private mutating func pick(_ range: ClosedRange<Int>) -> Int {
        .random(in: range, using: &random)
    }

    private mutating func seconds(_ range: ClosedRange<Int64>) -> Int64 {
        .random(in: range, using: &random)
    }

    private mutating func chance(_ count: Int) -> Bool { random.chance(oneIn: count) }
}
