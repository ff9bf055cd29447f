import CICal
import NotifyCore

/// A component of a calendar file (RFC 5545, section 3.6).
struct CalendarNode {
    /// A line that cannot be read, or about which there is something to say.
    struct BadLine {
        /// The property's name, as far as it can be read.
        let name: String
        /// Its first line in the file, from 1.
        let number: Int
        /// Why.
        let message: String

        /// The error of what needs the property.
        var error: RequestError { RequestError(.invalidContent, message, about: .property(name)) }
    }

    /// Its name, such as `VEVENT`.
    let name: String
    /// Its first line in the file, from 1.
    let line: Int
    private(set) var properties: [CalendarProperty]
    let children: [CalendarNode]
    /// The date that tells the component from others with its identifier; empty for the event itself.
    var ownDate = ""
    /// Whether its series has days without a time.
    var isOfDays = false
    /// The lines that were skipped.
    private(set) var badLines: [BadLine] = []
    /// Lines that are not quite as they should be, and what they were read as.
    private(set) var remarks: [BadLine] = []
    /// Whether its identifier is not its own.
    private(set) var hasMadeIdentifier = false
    /// Whether it may lack events, of a whole file.
    private(set) var isPartial = false
    /// Whether the file ends within it.
    var isCut: Bool { source?.isCut ?? false }
    /// The method of the message that it is in, in upper case; empty for none.
    private(set) var method = ""
    /// What it was parsed from.
    private(set) var source: CheckedCalendar.Component?
    /// A sum of the lines that say what it is about, in any order.
    private var sum: UInt64 = 0

    /// Returns the first property of a name.
    subscript(name: String) -> CalendarProperty? { properties.first { $0.name == name } }

    /// Returns all properties of a name.
    func all(_ name: String) -> [CalendarProperty] { properties.filter { $0.name == name } }

    /// Gives it an identifier in place of its own.
    mutating func setIdentifier(_ uid: String, isMade: Bool) {
        properties.removeAll { $0.name == "UID" }
        properties.append(CalendarProperty(name: "UID", value: uid))
        hasMadeIdentifier = isMade
    }

    /// Returns the line of a property; `nil` if it is not one line alone.
    func line(of property: String?) -> Int? {
        let lines = (source?.lines ?? []).filter { $0.name == property }
        return lines.count == 1 ? lines[0].number : nil
    }

    /// Returns the first bad line of some properties; `nil` if all of them can be read.
    func badLine(of names: Set<String>) -> BadLine? { badLines.first { names.contains($0.name) } }
}

/// A property of a component.
struct CalendarProperty {
    /// Its name, such as `DTSTART`.
    let name: String
    /// Its value; a text without escapes.
    let value: String
    /// Its time zone; `nil` for none.
    let zone: String?
    /// Whether an alarm counts from the end.
    let countsFromEnd: Bool
    /// Which dates beside its own it is about, in upper case; `nil` for none.
    let range: String?
    /// Its value as it is written, of a rule.
    let written: String
    /// The answer of an attendee (`PARTSTAT`), in upper case; `nil` for none.
    let participation: String?
    /// The address of an attendee (`EMAIL`) whose value is another one; `nil` for none.
    let email: String?
}

extension CalendarNode {
    /// Reads the calendars of a file.
    static func reading(_ file: CheckedCalendar) -> [CalendarNode] {
        icalerror_set_errors_are_fatal(0)
        return file.components.map(CalendarNode.init)
    }

    /// Makes one calendar of those of a file, because a program may write each event as a calendar of its own, or
    /// events alone.
    init(merging components: [CalendarNode], of file: CheckedCalendar) {
        name = "VCALENDAR"
        line = components.first?.line ?? 1
        let calendars = components.filter { $0.name == "VCALENDAR" }
        properties = calendars.flatMap(\.properties)
        children = components.flatMap { component in
            guard component.name == "VCALENDAR" else { return [component] }
            let method = component["METHOD"]?.value.uppercased() ?? ""
            return component.children.map { child in
                var child = child
                child.method = method
                return child
            }
        }
        badLines = calendars.flatMap(\.badLines)
        remarks = file.flaws.map { BadLine(name: name, number: $0.number, message: $0.message) }
        isPartial = file.isPartial
    }

    /// Checks a component that is being written.
    init(of component: OpaquePointer) {
        let kind = icalcomponent_isa(component)
        name = icalcomponent_kind_to_string(kind).map { String(cString: $0) } ?? ""
        line = 0
        properties = Self.properties(of: component)
        var children: [CalendarNode] = []
        var child = icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
        while let current = child {
            children.append(CalendarNode(of: current))
            child = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
        }
        self.children = children
    }

