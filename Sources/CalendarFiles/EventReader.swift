import AgentInterface
import NotifyCore

/// The result of reading the events of a calendar file.
struct ReadEvents {
    /// Requests, with the lines of their events, and the date of an alarm that is past and shown at once.
    var requests: [(request: NotificationRequest, line: Int, current: Instant?)] = []
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
    /// The series, and what separate events change of them, by their identifiers.
    private var changes: [String: SeriesChanges] = [:]
    /// The user's own addresses, in lower case.
    private let addresses: Set<String>
    /// Until when the alarms of events were dismissed in another program, by their identifiers.
    private var dismissed: [String: Instant] = [:]
    /// The alarms of the present event that have passed while it is not over.
    private var current = CurrentAlarms()
    /// The places of events in ``ReadEvents/events``.
    private var places: [String: Int] = [:]
    private var keys: Set<RequestKey> = []
    private var firstError: RequestError?
    private(set) var read = ReadEvents()

    /// Reads a calendar.
    ///
    /// - Parameter trusts: whether a click may open any URL, and what an event carries is taken whatever it is.
    /// - Throws: ``NotifyCore/RequestError`` with the first error if all events are invalid.
    init(
        _ calendar: CalendarNode,
        now: Instant,
        trusts: Bool = false,
        addresses: [String] = []
    ) throws(RequestError) {
        self.now = now
        self.trusts = trusts
        self.addresses = Set(addresses.map(MailAddress.normalized))
        times = EventTimes(zones: ZoneNames(calendar, now: now))
        for bad in calendar.badLines {
            noteProblem("\(bad.message); the line is skipped", at: bad.number)
        }
        for flaw in calendar.remarks { noteProblem(flaw.message, at: flaw.number) }
        read.hasUnknown = calendar.isPartial
        let events = newest(of: calendar).filter { noteReplaced(by: $0) }
        for event in events where event["RECURRENCE-ID"] == nil {
            guard let uid = event["UID"]?.value else { continue }
            dismissed[uid] = event.instant(of: "X-MOZ-LASTACK", times)
        }
        var isAnyValid = false
        for event in events where take(event) { isAnyValid = true }
        if !isAnyValid, let firstError { throw firstError }
    }

    /// Returns the events and to-dos of a file: no answers to invitations, and no older versions.
    private mutating func newest(of calendar: CalendarNode) -> [CalendarNode] {
        var events: [CalendarNode] = []
        for event in calendar.children where ["VEVENT", "VTODO"].contains(event.name) {
            if let kind = event.kindOfAnswer {
                note(
                    event,
                    "it is \(kind), and no event; left out",
                    ofMany: "parts are answers to invitations, and no events; left out"
                )
            } else {
                events.append(event)
            }
        }
        let newest = NewestEvents(EventIdentities.identified(events, times), times)
        for (event, line, isSame) in newest.older {
            guard isSame else {
                note(event, "it is an older version of the event at line \(line); left out")
                continue
            }
            let same = event.hasMadeIdentifier ? "start and name are those" : "UID is that"
            noteProblem("its \(same) of the event at line \(line); the event is skipped", of: event)
        }
        return newest.events
    }

    private static func place(of event: CalendarNode, _ line: Int? = nil) -> String {
        "line \(line ?? event.line), "
            + (event["SUMMARY"]?.value ?? event["UID"]?.value ?? event.name).shortened.quoted
    }

