import AgentInterface
import NotifyCore

/// What a component says of itself as a message and as a copy: which version it is, what its recipients answered, and
/// which of its alarms were dismissed in another program.
extension CalendarNode {
    /// The methods of messages that are no events: answers to invitations, and requests to send one.
    private static let answers = ["REPLY", "COUNTER", "DECLINECOUNTER", "REFRESH"]

    /// What it is instead of an event; `nil` if it is one.
    var kindOfAnswer: String? {
        guard Self.answers.contains(method) else { return nil }
        return method == "REPLY" ? "the answer to an invitation" : "a message of METHOD:\(method)"
    }

    /// Returns its version.
    func revision(of part: String, _ times: EventTimes) -> EventRevision {
        EventRevision(
            part: part,
            sequence: self["SEQUENCE"].flatMap { Int64($0.value) },
            stamp: instant(of: "DTSTAMP", times),
            modified: instant(of: "LAST-MODIFIED", times)
        )
    }

    /// Returns the date of a property, such as `ACKNOWLEDGED`; `nil` if there is none.
    func instant(of name: String, _ times: EventTimes) -> Instant? {
        self[name].flatMap { try? times.time(of: $0).instant }
    }

    /// Whether the user has declined it.
    func isDeclined(by addresses: Set<String>) -> Bool {
        guard !addresses.isEmpty else { return false }
        let own = properties.filter { property in
            property.name == "ATTENDEE"
                && [property.value, property.email ?? ""].contains {
                    addresses.contains(MailAddress.normalized($0))
                }
        }
        return !own.isEmpty && own.allSatisfy { $0.participation == "DECLINED" }
    }
}

/// The newest versions of the events of a file.
struct NewestEvents {
    /// One of each component, in order.
    private(set) var events: [CalendarNode] = []
    /// The others, each with the line of the one that counts, and whether that is no newer.
    private(set) var older: [(event: CalendarNode, newer: Int, isSame: Bool)] = []

    /// Finds the newest of the components with the same `UID` and date; of those that are equally new, the last one
    /// that is whole.
    init(_ all: [CalendarNode], _ times: EventTimes) {
        let versions = all.map { event in
            let part = event.component.prefix
            return (key: part + (event["UID"]?.value ?? ""), event.revision(of: part, times))
        }
        var newest: [String: Int] = [:]
        for (index, version) in versions.enumerated() {
            if let other = newest[version.key],
                version.1.isOlder(inFileWith: versions[other].1) || all[index].isCut
            {
                continue
            }
            newest[version.key] = index
        }
        for (index, event) in all.enumerated() {
            guard let other = newest[versions[index].key], other != index, event["UID"] != nil
            else {
                events.append(event)
                continue
            }
            let isOlder = versions[index].1.isOlder(inFileWith: versions[other].1)
            older.append((event, all[other].line, !isOlder))
        }
    }
}

extension EventRevision {
    /// Whether it is older than another one of the same file, where one without `SEQUENCE` is the first one (RFC 5545,
    /// section 3.8.7.4).
    fileprivate func isOlder(inFileWith other: EventRevision) -> Bool {
        guard isKnown, other.isKnown else { return (sequence ?? 0) < (other.sequence ?? 0) }
        return isOlder(than: other)
    }
}
