import CICal
import NotifyCore

/// A component of a calendar file (RFC 5545, section 3.6), as parsed by libical.
struct CalendarNode {
    /// Its name, such as `VEVENT`.
    let name: String
    /// Its first line in the file, from 1.
    let line: Int
    let properties: [CalendarProperty]
    let children: [CalendarNode]

    /// Returns the first property of a name.
    subscript(name: String) -> CalendarProperty? { properties.first { $0.name == name } }

    /// Returns all properties of a name.
    func all(_ name: String) -> [CalendarProperty] { properties.filter { $0.name == name } }
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
    /// Whether its range covers more than one date.
    let hasRange: Bool
}

extension CalendarNode {
    /// Reads a file.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if libical finds no calendar in it.
    static func reading(_ text: CheckedCalendar) throws(RequestError) -> [CalendarNode] {
        icalerror_set_errors_are_fatal(0)
        guard let root = icalparser_parse_string(text.text) else {
            throw RequestError(.invalidContent, "the file has no calendar")
        }
        defer { icalcomponent_free(root) }
        var lines = text.beginnings[...]
        let node = CalendarNode(root, &lines)
        if let line = text.errorLine(of: node) {
            throw RequestError(.invalidContent, "line \(line): this is not iCalendar")
        }
        return node.name == "XROOT" ? node.children : [node]
    }

    /// Checks a component that is being read.
    init(of component: OpaquePointer) {
        var lines: ArraySlice<Int> = []
        self.init(component, &lines)
    }

    private init(_ component: OpaquePointer, _ lines: inout ArraySlice<Int>) {
        let kind = icalcomponent_isa(component)
        name = icalcomponent_kind_to_string(kind).map { String(cString: $0) } ?? ""
        // The root that libical creates for several calendars has no line.
        line = kind == ICAL_XROOT_COMPONENT ? 0 : lines.popFirst() ?? 0
        var properties: [CalendarProperty] = []
        var property = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
        while let current = property {
            properties.append(CalendarProperty(current))
            property = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
        }
        var children: [CalendarNode] = []
        var child = icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
        while let current = child {
            children.append(CalendarNode(current, &lines))
            child = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
        }
        self.properties = properties
        self.children = children
    }
}

extension CalendarProperty {
    fileprivate init(_ property: OpaquePointer) {
        name = icalproperty_get_property_name(property).map { String(cString: $0) } ?? ""
        value = Self.value(of: property)
        let parameter = { (name: String) -> String? in
            icalproperty_get_parameter_as_string(property, name).map { String(cString: $0) }
        }
        zone = parameter("TZID")
        countsFromEnd = parameter("RELATED")?.uppercased() == "END"
        hasRange = parameter("RANGE") != nil
    }

    private static func value(of property: OpaquePointer) -> String {
        guard let value = icalproperty_get_value(property) else { return "" }
        if icalvalue_isa(value) == ICAL_TEXT_VALUE, let text = icalvalue_get_text(value) {
            return String(cString: text)
        }
        return icalproperty_get_value_as_string(property).map { String(cString: $0) } ?? ""
    }
}
