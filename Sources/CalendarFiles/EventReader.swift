import AgentInterface
import NotifyCore

/// The result of reading the events of a calendar file.
struct ReadEvents {
    /// Requests, with the lines of their events.
    var requests: [(request: NotificationRequest, line: Int)] = []
    /// Lines of an export that are stored in events, with the lines of these.
    var entries: [(json: [UInt8], line: Int)] = []
    /// What the file says of each event.
    var events: [EventParts] = []
    /// Whether there is an event whose identifier could not be read.
    var hasUnknown = false
    /// What was skipped because it is invalid; part of the remarks.
    var problems: [String] = []
    /// Remarks about what was left out or stored differently.
    var remarks: [String] = []
    /// The number of past alarms.
    var past = 0
}

/// Converts events and to-dos to requests.
///
/// An event or an alarm that is invalid is skipped with a remark.
struct EventReader {
    private let now: Instant
    private let trusts: Bool
    private let times: EventTimes
    /// Whether the file is a message that cancels its events.
    private let cancels: Bool
    /// The dates that separate events replace, by the identifiers of their events.
    private var replaced: [String: [CalendarTime]] = [:]
    /// The places of events in ``ReadEvents/events``.
    private var places: [String: Int] = [:]
    /// The lines of the components that were read, by their names.
    private var lines: [String: Int] = [:]
    private var keys: Set<RequestKey>
    private var firstError: RequestError?
    private(set) var read = ReadEvents()

    /// Reads a calendar.
    ///
    /// - Parameters:
    ///   - calendar: the parsed file.
    ///   - now: the present.
    ///   - trusts: whether a click may open any URL, and what an event carries is taken whatever it is.
    ///   - keys: requests of other files, which are not made again.
    /// - Throws: ``NotifyCore/RequestError`` with the first error if all events are invalid.
    init(
        _ calendar: CalendarNode,
        now: Instant,
        trusts: Bool = false,
        keys: Set<RequestKey> = []
    ) throws(RequestError) {
        self.now = now
        self.trusts = trusts
        self.keys = keys
        times = EventTimes(zones: ZoneNames(calendar, now: now))
        cancels = calendar["METHOD"]?.value.uppercased() == "CANCEL"
        for bad in calendar.badLines {
            noteProblem("line \(bad.number): \(bad.message); the line is skipped")
        }
        let events = calendar.children.filter { ["VEVENT", "VTODO"].contains($0.name) }
            .filter { noteReplaced(by: $0) }
        var isAnyValid = false
        for event in events where take(event) { isAnyValid = true }
        if !isAnyValid, let firstError { throw firstError }
    }

    /// The requests that were read, those of other files included.
    var allKeys: Set<RequestKey> { keys }

    private static func place(of event: CalendarNode, _ line: Int? = nil) -> String {
        "line \(line ?? event.line), "
            + (event["SUMMARY"]?.value ?? event["UID"]?.value ?? event.name).shortened.quoted
    }

    private mutating func note(_ event: CalendarNode, _ remark: String) {
        read.remarks.append("\(Self.place(of: event)): \(remark)")
    }

    private mutating func noteProblem(_ problem: String) {
        read.problems.append(problem)
        read.remarks.append(problem)
    }

    /// Notes lines that are skipped.
    private mutating func note(_ lines: [CalendarNode.BadLine], of event: CalendarNode) {
        for bad in lines {
            noteProblem(
                "\(Self.place(of: event, bad.number)): \(bad.message); the line is skipped"
            )
        }
    }

    /// Skips a part of an event, whose earlier requests stay.
    private mutating func skip(
        _ event: CalendarNode,
        _ message: String,
        what: String = "event",
        line: Int? = nil,
        keeping prefixes: [String]
    ) {
        let place = Self.place(of: event, line ?? event.line(ofPropertyIn: message))
        noteProblem("\(place): \(message); the \(what) is skipped")
        let error = RequestError(.invalidContent, "\(place): \(message)")
        firstError = firstError ?? error
        guard let uid = event["UID"]?.value, (1...EventEntry.maxUID) ~= uid.utf8.count
        else { return }
        change(uid) { $0.keep(prefixes) }
    }

    /// Changes what the file says of an event.
    private mutating func change(_ uid: String, _ body: (inout EventParts) -> Void) {
        let place = places[uid] ?? read.events.count
        if place == read.events.count {
            places[uid] = place
            read.events.append(EventParts(uid: uid))
        }
        body(&read.events[place])
    }

