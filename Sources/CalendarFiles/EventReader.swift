import AgentInterface
import NotifyCore

/// The result of reading the events of a calendar file.
struct ReadEvents {
    /// Requests, with the lines of their events.
    var requests: [(request: NotificationRequest, line: Int)] = []
    /// Lines of an export that are stored in events, with the lines of these.
    var entries: [(json: [UInt8], line: Int)] = []
    /// Remarks about what was left out or stored differently.
    var remarks: [String] = []
    /// The number of past alarms.
    var past = 0
}

/// Converts events and to-dos to requests.
struct EventReader {
    /// The errors, with the event and its line.
    private let now: Instant
    private let trusts: Bool
    private let zones: ZoneNames
    /// The dates that separate events replace, by the identifiers of their events.
    private var replaced: [String: Set<WallTime>] = [:]
    private(set) var read = ReadEvents()

    /// Reads a calendar.
    ///
    /// - Parameters:
    ///   - calendar: the parsed file.
    ///   - now: the present.
    ///   - trusts: whether a click may open any URL, and what an event carries is taken whatever it is.
    /// - Throws: ``NotifyCore/RequestError`` for the first error.
    init(_ calendar: CalendarNode, now: Instant, trusts: Bool = false) throws(RequestError) {
        self.now = now
        self.trusts = trusts
        zones = ZoneNames(calendar)
        let events = calendar.children.filter { ["VEVENT", "VTODO"].contains($0.name) }
        for event in events {
            try locating(event) { () throws(RequestError) in
                guard let property = event["RECURRENCE-ID"] else { return }
                guard !property.hasRange else {
                    throw RequestError(
                        .invalidContent,
                        "RECURRENCE-ID with RANGE changes all later dates, which is not supported; "
                            + "end the rule there and write a new event"
                    )
                }
                let time = try self.time(of: property)
                replaced[event["UID"]?.value ?? "", default: []].insert(time.wall)
            }
        }
        for event in events {
            try locating(event) { () throws(RequestError) in try take(event) }
        }
    }

    /// Adds the event to an error.
    private func locating(
        _ event: CalendarNode,
        _ body: () throws(RequestError) -> Void
    ) throws(RequestError) {
        do throws(RequestError) {
            try body()
        } catch {
            throw RequestError(error.code, "\(Self.place(of: event)): \(error.message)")
        }
    }

    private static func place(of event: CalendarNode) -> String {
        "line \(event.line), \((event["SUMMARY"]?.value ?? event["UID"]?.value ?? event.name).quoted)"
    }

    private mutating func note(_ event: CalendarNode, _ remark: String) {
        read.remarks.append("\(Self.place(of: event)): \(remark)")
    }

    private func time(of property: CalendarProperty) throws(RequestError) -> CalendarTime {
        let zone = try zones.zone(of: property)
        do throws(RequestError) {
            return try CalendarTime(property.value, in: zone)
        } catch {
            throw RequestError(error.code, "\(property.name): \(error.message)")
        }
    }

    private mutating func take(_ event: CalendarNode) throws(RequestError) {
        let status = event["STATUS"]?.value.uppercased() ?? ""
        guard !["CANCELLED", "COMPLETED"].contains(status), event["COMPLETED"] == nil else {
            return note(
                event,
                "it is \(status.isEmpty ? "completed" : status.lowercased()); left out"
            )
        }
        if let entry = ExportedEvent.entry(of: event) {
            if trusts || ExportedEvent.isHarmless(entry) {
                read.entries.append((entry, event.line))
                return
            }
            note(event, "its stored request is left out without --trust")
        }
        if ExportedEvent.wasChanged(event) {
            note(
                event,
                "it was changed since its export; its stored buttons and options are left out"
            )
        }
        guard let start = try start(of: event) else {
            return note(event, "it has no date; left out")
        }
        let series = try EventSeries(
            event,
            start: start,
            isOneOfMany: event["RECURRENCE-ID"] != nil,
            without: replaced[event["UID"]?.value ?? ""] ?? [],
            time: time(of:)
        )
        let length = try length(of: event, from: start)
        let alarms = event.children.filter { $0.name == "VALARM" }
        var number = 0
        for alarm in alarms {
            let action = alarm["ACTION"]?.value.uppercased() ?? "DISPLAY"
            guard ["DISPLAY", "AUDIO"].contains(action) else {
                note(event, "an alarm of the action \(action) is left out")
                continue
            }
            for time in try times(of: alarm, length: length) {
                number += 1
                try add(event, series, time, number: number, isAudible: action == "AUDIO")
            }
        }
        guard alarms.isEmpty else { return }
        // A day starts at midnight, when nobody sees it.
        let offset = start.isDay ? 9 * 3_600 : 0
        if start.isDay { note(event, "it has no alarm and no time; it is shown at 09:00") }
        try add(event, series, .afterStart(offset), number: 1, isAudible: false)
    }

