import AgentInterface
import NotifyCore

/// Gives each event a name that is the same at the next import.
enum EventIdentities {
    /// Returns events with an identifier, of those that share one without being versions of one event a name for each
    /// date, and of those that replace a date a name of that date.
    static func identified(_ events: [CalendarNode], _ times: EventTimes) -> [CalendarNode] {
        let seriesWithoutUID = seriesWithoutUID(in: events)
        var events = events.map { event in
            let own = event["UID"]?.value ?? ""
            let plain = own.withoutAnyControl
            guard var uid = identifier(of: event, plain) ?? (plain == own ? nil : plain) else {
                return event
            }
            if event["RECURRENCE-ID"] != nil, own.isEmpty {
                uid = seriesWithoutUID[event["SUMMARY"]?.value ?? ""] ?? uid
            }
            var event = event
            event.setIdentifier(uid, isMade: uid != plain)
            return event
        }
        var series: [String: [Int]] = [:]
        for (index, event) in events.enumerated() where event["RECURRENCE-ID"] == nil {
            guard let uid = event["UID"]?.value else { continue }
            series[uid, default: []].append(index)
        }
        for index in events.indices {
            guard let property = events[index]["RECURRENCE-ID"] else { continue }
            let uid = events[index]["UID"]?.value
            let master = uid.flatMap { series[$0]?.first }
            let first = (try? times.start(of: events[master ?? index])) ?? nil
            events[index].isOfDays = first?.isDay ?? false
            let name = (try? times.replacedDate(by: events[index]))
                .flatMap { $0?.name(in: master == nil ? nil : first, isOfDays: first?.isDay) }
            events[index].ownDate = name ?? property.value
        }
        for places in series.values where places.count > 1 {
            for (place, date) in dates(of: places, in: events) { events[place].ownDate = date }
        }
        return events
    }

    /// Returns the identifiers of the series without one, by their names, if only one has the name.
    private static func seriesWithoutUID(in events: [CalendarNode]) -> [String: String] {
        let series = events.filter { event in
            event["UID"] == nil && event["RECURRENCE-ID"] == nil
                && (event["RRULE"] != nil || event["RDATE"] != nil)
        }
        return Dictionary(grouping: series) { $0["SUMMARY"]?.value ?? "" }
            .compactMapValues { $0.count == 1 ? identifier(of: $0[0], "") : nil }
    }

    /// Returns the identifier of an event whose own is missing or too long: its start and its name, or a part of its
    /// own and a sum; `nil` if its own can be used.
    private static func identifier(of event: CalendarNode, _ own: String) -> String? {
        guard own.isEmpty || own.utf8.count > EventEntry.maxUID else { return nil }
        guard event.badLine(of: ["UID"]) == nil else { return nil }
        let start = event["DTSTART"] ?? event["DUE"]
        let date = [start?.value, start?.zone].compactMap(\.self).joined(separator: " ")
        let title = event["SUMMARY"]?.value.withoutAnyControl ?? event.name
        let whole = own.isEmpty ? "\(title) \(date)" : own
        guard whole.utf8.count > maxLength else { return whole }
        return "\(whole.prefix(40)) \(String(CalendarNode.hash(whole), radix: 16))"
    }

    /// The longest name that is made, in bytes, so that it is that of a request as well.
    private static let maxLength = 120

    /// Returns the dates that distinguish events with one identifier; none if they are versions of one.
    ///
    /// A version that moves an event has another `SEQUENCE`, or was written at another time (RFC 5546): what a program
    /// writes at once are no versions. The first date needs no name of its own.
    private static func dates(of places: [Int], in events: [CalendarNode]) -> [(Int, String)] {
        let sequence = { (place: Int) in Int(events[place]["SEQUENCE"]?.value ?? "") ?? 0 }
        let date = { (place: Int) in events[place]["DTSTART"]?.value ?? "" }
        let newest = places.map(sequence).max() ?? 0
        let latest = places.filter { sequence($0) == newest }
        let stamps = latest.map { stamp(of: events[$0]) }
        let last = stamps.compactMap(\.self).max()
        let own = Set(
            zip(latest, stamps).filter { _, stamp in
                guard let stamp, let last else { return true }
                return last.seconds - stamp.seconds < atOnce
            }.map { date($0.0) }
        )
        guard own.count > 1, let first = own.min() else { return [] }
        return places.filter { own.contains(date($0)) && date($0) != first }
            .map { ($0, date($0)) }
    }

    /// How many seconds a program may take to write a file.
    private static let atOnce: Int64 = 60

    private static func stamp(of event: CalendarNode) -> Instant? {
        event["DTSTAMP"].flatMap { try? CalendarTime($0.value, in: .utc).instant }
    }
}

extension String {
    /// The text without control characters, which an identifier cannot have.
    fileprivate var withoutAnyControl: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return String(UnicodeScalarView(unicodeScalars.filter { !$0.isControl }))
    }
}

extension CalendarNode {
    /// Which of the event's components it is.
    var component: EventParts.Component {
        EventParts.Component(replaces: ownDate + (changesLaterDates ? "+" : ""))
    }

    /// Whether it changes all dates of its series from one on.
    var changesLaterDates: Bool { self["RECURRENCE-ID"]?.range == "THISANDFUTURE" }
}

extension CalendarTime {
    /// Returns the name of a date of a series, which is the same however a file writes the date: a day, a time in UTC,
    /// or one without a zone.
    ///
    /// - Parameters:
    ///   - series: the first date of the series; `nil` if it is not in the file.
    ///   - isOfDays: whether the series has days without a time; `nil` if that is not known.
    /// - Returns: the name, such as `20270301T080000Z`.
    fileprivate func name(in series: CalendarTime?, isOfDays: Bool?) -> String {
        if isOfDays == true { return WrittenDate.day(self).basicText }
        let time = series.map {
            CalendarTime(wall: $0.wall(of: self), isDay: false, zone: $0.zone)
        }
        let date = time ?? self
        guard !date.isDay else { return date.wall.date.basicText }
        guard date.zone != .floating, let instant = date.instant else { return date.wall.basicText }
        return WallTime(instant, in: FixedZone.utc).basicText + "Z"
    }
}