    private init(_ component: CheckedCalendar.Component) {
        name = component.name
        line = component.number
        let lines = component.lines.filter { !StandardNames.unused.contains($0.name) }
            .filter { !$0.text.hasPrefix(Self.errorName) }
        let good = lines.filter { $0.fault == nil }
        var badLines = lines.compactMap { line in
            line.fault.map { BadLine(name: line.name, number: line.number, message: $0) }
        }
        remarks = lines.compactMap { line in
            line.remark.map { BadLine(name: line.name, number: line.number, message: $0) }
        }
        var properties: [CalendarProperty] = []
        for line in good where WrittenProperty.names.contains(line.name) {
            let found = WrittenProperty.reading(line)
            properties += found.properties
            badLines += found.badLines
            remarks += found.remarks
        }
        let others = good.filter { !WrittenProperty.names.contains($0.name) }
        // A line at a time only where one is bad, because that takes longer.
        if let all = Self.parsed(others.map(\.text)), !all.contains(where: \.isError) {
            properties += all
        } else {
            for line in others {
                let found = Self.parsed([line.text]) ?? []
                let errors = found.filter(\.isError)
                properties += found.filter { !$0.isError }
                guard errors.contains(where: \.isSerious) || found.isEmpty else { continue }
                badLines.append(
                    BadLine(name: line.name, number: line.number, message: line.complaint)
                )
            }
        }
        self.properties = properties
        // What is a program's own is nobody else's matter.
        self.badLines = badLines.filter { !$0.name.hasPrefix("X-") }
            .sorted { $0.number < $1.number }
        children = component.children.map(CalendarNode.init)
        source = component
        sum = lines.reduce(0) { $0 &+ ($1.isTelling ? Self.hash($1.text) : 0) }
    }

    private static let errorName = "X-LIC-ERROR"

    /// Parses the lines of a component; `nil` if libical refuses them as a whole.
    private static func parsed(_ lines: [String]) -> [CalendarProperty]? {
        guard !lines.isEmpty else { return [] }
        let text = "BEGIN:VEVENT\r\n\(lines.joined(separator: "\r\n"))\r\nEND:VEVENT\r\n"
        guard let component = icalparser_parse_string(text) else { return nil }
        defer { icalcomponent_free(component) }
        return properties(of: component)
    }

    private static func properties(of component: OpaquePointer) -> [CalendarProperty] {
        var properties: [CalendarProperty] = []
        var property = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
        while let current = property {
            properties.append(CalendarProperty(current))
            property = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
        }
        return properties
    }
}

extension CalendarNode {
    /// Returns a digest of what an event says, which stays when its lines are sorted, and when a server or another
    /// program notes that it has seen the event.
    func digest(of alarm: CalendarNode?, with others: [String]) -> String {
        var sum = sum &+ (alarm?.sum ?? 0) &* 31
        for (index, text) in others.enumerated() {
            sum = sum &+ Self.hash(text) &* UInt64(index * 2 + 3)
        }
        return String(sum, radix: 16)
    }

    /// FNV-1a of 64 bits.
    static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}

extension CheckedCalendar.Line {
    /// The name of its property, in upper case.
    var name: String {
        text.prefix { $0 != ":" && $0 != ";" }.filter { !$0.isWhitespace }.uppercased()
    }

    /// Whether it is about the event, and not about its copy.
    fileprivate var isTelling: Bool {
        let name = name
        let notes = ["DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE", "ACKNOWLEDGED"]
        if notes.contains(name) { return false }
        return !name.hasPrefix("X-") || name.hasPrefix(ExportedEvent.property)
    }

    /// Why libical cannot read it.
    var complaint: String {
        guard let colon = text.firstIndex(of: ":"), !name.isEmpty else {
            return "\(text.shortened.quoted) is not iCalendar"
        }
        return
            "\(name): \(String(text[text.index(after: colon)...]).shortened.quoted) cannot be read"
    }
}

extension RequestError.Field {
    /// A property of a calendar file, which sentences begin with.
    static func property(_ name: String) -> Self { Self(name, name) }
}

extension String {
    /// Its beginning, for messages.
    var shortened: String { count > 60 ? "\(prefix(59))…" : self }
}

extension CalendarProperty {
    /// Makes a property without parameters.
    init(name: String, value: String) {
        (self.name, self.value, written) = (name, value, value)
        (zone, countsFromEnd, range) = (nil, false, nil)
        (participation, email) = (nil, nil)
    }

    fileprivate init(_ property: OpaquePointer) {
        name = icalproperty_get_property_name(property).map { String(cString: $0) } ?? ""
        value = Self.value(of: property)
        let parameter = { (name: String) -> String? in
            icalproperty_get_parameter_as_string(property, name).map { String(cString: $0) }
        }
        zone = parameter("TZID")
        countsFromEnd = parameter("RELATED")?.uppercased() == "END"
        range = parameter("RANGE")?.uppercased()
        written = value
        let isAttendee = name == "ATTENDEE"
        participation = isAttendee ? parameter("PARTSTAT")?.uppercased() : nil
        email = isAttendee ? parameter("EMAIL") : nil
    }

    private static func value(of property: OpaquePointer) -> String {
        guard let value = icalproperty_get_value(property) else { return "" }
        if icalvalue_isa(value) == ICAL_TEXT_VALUE, let text = icalvalue_get_text(value) {
            return String(cString: text)
        }
        return icalproperty_get_value_as_string(property).map { String(cString: $0) } ?? ""
    }

    /// Whether libical put it in the place of a line.
    fileprivate var isError: Bool { name == "X-LIC-ERROR" && !value.isEmpty }

    /// Whether it is not about a property without a value or a parameter, which are ignored.
    fileprivate var isSerious: Bool {
        !["No value for", "Can't parse parameter", "Parse error in parameter"].contains {
            value.hasPrefix($0)
        }
    }
}