    private func start(of event: CalendarNode) throws(RequestError) -> CalendarTime? {
        let isToDo = event.name == "VTODO"
        let property = isToDo ? event["DUE"] ?? event["DTSTART"] : event["DTSTART"]
        return try property.map { (property) throws(RequestError) in try time(of: property) }
    }

    /// Returns the seconds between the start and the end.
    private func length(
        of event: CalendarNode,
        from start: CalendarTime
    ) throws(RequestError) -> Int {
        if let text = event["DURATION"]?.value { return try CalendarDuration.seconds(text) }
        if event.name != "VTODO", let property = event["DTEND"] {
            let end = try time(of: property)
            guard let first = start.instant, let last = end.instant else { return 0 }
            return Int(last.seconds - first.seconds)
        }
        return start.isDay && event.name != "VTODO" ? 86_400 : 0
    }

    /// Returns the times of an alarm, with repetitions.
    private func times(
        of alarm: CalendarNode,
        length: Int
    ) throws(RequestError) -> [AlarmTime] {
        guard let trigger = alarm["TRIGGER"] else {
            throw RequestError(.invalidContent, "an alarm has no TRIGGER")
        }
        let first: AlarmTime
        if trigger.value.first?.isNumber ?? false {
            first = .at(try time(of: trigger))
        } else {
            let offset = try CalendarDuration.seconds(trigger.value)
            first = .afterStart(offset + (trigger.countsFromEnd ? length : 0))
        }
        guard let text = alarm["REPEAT"]?.value, let span = alarm["DURATION"]?.value else {
            return [first]
        }
        guard let more = Int(text), (0...100).contains(more) else {
            throw RequestError(.invalidContent, "REPEAT \(text.quoted) is not from 0 to 100")
        }
        let seconds = try CalendarDuration.seconds(span)
        return (0...more).map { first.moved(by: $0 * seconds) }
    }

    private mutating func add(
        _ event: CalendarNode,
        _ series: EventSeries,
        _ time: AlarmTime,
        number: Int,
        isAudible: Bool
    ) throws(RequestError) {
        let schedule = try series.schedule(of: time, after: now)
        if let remark = schedule.remark { note(event, remark) }
        if schedule.triggers.isEmpty { read.past += 1 }
        let stem = try Self.identifier(of: event, alarm: number)
        for (suffix, trigger) in schedule.triggers {
            var request = NotificationRequest(
                appID: AgentNames.app,
                identifier: stem + suffix,
                content: Self.content(of: event, isAudible: isAudible),
                trigger: trigger,
                openURL: event["URL"].map(\.value).flatMap { $0.isEmpty ? nil : $0 },
                options: trigger.repeats ? schedule.options : ScheduleOptions()
            )
            // An invalid link must not make the user miss the event.
            if let url = request.openURL, let reason = reasonAgainst(url) {
                note(event, "URL \(url.quoted) \(reason)")
                request.openURL = nil
            }
            try request.validate()
            read.requests.append((request, event.line))
        }
    }

    /// Returns why a click must not open a URL; `nil` if it may.
    private func reasonAgainst(_ url: String) -> String? {
        guard let url = try? LaunchURL(url) else { return "cannot be opened; left out" }
        guard trusts || url.isOpen else {
            return "is neither a web page nor a mail address; left out without --trust"
        }
        return nil
    }

    /// Returns a name that is the same at the next import.
    private static func identifier(
        of event: CalendarNode,
        alarm number: Int
    ) throws(RequestError) -> String {
        guard var name = event["UID"]?.value, !name.isEmpty else {
            throw RequestError(
                .invalidContent,
                "it has no UID, which is needed to replace it at the next import"
            )
        }
        if let date = event["RECURRENCE-ID"]?.value { name += "/\(date)" }
        return number == 1 ? name : "\(name)/alarm \(number)"
    }

    private static func content(
        of event: CalendarNode,
        isAudible: Bool
    ) -> NotificationContent {
        let text = { (name: String) in
            (event[name]?.value ?? "").filter { $0 == "\n" || $0 == "\t" || $0 >= " " }
        }
        let title = text("SUMMARY")
        return NotificationContent(
            title: title.isEmpty && text("DESCRIPTION").isEmpty ? "Event" : title,
            subtitle: text("LOCATION"),
            body: text("DESCRIPTION"),
            sound: isAudible ? .standard : nil
        )
    }
}

/// The time of an alarm.
enum AlarmTime {
    /// A number of seconds after the start of each date; negative for before.
    case afterStart(Int)
    /// Once, independent of the event's dates.
    case at(CalendarTime)

    func moved(by seconds: Int) -> AlarmTime {
        switch self {
        case .afterStart(let offset): return .afterStart(offset + seconds)
        case .at(var time):
            time.wall = time.wall.advanced(by: seconds)
            return .at(time)
        }
    }
}
