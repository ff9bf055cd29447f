import AgentInterface
import NotifyCore

/// What a file says of an event, to be compared with what was imported of it before.
///
/// A part is an alarm of a component: the date of `RECURRENCE-ID`, and the number of the alarm.
struct EventParts {
    /// An event's component: empty for the event itself, or the date that the component replaces.
    struct Component: Hashable {
        let replaces: String

        /// The beginning of the names of its parts.
        var prefix: String { "\(replaces)#" }

        /// The name of the part of an alarm.
        func part(_ alarm: Int) -> String { "\(prefix)\(alarm)#" }
    }

    let uid: String
    /// The components that are there and not cancelled.
    private(set) var present: [String] = []
    /// The beginnings of the names of parts that could not be read; the empty one is that of all parts.
    private(set) var kept: [String] = []
    /// The components that the file has at all.
    private var seen: Set<String> = []
    private(set) var requests: [EventRequest] = []

    init(uid: String) {
        self.uid = uid
    }

    mutating func noteSeen(_ component: Component) { seen.insert(component.prefix) }

    mutating func notePresent(_ component: Component) { present.append(component.prefix) }

    mutating func keep(_ prefixes: [String]) { kept += prefixes }

    mutating func add(_ request: EventRequest) { requests.append(request) }

    /// The entry for `Import`.
    ///
    /// A file with dates of a series, but without the series, as an invitation to a changed date has them, is about
    /// these dates only.
    var entry: EventEntry {
        let isWhole = seen.isEmpty || seen.contains(Component(replaces: "").prefix)
        return EventEntry(
            uid: uid,
            present: present,
            kept: kept,
            scope: isWhole ? [] : seen.sorted(),
            requests: requests
        )
    }
}
