import NotifyCore

/// The request that is stored in an exported event.
///
/// iCalendar cannot express buttons, levels and so on. The line of the export is stored in a private
/// property, and is used if the rest of the event was not changed.
enum ExportedEvent {
    static let property = "X-NOTIFY-SCHEDULE"
    static let check = "X-NOTIFY-SCHEDULE-CHECK"
    /// The properties that are compared.
    private static let fields = [
        "UID", "DTSTART", "RRULE", "SUMMARY", "DESCRIPTION", "LOCATION", "URL", "DUE", "STATUS",
    ]

    /// Returns the line of the export in an event; `nil` if there is none, or the event was changed.
    static func entry(of event: CalendarNode) -> [UInt8]? {
        guard let text = event[property]?.value, !wasChanged(event) else { return nil }
        return Base64.decoded(text)
    }

    /// Returns whether it has one and was changed since its export.
    static func wasChanged(_ event: CalendarNode) -> Bool {
        event[property] != nil && event[check]?.value != checksum(of: event)
    }

    /// Returns a checksum of the event.
    static func checksum(of event: CalendarNode) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        for field in fields {
            add(event[field]?.value ?? "")
            add(event[field]?.zone ?? "")
        }
        for more in event.all("RDATE") + event.all("EXDATE") { add(more.value) }
        for alarm in event.children where alarm.name == "VALARM" {
            add(alarm["TRIGGER"]?.value ?? "")
        }
        return String(hash, radix: 16)
    }
}
