import NotifyCore

/// What an event carries of the request that it was exported from.
///
/// iCalendar has no place for buttons, levels and the like. The line of the export goes along as a
/// property of its own, and counts as long as nobody changed the rest of the event.
enum ExportedEvent {
    static let property = "X-NOTIFY-SCHEDULE"
    static let check = "X-NOTIFY-SCHEDULE-CHECK"
    /// What a change of is a change of the event.
    private static let fields = [
        "UID", "DTSTART", "RRULE", "SUMMARY", "DESCRIPTION", "LOCATION", "URL", "DUE", "STATUS",
    ]

    /// The line of the export that an event carries; `nil` where there is none, or it holds no more.
    static func entry(of event: CalendarNode) -> [UInt8]? {
        guard let text = event[property]?.value, !wasChanged(event) else { return nil }
        return Base64.decoded(text)
    }

    /// Whether it carries one and is not as it was exported.
    static func wasChanged(_ event: CalendarNode) -> Bool {
        event[property] != nil && event[check]?.value != checksum(of: event)
    }

    /// A number that is another one once somebody changes the event.
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
