import AgentInterface
import GLibBridge
import NotifyCore

/// The request that is stored in an exported event.
///
/// iCalendar cannot express buttons, levels and so on. The line of the export is stored in a private
/// property, and is used if the rest of the event was not changed.
enum ExportedEvent {
    /// The property with the line of the export.
    static let property = "X-NOTIFY-SCHEDULE"
    /// The property with the checksum of the event.
    static let check = "X-NOTIFY-SCHEDULE-CHECK"
    /// The properties that are compared.
    private static let fields = [
        "UID", "DTSTART", "RRULE", "SUMMARY", "DESCRIPTION", "LOCATION", "URL", "DUE", "STATUS",
    ]

    /// What ends the identifier of an exported event.
    private static let host = "@org.notifyschedule"

    /// Returns the identifier of an event, which no other event of the world has: the request's, and when it was added.
    static func uid(of key: String, added: Instant) -> String {
        let own = "\(AgentNames.app)/"
        let name = key.hasPrefix(own) ? String(key.dropFirst(own.count)) : key
        return "\(name)/\(String(added.microseconds.magnitude, radix: 16))\(host)"
    }

    /// Returns the request's identifier in that of an event; the whole one if it is of another program.
    static func identifier(ofUID uid: String) -> String {
        guard uid.hasSuffix(host), let slash = uid.lastIndex(of: "/") else { return uid }
        let added = uid[uid.index(after: slash)...].dropLast(host.count)
        guard !added.isEmpty, added.allSatisfy(\.isHexDigit), slash > uid.startIndex else {
            return uid
        }
        return String(uid[..<slash])
    }

    /// Returns the line of the export in an event; `nil` if there is none, or the event was changed.
    static func entry(of event: CalendarNode) -> [UInt8]? {
        guard let text = event[property]?.value, !wasChanged(event) else { return nil }
        return Base64.decoded(text)
    }

    /// Returns the key of a stored request; `nil` if an import would refuse its line.
    static func key(of entry: [UInt8]) -> RequestKey? {
        let record = try? TransferFormat.entry(entry, number: 1) { _ in 0 }
        guard let record, record["list"]?.string == TransferList.pending.rawValue,
            (try? JSONValue(parsing: entry))?["line"] == nil,
            // An export has the dates as well.
            case .pending(let pending)? = (try? ImportEntry(record: record))?.kind,
            (try? pending.request.validate()) != nil,
            pending.request.storedBytes.count <= RequestLimits.record
        else { return nil }
        return pending.request.key
    }

    /// Returns whether an event has such a line and was changed since its export.
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