    /// Notes what is left out of an event, or stored differently.
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
        _ error: RequestError,
        what: String = "event",
        line: Int? = nil,
        keeping prefixes: [String]
    ) {
        let line = line ?? event.line(of: error.field?.path)
        noteProblem("\(error.message); the \(what) is skipped", of: event, at: line)
        firstError = firstError ?? error.at(Self.place(of: event, line)).coded(.invalidContent)
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
            skip(event, bad.error, line: bad.number, keeping: [""])
            return false
        }
        if let bad = event.badLine(of: ["RECURRENCE-ID"]) {
            skip(event, bad.error, line: bad.number, keeping: [""])
            return false
        }
        let uid = event["UID"]?.value ?? ""
        do throws(RequestError) {
            try changes[uid, default: SeriesChanges()].note(event, times)
            return true
        } catch {
            skip(event, error, keeping: [event.component.prefix])
            return false
        }
    }

    /// Reads an event; false if it is skipped.
    private mutating func take(_ event: CalendarNode) -> Bool {
        let component = event.component
        do throws(RequestError) {
            return try take(event, component)
        } catch {
            skip(event, error, keeping: [component.prefix])
            return false
        }
    }

    private mutating func take(
        _ event: CalendarNode,
        _ component: EventParts.Component
    ) throws(RequestError) -> Bool {
        guard let uid = event["UID"]?.value, !(event.isCut && event.hasMadeIdentifier) else {
            throw RequestError(
                .invalidContent,
                "the file ends before its UID",
                about: .property("UID")
            )
        }
        let revision = event.revision(of: component.prefix, times)
        change(uid) { $0.noteSeen(revision) }
        let isCancelled = event.method == "CANCEL"
        let status = isCancelled ? "CANCELLED" : event["STATUS"]?.value.uppercased() ?? ""
        guard !["CANCELLED", "COMPLETED"].contains(status), event["COMPLETED"] == nil else {
            noteEnd(of: event, component)
            let word = status.isEmpty ? "completed" : status.lowercased()
            note(event, "it is \(word); left out", ofMany: "events are \(word); left out")
            return true
        }
        guard !event.isDeclined(by: addresses) else {
            noteEnd(of: event, component)
            let many = "events are left out, because you have declined them"
            note(event, "you have declined it; left out", ofMany: many)
            return true
        }
        let needed: Set = [event.name == "VTODO" && event["DUE"] != nil ? "DUE" : "DTSTART"]
        if let bad = event.badLine(of: needed) ?? EventTimes.badDue(of: event) {
            skip(event, bad.error, line: bad.number, keeping: [component.prefix])
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
        if let date = event.instant(of: "X-MOZ-LASTACK", times) {
            // That of a series is of all its dates.
            let part = component.replaces.isEmpty ? "" : component.prefix
            change(uid) { $0.noteAcknowledged([part], until: date) }
        }
        noteEnd(of: event, component)
        let isAnyValid = try takeAlarms(of: event, component, start)
        takeCurrent(of: event, uid)
        change(uid) { $0.notePresent(component) }
        return isAnyValid
    }

    /// Notes when an event with one date is over.
    private mutating func noteEnd(of event: CalendarNode, _ component: EventParts.Component) {
        guard let uid = event["UID"]?.value, let end = times.end(of: event) else { return }
        change(uid) { $0.noteEnd(end, of: component) }
    }

    /// Makes the requests of the alarms that have passed while their event is not over.
    private mutating func takeCurrent(of event: CalendarNode, _ uid: String) {
        for (candidate, isShown) in current.take() {
            guard isShown || candidate.hasMore else {
                keys.remove(candidate.request.key)
                read.past += 1
                continue
            }
            var part = candidate.part
            if isShown { (part.isCurrent, part.ends) = (true, candidate.alarm.ends) }
            if !candidate.hasMore { part.alarm = candidate.alarm.date }
            let date = isShown ? candidate.alarm.date : nil
            read.requests.append((candidate.request, event.line, date))
            change(uid) { $0.add(part) }
        }
    }

    /// Reads the alarms of an event; false if all of them are skipped.
    private mutating func takeAlarms(
        of event: CalendarNode,
        _ component: EventParts.Component,
        _ start: CalendarTime
    ) throws(RequestError) -> Bool {
        current = CurrentAlarms()
        let found = try (changes[event["UID"]?.value ?? ""] ?? SeriesChanges())
            .series(of: event, from: start, now: now, times)
        let series = found.series
        for note in series.notes {
            noteProblem(note.message, of: event, at: event.line(of: note.property))
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
                let dismissed = alarm.instant(of: "ACKNOWLEDGED", times)
                for (index, time) in dates.enumerated() {
                    let part = AlarmPart(component, first + index, digest, dismissed)
                    noteDismissed(part, of: event)
                    let content = EventContent.content(
                        of: event,
                        alarm,
                        start: EventTimes.start(start, after: time, isOne: series.isSingle),
                        isAudible: action == "AUDIO"
                    )
                    try add(event, series, time, part, content)
                }
                isAnyValid = true
            } catch {
                skip(
                    event,
                    error,
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
            let property = entry.error.field?.path
            let line =
                bad?.number ?? entry.alarm.line(of: property) ?? event.line(of: property)
            if isOnlyOne, index == 0 {
                let time = start.isDay ? "at 09:00" : "at its start"
                noteProblem(
                    "\(entry.error.message); it is shown \(time)",
                    of: event,
                    at: line
                )
            } else {
                skip(
                    event,
                    entry.error,
                    what: "alarm",
                    line: line,
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
        let part = AlarmPart(component, 1, event.digest(of: nil, with: others))
        let content = EventContent.content(
            of: event,
            nil,
            start: EventTimes.start(start, after: .afterStart(offset), isOne: false),
            isAudible: false
        )
        try add(event, series, .afterStart(offset), part, content)
        return true
    }

    /// Notes dates that months and years do not have.
    private mutating func note(_ remarks: [SkipRemark], of event: CalendarNode) {
        for remark in remarks {
            let ofMany = remark.ofMany.map { "events \($0)" } ?? "events: each \(remark.text)"
            note(event, "it \(remark.text)", ofMany: ofMany)
        }
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

    /// Notes that an alarm was dismissed in another program.
    private mutating func noteDismissed(_ part: AlarmPart, of event: CalendarNode) {
        guard let date = part.dismissed, let uid = event["UID"]?.value else { return }
        change(uid) { $0.noteAcknowledged([part.name], until: date) }
    }

    private mutating func add(
        _ event: CalendarNode,
        _ series: EventSeries,
        _ time: AlarmTime,
        _ part: AlarmPart,
        _ content: NotificationContent
    ) throws(RequestError) {
        let uid = event["UID"]?.value ?? ""
        let later = try series.trigger(of: time, after: now)
        let length = times.duration(of: event, from: series.start)
        let dismissed = [
            part.dismissed, self.dismissed[uid], event.instant(of: "X-MOZ-LASTACK", times),
        ].compactMap(\.self).max()
        let past = series.current(of: time, lasting: length, at: now).flatMap {
            $0.date <= dismissed ?? .distantPast ? nil : $0
        }
        let earlier = try past.map { (past) throws(RequestError) in
            try series.trigger(of: time, after: past.date.advanced(byMicroseconds: -1))
        }
        guard let trigger = later ?? earlier ?? nil else {
            read.past += 1
            return
        }
        if !trusts { try trigger.checkSeldom() }
        let request = NotificationRequest(
            appID: AgentNames.app,
            identifier: part.identifier(of: uid),
            content: content,
            trigger: trigger,
            openURL: openURL(of: event)
        )
        try request.validate()
        guard keys.insert(request.key).inserted else {
            throw RequestError(
                .invalidContent,
                "another event has the identifier \(request.identifier.quoted)",
                about: .property("UID")
            )
        }
        if let url = event["URL"]?.value, let reason = EventLink.reason(against: url, trusts) {
            note(event, "URL \(url.quoted) \(reason)")
        }
        var made = EventRequest(request.key, part: part.name, digest: part.digest)
        if let past {
            return current.add(
                CurrentAlarms.Candidate(
                    request: request,
                    part: made,
                    alarm: past,
                    hasMore: later != nil
                )
            )
        }
        made.alarm = series.onlyDate(of: time)
        if series.isSingle {
            made.ends = series.start.instant.map { series.end(of: $0, lasting: length) }
        }
        read.requests.append((request, event.line, nil))
        change(uid) { $0.add(made) }
    }

    /// Returns the URL that a click opens; an invalid one must not make the user miss the event.
    private func openURL(of event: CalendarNode) -> String? {
        let url = event["URL"]?.value ?? ""
        return url.isEmpty || EventLink.reason(against: url, trusts) != nil ? nil : url
    }
}
