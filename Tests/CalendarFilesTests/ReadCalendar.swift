import AgentInterface
import NotifyCore

@testable import CalendarFiles

/// A calendar that tests read, at 08:00 UTC on Friday 2027-01-15.
struct ReadCalendar {
    static let now = Instant(seconds: 1_800_000_000)

    let read: ReadEvents

    /// Reads a file.
    init(bytes: [UInt8], now: Instant = now) throws {
        read = try CalendarFile.reader(of: bytes, now: now, trusts: false).read
    }

    /// Reads components within a calendar.
    init(_ components: String...) throws {
        let lines = ["BEGIN:VCALENDAR"] + components + ["END:VCALENDAR\n"]
        try self.init(bytes: Array(lines.joined(separator: "\n").utf8))
    }

    /// Writes an event, which begins with its identifier.
    static func event(_ lines: String..., uid: String? = "u") -> String {
        let all = ["BEGIN:VEVENT"] + (uid.map { ["UID:\($0)"] } ?? []) + lines + ["END:VEVENT"]
        return all.joined(separator: "\n")
    }

    static func alarm(_ trigger: String) -> String {
        "BEGIN:VALARM\nACTION:DISPLAY\n\(trigger)\nEND:VALARM"
    }

    var remarks: [String] { read.remarks }
    var names: [String] { read.requests.map(\.request.identifier) }

    /// The next dates of all requests in order, in the zone of each, with the titles: `2027-03-01 09:00 Standup`.
    func dates(_ count: Int = 4, after: Instant = now) throws -> [String] {
        var found: [(instant: Instant, text: String)] = []
        for entry in read.requests {
            let request = entry.request
            guard case .calendar(let trigger) = request.trigger else { continue }
            let name = trigger.timeZone ?? SystemZone.local.identifier
            let zone = SystemZone(named: name) ?? .local
            for date in try trigger.rule().next(count: count, after: after, in: zone) {
                let title = request.content.title
                found.append((date, "\(WallTime(date, in: zone)) \(title)"))
                if !request.trigger.repeats { break }
            }
        }
        return found.sorted { $0.instant < $1.instant }.prefix(count).map(\.text)
    }
}
