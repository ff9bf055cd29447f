import NotifyCore

/// Components from a list of parts, for tables.
func components(_ parts: KeyValuePairs<CalendarComponents.Field, Int>) -> CalendarComponents {
    var components = CalendarComponents()
    for (field, value) in parts { components[field] = value }
    return components
}
