import GLibBridge
import NotifyCore

/// The form of a file of requests.
enum FileFormat: String, CaseIterable {
    /// Lines of JSON, without loss.
    case json
    /// iCalendar.
    case ical

    /// The form that a file's name says; `nil` where it says none.
    init?(name: String) {
        switch name.split(separator: ".").last?.lowercased() {
        case "ics", "ical", "ifb", "vcs": self = .ical
        case "json", "jsonl": self = .json
        default: return nil
        }
    }

    /// The form that the beginning of a file shows.
    init(of file: OpenFile) {
        self = Self.isCalendar((try? file.start(64)) ?? []) ? .ical : .json
    }

    /// Whether a file that begins so is iCalendar.
    static func isCalendar(_ start: [UInt8]) -> Bool {
        String(decoding: start.prefix(64), as: UTF8.self).uppercased()
            .contains("BEGIN:VCALENDAR")
    }

    /// Reads `--format`.
    ///
    /// - Throws: ``UsageError`` where there is no such form.
    static func reading(_ text: String?) throws(UsageError) -> FileFormat? {
        guard let text else { return nil }
        guard let format = FileFormat(rawValue: text) else {
            throw UsageError("--format \(text.quoted) is unknown; write json or ical")
        }
        return format
    }
}