    /// Notes the date of another event that an event replaces; false if it is skipped.
    private mutating func noteReplaced(by event: CalendarNode) -> Bool {
        if let bad = event.badLine(of: ["UID"]) {
            read.hasUnknown = true
            skip(event, bad.message, line: bad.number, keeping: [""])
            return false
        }
        if let bad = event.badLine(of: ["RECURRENCE-ID"]) {
            skip(event, bad.message, line: bad.number, keeping: [""])
            return false
        }
        guard let property = event["RECURRENCE-ID"] else { return true }
        let component = EventParts.Component(replaces: property.value)
        guard !property.hasRange else {
            skip(
                event,
                "RECURRENCE-ID with RANGE changes all later dates, which is not supported; "
                    + "end the rule there and write a new event",
                keeping: [component.prefix]
            )
            return false
        }
        do throws(RequestError) {
            replaced[event["UID"]?.value ?? "", default: []].append(try times.time(of: property))
            return true
        } catch {
            skip(event, error.message, keeping: [component.prefix])
            return false
        }
    }

    /// Returns the dates that separate events replace, as those of an event.
    private func replaced(in event: CalendarNode, from start: CalendarTime) -> Set<WallTime> {
        let dates = replaced[event["UID"]?.value ?? ""] ?? []
        return Set(
            dates.map { date in
                if date.isDay { return WallTime(date: date.wall.date, time: start.wall.time) }
                guard date.zone != start.zone, let instant = date.instant else { return date.wall }
                return WallTime(instant, in: start.zone.rules)
            }
        )
    }

    /// Reads an event; false if it is skipped.
    private mutating func take(_ event: CalendarNode) -> Bool {
        let component = EventParts.Component(replaces: event["RECURRENCE-ID"]?.value ?? "")
        do throws(RequestError) {
            return try take(event, component)
        } catch {
            skip(event, error.message, keeping: [component.prefix])
            return false
        }
    }

    private mutating func take(
        _ event: CalendarNode,
        _ component: EventParts.Component
    ) throws(RequestError) -> Bool {
        guard let uid = event["UID"]?.value, !uid.isEmpty else {
            throw RequestError(
                .invalidContent,
                "it has no UID, which is needed to replace it at the next import"
            )
        }
        guard uid.utf8.count <= EventEntry.maxUID else {
            throw RequestError(
                .invalidContent,
                "its UID has more than the \(EventEntry.maxUID) bytes allowed; shorten it"
            )
        }
        if let line = lines.updateValue(event.line, forKey: "\(component.prefix)\(uid)") {
            noteProblem(
                "\(Self.place(of: event)): its UID is that of the event at line \(line); the event is "
                    + "skipped"
            )
            return true
        }
        change(uid) { $0.noteSeen(component) }
        let status = cancels ? "CANCELLED" : event["STATUS"]?.value.uppercased() ?? ""
        guard !["CANCELLED", "COMPLETED"].contains(status), event["COMPLETED"] == nil else {
            note(event, "it is \(status.isEmpty ? "completed" : status.lowercased()); left out")
            return true
        }
        let needed: Set = [
            "RRULE", event.name == "VTODO" && event["DUE"] != nil ? "DUE" : "DTSTART",
        ]
        if let bad = event.badLine(of: needed) ?? EventTimes.badDue(of: event) {
            skip(event, bad.message, line: bad.number, keeping: [component.prefix])
            return false
        }
        note(event.badLines, of: event)
        if try takeStored(event, component) { return true }
        guard let start = try times.start(of: event) else {
            change(uid) { $0.notePresent(component) }
            note(event, "it has no date; left out")
            return true
        }
        let isAnyValid = try takeAlarms(of: event, component, start)
        change(uid) { $0.notePresent(component) }
        return isAnyValid
    }

    /// Reads the alarms of an event; false if all of them are skipped.
    private mutating func takeAlarms(
        of event: CalendarNode,
        _ component: EventParts.Component,
        _ start: CalendarTime
    ) throws(RequestError) -> Bool {
        let without = replaced(in: event, from: start)
        let series = try EventSeries(
            event,
            start: start,
            isOneOfMany: event["RECURRENCE-ID"] != nil,
            without: without,
            time: times.time(of:)
        )
        let others =
            [start.zone.identifier ?? ""] + without.map { "\($0)" }.sorted() + ["\(trusts)"]
        let alarms = event.children.filter { $0.name == "VALARM" }
        var number = 0
        var isAnyValid = alarms.isEmpty
        for alarm in alarms {
            let action = alarm["ACTION"]?.value.uppercased() ?? "DISPLAY"
            guard Self.actions.contains(action) else {
                isAnyValid = true
                if action != "NONE" { note(event, "an alarm of the action \(action) is left out") }
                continue
            }
            let first = number + 1
            number = first
            do throws(RequestError) {
                let dates = try times.times(of: alarm, in: event, from: start)
                number = first + dates.count - 1
                let digest = event.digest(of: alarm, with: others)
                for (index, time) in dates.enumerated() {
                    let part = Part(component, first + index, digest)
                    let content = EventContent.content(
                        of: event,
                        alarm,
                        start: Self.start(start, after: time, isOne: series.isSingle),
                        isAudible: action == "AUDIO"
                    )
                    try add(event, series, time, part, content)
                }
                isAnyValid = true
            } catch {
                let bad =
                    alarm.badLine(of: EventTimes.alarmNames)
                    ?? event.badLine(of: EventTimes.endNames)
                skip(
                    event,
                    error.message,
                    what: "alarm",
                    line: bad?.number,
                    keeping: (first...number).map(component.part)
                )
                continue
            }
            note(alarm.badLines, of: event)
        }
        guard alarms.isEmpty else { return isAnyValid }
        // A day starts at midnight, when nobody sees it.
        let offset = start.isDay ? 9 * 3_600 : 0
        if start.isDay { note(event, "it has no alarm and no time; it is shown at 09:00") }
        let part = Part(component, 1, event.digest(of: nil, with: others))
        let content = EventContent.content(
            of: event,
            nil,
            start: Self.start(start, after: .afterStart(offset), isOne: false),
            isAudible: false
        )
        try add(event, series, .afterStart(offset), part, content)
        return true
    }

