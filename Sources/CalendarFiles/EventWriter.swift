import AgentInterface
import CICal
import GLibBridge
import NotifyCore

/// Writes pending requests as events with an alarm.
struct EventWriter {
    private static let identifier = "-//notify-schedule//notify-schedule//EN"

    /// Frees the calendar with all its components.
    private final class Root {
        let pointer: OpaquePointer
        init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { icalcomponent_free(pointer) }
    }

    private let now: Instant
    private let root: Root
    private var calendar: OpaquePointer { root.pointer }
    private var zones: Set<String> = []
    /// Remarks about what iCalendar cannot express.
    private(set) var remarks: [String] = []

    init(now: Instant) {
        self.now = now
        icalerror_set_errors_are_fatal(0)
        root = Root(icalcomponent_new(ICAL_VCALENDAR_COMPONENT))
        icalcomponent_add_property(calendar, icalproperty_new_prodid(Self.identifier))
        icalcomponent_add_property(calendar, icalproperty_new_version("2.0"))
    }

    /// Adds a request.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be read.
    mutating func add(_ entry: Variant, line: [UInt8]) throws(RequestError) {
        let request = try NotificationRequest(record: entry["request"])
        let key = "\(request.appID)/\(request.identifier)"
        guard request.trigger.hasDates else {
            remarks.append(
                "\(key): it waits for a place, which iCalendar cannot express; left out"
            )
            return
        }
        guard let event = icalcomponent_new(ICAL_VEVENT_COMPONENT) else { return }
        icalcomponent_add_component(calendar, event)
        let due = Instant(microseconds: entry["nextTriggerDate"]?.integer ?? now.microseconds)
        let added = Instant(microseconds: entry["added"]?.integer ?? now.microseconds)
        add("UID", ExportedEvent.uid(of: key, added: added), to: event)
        add("DTSTAMP", Self.text(of: now), to: event)
        add("SUMMARY", request.content.title, to: event)
        add("LOCATION", request.content.subtitle, to: event)
        add("DESCRIPTION", request.content.body, to: event)
        add("URL", request.openURL ?? "", to: event)
        let zone = Self.zone(of: request.trigger)
        let fired = Int(entry["fired"]?.integer ?? 0)
        let series = ExportedSeries(of: request, due: due, fired: fired, in: zone, now: now)
        if series.isDay {
            addDay("DTSTART", series.dates.start.date, to: event)
        } else {
            addDates("DTSTART", [series.dates.start], zone, to: event)
        }
        if var rule = series.dates.rule {
            // Others take the days of a month for those of the month of the start.
            if rule.isEachMonthOfYears { rule.months = Array(1...12) }
            add("RRULE", rule.text, to: event)
        }
        addDates("EXDATE", series.dates.excluded, zone, to: event)
        addDates("RDATE", series.dates.additional, zone, to: event)
        if !series.isWhole {
            remarks.append(
                "\(key): iCalendar cannot express its rule; other programs see only its next date, and "
                    + "an import here restores the rule"
            )
        }
        if entry["paused"]?.boolean == true { add("STATUS", "TENTATIVE", to: event) }
        if let alarm = icalcomponent_new(ICAL_VALARM_COMPONENT) {
            icalcomponent_add_component(event, alarm)
            let isAudible = request.content.audibleSound != nil
            add("ACTION", isAudible ? "AUDIO" : "DISPLAY", to: alarm)
            add("TRIGGER", CalendarDuration.text(series.dates.offset), to: alarm)
            if !isAudible {
                let title = request.content.title
                add("DESCRIPTION", title.isEmpty ? request.content.body : title, to: alarm)
            }
        }
        addRest(line, to: event)
    }

    /// Returns the text of the file.
    consuming func text() -> String {
        withExtendedLifetime(root) {
            guard let text = icalcomponent_as_ical_string_r(calendar) else { return "" }
            defer { icalmemory_free_buffer(text) }
            return String(cString: text)
        }
    }

    private func add(_ name: String, _ value: String, to component: OpaquePointer) {
        guard !value.isEmpty else { return }
        let kind = icalproperty_string_to_kind(name)
        guard let property = icalproperty_new(kind) else { return }
        switch icalproperty_kind_to_value_kind(kind) {
        case ICAL_TEXT_VALUE: icalproperty_set_value(property, icalvalue_new_text(value))
        default: icalproperty_set_value_from_string(property, value, "NO")
        }
        icalcomponent_add_property(component, property)
    }

    private func addOwn(_ name: String, _ value: String, to component: OpaquePointer) {
        guard let property = icalproperty_new_x(value) else { return }
        icalproperty_set_x_name(property, name)
        icalcomponent_add_property(component, property)
    }

    private func addDay(_ name: String, _ day: CivilDate, to event: OpaquePointer) {
        guard let property = icalproperty_new(icalproperty_string_to_kind(name)) else { return }
        icalproperty_set_value_from_string(property, day.basicText, "DATE")
        icalcomponent_add_property(event, property)
    }

    /// Adds wall times, each as a property of its own, which all readers understand.
    private mutating func addDates(
        _ name: String,
        _ dates: [WallTime],
        _ zone: CalendarZone,
        to event: OpaquePointer
    ) {
        for wall in dates {
            guard let property = icalproperty_new(icalproperty_string_to_kind(name)) else { return }
            let text = wall.basicText + (zone == .utc ? "Z" : "")
            icalproperty_set_value_from_string(property, text, "DATE-TIME")
            if case .named(let name) = zone {
                icalproperty_add_parameter(property, icalparameter_new_tzid(name))
                addZone(name)
            }
            icalcomponent_add_property(event, property)
        }
    }

    /// Adds the rules of a zone, which a file must have for each zone that it uses.
    private mutating func addZone(_ name: String) {
        guard zones.insert(name).inserted,
            let zone = icaltimezone_get_builtin_timezone(name),
            let rules = icaltimezone_get_component(zone),
            let copy = ical_copy(rules)
        else { return }
        // libical adds a prefix to the name.
        if let own = icalcomponent_get_first_property(copy, ICAL_TZID_PROPERTY) {
            icalproperty_set_tzid(own, name)
        }
        icalcomponent_add_component(calendar, copy)
    }

    /// Adds the request itself, with what iCalendar cannot express.
    private func addRest(_ line: [UInt8], to event: OpaquePointer) {
        addOwn(
            ExportedEvent.property,
            String(decoding: Base64.encoded(line), as: UTF8.self),
            to: event
        )
        // As a reader gets it.
        addOwn(
            ExportedEvent.check,
            ExportedEvent.checksum(of: CalendarNode(of: event)),
            to: event
        )
    }

    private static func zone(of trigger: NotificationTrigger) -> CalendarZone {
        guard case .calendar = trigger else { return .utc }
        guard let name = trigger.zoneIdentifier else { return .floating }
        let isOffset = FixedZone(named: name) != nil
        return name == "UTC" || isOffset ? .utc : .named(name)
    }

    private static func text(of instant: Instant) -> String {
        WallTime(instant, in: FixedZone.utc).basicText + "Z"
    }
}
