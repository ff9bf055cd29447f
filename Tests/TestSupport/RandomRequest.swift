package import NotifyCore

/// A random request that can be written.
package struct RandomRequest {
    package private(set) var request: NotificationRequest

    /// Makes a valid one.
    package init(_ random: inout SeededRandom, now: Instant) {
        var candidate = Self(any: &random, now: now)
        while (try? candidate.request.validate()) == nil {
            candidate = Self(any: &random, now: now)
        }
        self = candidate
    }

    private init(any random: inout SeededRandom, now: Instant) {
        func chance(_ random: inout SeededRandom) -> Bool {
            Int.random(in: 0..<3, using: &random) == 0
        }
        func text(_ random: inout SeededRandom) -> String {
            let words = ["a", " b", "c=d", "x\\", "é", "\n", ";", ",", "-", "#", "\"q\""]
            return (0...Int.random(in: 0...3, using: &random))
                .map { _ in words.randomElement(using: &random) ?? "" }.joined()
        }
        func label(_ random: inout SeededRandom) -> String {
            let text = text(&random).filter { $0 != "\n" }
            return text.isEmpty ? "x" : text
        }
        func span(_ random: inout SeededRandom) -> Int64 {
            Int64.random(in: 60...600_000, using: &random) * 1_000_000
        }
        request = NotificationRequest(
            appID: "a",
            identifier: "t",
            content: NotificationContent(title: text(&random))
        )
        if chance(&random) { request.content.subtitle = text(&random) }
        if chance(&random) { request.content.body = text(&random) }
        if chance(&random) {
            request.content.sound = [.standard, .named("bell")].randomElement(using: &random)
        }
        if chance(&random) { request.content.badge = Int.random(in: 0...99, using: &random) }
        if chance(&random) {
            request.content.interruptionLevel =
                InterruptionLevel.allCases.randomElement(using: &random) ?? .active
        }
        if chance(&random) { request.content.threadIdentifier = "t" }
        if chance(&random) { request.content.categoryIdentifier = "c" }
        if chance(&random) { request.content.userInfo = ["k": .string(text(&random))] }
        if chance(&random) { request.openURL = "https://a.example" }
        if chance(&random) { request.run = "backup" }
        if chance(&random) { request.bubble.hasMarkup = true }
        if chance(&random) { request.bubble.icon = "mail" }
        if chance(&random) { request.bubble.appName = label(&random) }
        if chance(&random) { request.bubble.hints["transient"] = .boolean(true) }
        if chance(&random) {
            request.bubble.hints["x"] = .integer(Int32.random(in: -9...9, using: &random))
        }
        if chance(&random) {
            request.bubble.expiry = [0, -1, 1, 1_500, 90_000].randomElement(using: &random)
        }
        for index in 0..<Int.random(in: 0...2, using: &random) {
            request.actions.append(
                NotificationAction(
                    identifier: "action-\(index + 1)",
                    title: label(&random),
                    url: "https://b.example/?a=\(index)"
                )
            )
        }
        if chance(&random) { request.actions.append(.reply(placeholder: label(&random))) }
        if chance(&random) { request.actions.append(.snooze(span(&random))) }
        request.trigger = Self.trigger(span(&random), &random, now: now)
        let (repeats, hasDates) = (request.trigger.repeats, request.trigger.hasDates)
        guard request.trigger != .immediate else { return }
        if repeats, chance(&random) {
            request.options.times = Int.random(in: 1...9, using: &random)
        }
        if repeats, chance(&random) {
            request.options.until = now.advanced(byMicroseconds: span(&random))
        }
        if chance(&random) {
            request.options.late = [.show, .skip, .within(microseconds: span(&random))]
                .randomElement(using: &random)
        }
        if hasDates {
            if chance(&random) { request.options.wakes = true }
            if chance(&random) { request.options.before = [7_200_000_000, 3_600_000_000] }
        }
        if chance(&random) { request.options.nag = NagRule(interval: span(&random), times: 3) }
    }

    private static func trigger(
        _ span: Int64,
        _ random: inout SeededRandom,
        now: Instant
    ) -> NotificationTrigger {
        let zone = [nil, "UTC+02:00"].randomElement(using: &random) ?? nil
        let repeats = Bool.random(using: &random)
        func calendar(_ spec: CalendarSpec, monthEnd: Bool = false) -> NotificationTrigger {
            .calendar(
                CalendarTrigger(spec: spec, timeZone: zone, repeats: repeats, monthEnd: monthEnd)
            )
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .immediate
        case 1: return .timeInterval(microseconds: span, repeats: repeats)
        case 2:
            let days = ["Mon..Fri", "Tue", "*-*-31", ""]
            let day = days.randomElement(using: &random) ?? ""
            let event = "\(day) \(10 + Int(span % 9)):30"
            return calendar(.onCalendar(event), monthEnd: day == "*-*-31" && repeats)
        case 3: return calendar(.cron("\(span % 60) 9 * * 1-5"))
        case 4:
            let json = #"{"weekday":3,"hour":\#(span % 24)}"#
            return (try? CalendarComponents(json: json)).map { calendar(.components($0)) }
                ?? .immediate
        case 5:
            let rule = try? RecurrenceRule("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR")
            let start = WallTime(now, in: FixedZone.utc)
            var series = RecurrenceSeries(
                start: WallTime(date: start.date, time: CivilTime(hour: 9, minute: 5)),
                rule: rule
            )
            if repeats { series.excludedDays = [CivilDate(year: 2027, month: 3, day: 2)] }
            if span % 2 == 0 {
                series.additional = [
                    WallTime(date: CivilDate(year: 2027, month: 3, day: 3), time: .midnight)
                ]
            }
            return calendar(.recurrence(series))
        case 6:
            let directions = [(true, false), (false, true), (true, true)]
            let (entry, exit) = directions.randomElement(using: &random) ?? (true, false)
            return .location(
                LocationTrigger(
                    region: CircularRegion(
                        center: Coordinate(latitude: 52.5, longitude: -13.25),
                        radius: Double(1 + span % 900),
                        notifyOnEntry: entry,
                        notifyOnExit: exit
                    ),
                    repeats: repeats,
                    firesInside: entry && span % 2 == 0
                )
            )
        default:
            return DateSpec.wall(
                CalendarComponents(
                    WallTime(now.advanced(byMicroseconds: span), in: FixedZone.utc)
                )
            ).trigger(timeZone: nil)
        }
    }
}