    /// Returns when an event starts, counted from an alarm; `nil` for an alarm at a date of its own for one of many
    /// dates.
    private static func start(
        _ start: CalendarTime,
        after alarm: AlarmTime,
        isOne: Bool
    ) -> EventStart? {
        switch alarm {
        case .afterStart(let offset):
            return EventStart(.after(seconds: Int64(-offset)), isDay: start.isDay)
        case .at(let time):
            guard isOne, let date = start.instant, let alarm = time.instant else { return nil }
            let seconds = date.seconds - alarm.seconds
            return EventStart(.after(seconds: seconds), isDay: start.isDay)
        }
    }

    /// What identifies the requests of an alarm.
    private struct Part {
        let component: EventParts.Component
        let number: Int
        let digest: String

        init(_ component: EventParts.Component, _ number: Int, _ digest: String) {
            self.component = component
            self.number = number
            self.digest = digest
        }

        var name: String { component.part(number) }
    }

    /// The actions of alarms that a notification stands for.
    private static let actions: Set = ["DISPLAY", "AUDIO", "EMAIL", "PROCEDURE"]

    /// Reads the request that an exported event has; false if there is none to be used.
    private mutating func takeStored(
        _ event: CalendarNode,
        _ component: EventParts.Component
    ) throws(RequestError) -> Bool {
        if let entry = ExportedEvent.entry(of: event), let uid = event["UID"]?.value {
            if ExportedEvent.runsCommand(entry) {
                note(
                    event,
                    "its stored request runs a command, which a calendar may not; it is left out"
                )
                return false
            }
            if trusts || ExportedEvent.isHarmless(entry), let key = ExportedEvent.key(of: entry) {
                guard keys.insert(key).inserted else {
                    throw RequestError(
                        .invalidContent,
                        "another event has the identifier \(key.identifier.quoted)"
                    )
                }
                read.entries.append((entry, event.line))
                let part = component.part(EventRequest.storedAlarm)
                let digest = event.digest(of: nil, with: ["\(trusts)"])
                change(uid) { parts in
                    parts.notePresent(component)
                    parts.add(EventRequest(key, part: part, digest: digest))
                }
                return true
            }
            note(event, "its stored request is left out without --trust")
        }
        if ExportedEvent.wasChanged(event) {
            note(
                event,
                "it was changed since its export; its stored buttons and options are left out"
            )
        }
        return false
    }

    private mutating func add(
        _ event: CalendarNode,
        _ series: EventSeries,
        _ time: AlarmTime,
        _ part: Part,
        _ content: NotificationContent
    ) throws(RequestError) {
        guard let trigger = try series.trigger(of: time, after: now) else {
            read.past += 1
            return
        }
        if !trusts { try trigger.checkSeldom() }
        let uid = event["UID"]?.value ?? ""
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: Self.identifier(of: uid, part.component, alarm: part.number),
            content: content,
            trigger: trigger,
            openURL: openURL(of: event)
        )
        try request.validate()
        guard keys.insert(request.key).inserted else {
            throw RequestError(
                .invalidContent,
                "another event has the identifier \(request.identifier.quoted)"
            )
        }
        if let url = event["URL"]?.value, !url.isEmpty, let reason = reasonAgainst(url) {
            note(event, "URL \(url.quoted) \(reason)")
        }
        read.requests.append((request, event.line))
        change(uid) {
            $0.add(EventRequest(request.key, part: part.name, digest: part.digest))
        }
    }

    /// Returns the URL that a click opens; an invalid one must not make the user miss the event.
    private func openURL(of event: CalendarNode) -> String? {
        guard let url = event["URL"]?.value, !url.isEmpty, reasonAgainst(url) == nil else {
            return nil
        }
        return url
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
        of uid: String,
        _ component: EventParts.Component,
        alarm number: Int
    ) -> String {
        let own = ExportedEvent.identifier(ofUID: uid)
        let name = component.replaces.isEmpty ? own : "\(own)/\(component.replaces)"
        return number == 1 ? name : "\(name)/alarm \(number)"
    }
}
