import GLibBridge
import NotifyCore

/// The format of a file of requests.
enum FileFormat: String, CaseIterable {
    /// Lines of JSON, without loss.
    case json
    /// iCalendar.
    case ical

    /// Makes the format of a file name's extension; `nil` for an unknown extension.
    init?(name: String) {
        switch name.split(separator: ".").last?.lowercased() {
        case "ics", "ical", "ifb", "vcs": self = .ical
        case "json", "jsonl": self = .json
        default: return nil
        }
    }

    /// Makes the format of a file's content.
    init(of file: OpenFile) {
        self = Self.isCalendar((try? file.start(64)) ?? []) ? .ical : .json
    }

    /// Returns whether a file with this start is iCalendar.
    static func isCalendar(_ start: [UInt8]) -> Bool {
        String(decoding: start.prefix(64), as: UTF8.self).uppercased()
            .contains("BEGIN:VCALENDAR")
    }

    /// Reads `--format`.
    static func reading(_ text: String?) throws(RequestError) -> FileFormat? {
        guard let text else { return nil }
        // As the files are called.
        if text == "ics" { return .ical }
        guard let format = FileFormat(rawValue: text) else {
            throw .unknown(text, of: "--format", among: allCases.map(\.rawValue))
        }
        return format
    }
}
