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
    /// What was left out or stored differently.
    var notes = Remarks()
    /// What was skipped because it is invalid; part of the remarks.
    var problems: [String] { notes.problems }
    /// Remarks about what was left out or stored differently.
    var remarks: [String] { notes.all }
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
    /// The series, and what separate events change of them, by their identifiers.
    private var changes: [String: SeriesChanges] = [:]
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
            noteProblem("\(bad.message); the line is skipped", at: bad.number)
        }
        for flaw in calendar.remarks { noteProblem(flaw.message, at: flaw.number) }
        read.hasUnknown = calendar.isPartial
        let all = calendar.children.filter { ["VEVENT", "VTODO"].contains($0.name) }
        let events = EventIdentities.identified(all).filter { noteReplaced(by: $0) }
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

    /// Notes what is left out of an event, or stored differently.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - remark: what is said of it.
    ///   - ofMany: what is said of several events, after their number.
    private mutating func note(_ event: CalendarNode, _ remark: String, ofMany: String? = nil) {
        read.notes.add(
            "\(Self.place(of: event)): \(remark)",
            kind: remark,
            line: event.line,
            ofMany: ofMany,
            isProblem: false
        )
    }

    /// Notes what is skipped, or cannot be read as it is.
    private mutating func noteProblem(
        _ problem: String,
        of event: CalendarNode? = nil,
        at line: Int? = nil
    ) {
        let line = line ?? event?.line
        let place = event.map { Self.place(of: $0, line) } ?? line.map { "line \($0)" } ?? ""
        read.notes.add("\(place): \(problem)", kind: problem, line: line, isProblem: true)
    }

    /// Notes lines that are skipped.
    private mutating func note(_ lines: [CalendarNode.BadLine], of event: CalendarNode) {
        for bad in lines {
            noteProblem("\(bad.message); the line is skipped", of: event, at: bad.number)
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
        let line = line ?? event.line(ofPropertyIn: message)
        noteProblem("\(message); the \(what) is skipped", of: event, at: line)
        let error = RequestError(.invalidContent, "\(Self.place(of: event, line)): \(message)")
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
        let uid = event["UID"]?.value ?? ""
        do throws(RequestError) {
            try changes[uid, default: SeriesChanges()].note(event, times)
            return true
        } catch {
            skip(event, error.message, keeping: [event.component.prefix])
            return false
        }
    }

    /// Reads an event; false if it is skipped.
    private mutating func take(_ event: CalendarNode) -> Bool {
        let component = event.component
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
        guard let uid = event["UID"]?.value, !(event.isCut && event.hasMadeIdentifier) else {
            throw RequestError(.invalidContent, "the file ends before its UID")
        }
        if let line = lines.updateValue(event.line, forKey: "\(component.prefix)\(uid)") {
            let same = event.hasMadeIdentifier ? "start and name are those" : "UID is that"
            noteProblem("its \(same) of the event at line \(line); the event is skipped", of: event)
            return true
        }
        change(uid) { $0.noteSeen(component) }
        let status = cancels ? "CANCELLED" : event["STATUS"]?.value.uppercased() ?? ""
        guard !["CANCELLED", "COMPLETED"].contains(status), event["COMPLETED"] == nil else {
            let word = status.isEmpty ? "completed" : status.lowercased()
            note(event, "it is \(word); left out", ofMany: "events are \(word); left out")
            return true
        }
        let needed: Set = [event.name == "VTODO" && event["DUE"] != nil ? "DUE" : "DTSTART"]
        if let bad = event.badLine(of: needed) ?? EventTimes.badDue(of: event) {
            skip(event, bad.message, line: bad.number, keeping: [component.prefix])
            return false
        }
        note(event.badLines, of: event)
        for remark in event.remarks { noteProblem(remark.message, of: event, at: remark.number) }
        if try takeStored(event, component) { return true }
        if event.hasMadeIdentifier {
            note(
                event,
                "it has no UID that can be used; it is known by its start and its name",
                ofMany:
                    "events have no UID that can be used; they are known by their start and name"
            )
        }
        guard let start = try times.start(of: event) else {
            change(uid) { $0.notePresent(component) }
            note(event, "it has no date; left out", ofMany: "events have no date; left out")
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
        let found = try (changes[event["UID"]?.value ?? ""] ?? SeriesChanges())
            .series(of: event, from: start, now: now, times)
        let series = found.series
        for problem in series.notes {
            noteProblem(problem, of: event, at: event.line(ofPropertyIn: problem))
        }
        let others = [start.zone.identifier ?? ""] + found.others + ["\(trusts)"]
        let alarms = event.children.filter { $0.name == "VALARM" }
        var number = 0
        var isAnyValid = alarms.isEmpty
        var unreadable: [(alarm: CalendarNode, number: Int, error: RequestError)] = []
        for alarm in alarms {
            let action = alarm["ACTION"]?.value.uppercased() ?? "DISPLAY"
            guard Self.actions.contains(action) else {
                isAnyValid = true
                if action != "NONE" { note(event, "an alarm of the action \(action) is left out") }
                continue
            }
            let first = number + 1
            number = first
            let dates: [AlarmTime]
            do throws(RequestError) {
                dates = try times.times(of: alarm, in: event, from: start)
            } catch {
                unreadable.append((alarm, first, error))
                continue
            }
            do throws(RequestError) {
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
                skip(
                    event,
                    error.message,
                    what: "alarm",
                    keeping: (first...number).map(component.part)
                )
                continue
            }
            note(alarm.badLines, of: event)
            for remark in alarm.remarks {
                noteProblem(remark.message, of: event, at: remark.number)
            }
        }
        note(series.skipRemarks, of: event)
        // The event is not missed because its only alarm cannot be read.
        let isOnlyOne = !isAnyValid && unreadable.count == number && number > 0
        for (index, entry) in unreadable.enumerated() {
            let bad =
                entry.alarm.badLine(of: EventTimes.alarmNames)
                ?? event.badLine(of: EventTimes.endNames)
            if isOnlyOne, index == 0 {
                let time = start.isDay ? "at 09:00" : "at its start"
                noteProblem(
                    "\(entry.error.message); it is shown \(time)",
                    of: event,
                    at: bad?.number ?? event.line(ofPropertyIn: entry.error.message)
                )
            } else {
                skip(
                    event,
                    entry.error.message,
                    what: "alarm",
                    line: bad?.number,
                    keeping: [component.part(entry.number)]
                )
            }
        }
        guard alarms.isEmpty || isOnlyOne else { return isAnyValid }
        // A day starts at midnight, when nobody sees it.
        let offset = start.isDay ? 9 * 3_600 : 0
        if start.isDay, alarms.isEmpty {
            note(
                event,
                "it has no alarm and no time; it is shown at 09:00",
                ofMany: "events have no alarm and no time; they are shown at 09:00"
            )
        }
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

    /// Notes dates that months and years do not have.
    private mutating func note(_ remarks: [String], of event: CalendarNode) {
        for remark in remarks {
            let ofMany =
                remark.hasPrefix("fires ")
                ? "events fire \(remark.dropFirst(6))" : "events: each \(remark)"
            note(event, "it \(remark)", ofMany: ofMany)
        }
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
