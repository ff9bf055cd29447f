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
    /// The components that the file has at all, and their versions.
    private var seen: [String: EventRevision] = [:]
    /// The versions of other files, which are older.
    private var older: [EventRevision] = []
    private(set) var requests: [EventRequest] = []
    private var acknowledged: [EventAcknowledgement] = []

    init(uid: String) {
        self.uid = uid
    }

    mutating func noteSeen(_ revision: EventRevision) { seen[revision.part] = revision }

    /// Notes when the event, or one of its dates, is over.
    mutating func noteEnd(_ ends: Instant?, of component: Component) {
        seen[component.prefix]?.ends = ends
    }

    mutating func noteAcknowledged(_ parts: [String], until date: Instant) {
        acknowledged += parts.map { EventAcknowledgement(part: $0, date: date) }
    }

    mutating func notePresent(_ component: Component) { present.append(component.prefix) }

    mutating func keep(_ prefixes: [String]) { kept += prefixes }

    mutating func add(_ request: EventRequest) { requests.append(request) }

    /// Whether the file has the event itself, and not only some of its dates.
    private var isWhole: Bool {
        seen.isEmpty || seen[Component(replaces: "").prefix] != nil
    }

    /// The entry for `Import`.
    ///
    /// A file with dates of a series, but without the series, as an invitation to a changed date has them, is about
    /// these dates only.
    var entry: EventEntry {
        EventEntry(
            uid: uid,
            present: present,
            kept: kept,
            scope: isWhole ? [] : seen.keys.sorted(),
            requests: requests,
            revisions: seen.values.sorted { $0.part < $1.part } + older,
            acknowledged: acknowledged
        )
    }
}

extension EventParts {
    /// Returns what several files say of one event: of each component the newest version.
    ///
    /// - Parameter all: what the files say, in the order of reading; of equally new versions the last one counts.
    static func merged(_ all: [EventParts]) -> EventParts {
        let own = Component(replaces: "").prefix
        var series: EventParts?
        for event in all {
            guard let version = event.seen[own] else { continue }
            if let other = series?.seen[own] {
                guard !version.isOlder(than: other) else { continue }
                // Of one version the file with more dates is no older copy.
                if version.isSame(as: other), event.seen.count < series?.seen.count ?? 0 {
                    continue
                }
            }
            series = event
        }
        var merged = series ?? EventParts(uid: all.first?.uid ?? "")
        for event in all {
            for version in event.seen.values where version.file != merged.seen[version.part]?.file {
                guard series == nil || version.part != own else {
                    merged.older.append(version)
                    continue
                }
                merged.take(version, of: event, hasSeries: series != nil)
            }
            // What could not be read may be any of its parts.
            if event.kept.contains("") { merged.kept.append("") }
            merged.acknowledged += event.acknowledged
        }
        return merged
    }

    /// Takes a component of another file if it is newer.
    private mutating func take(_ version: EventRevision, of event: EventParts, hasSeries: Bool) {
        let known = seen[version.part]
        // A date that the newest series does not have is one of an older series, unless its file has that date alone, or
        // it was moved after that series was written.
        let own = Component(replaces: "").prefix
        let isOfSame = seen[own].map { event.seen[own]?.isSame(as: $0) ?? false } ?? false
        let isLater = (version.stamp ?? .distantPast) > seen[own]?.stamp ?? .distantFuture
        let isGone = known == nil && hasSeries && event.isWhole && !isOfSame && !isLater
        guard !isGone, known.map({ !version.isOlder(than: $0) }) ?? true else {
            return older.append(version)
        }
        if let known { older.append(known) }
        seen[version.part] = version
        func isOther(_ part: String) -> Bool { !part.hasPrefix(version.part) }
        func isThis(_ part: String) -> Bool { part.hasPrefix(version.part) }
        present = present.filter(isOther) + event.present.filter(isThis)
        kept = kept.filter { $0.isEmpty || isOther($0) } + event.kept.filter(isThis)
        requests = requests.filter { isOther($0.part) } + event.requests.filter { isThis($0.part) }
    }

    /// Returns the file that has a part.
    func file(of part: String) -> String {
        let end = part.firstIndex(of: "#").map { part.index(after: $0) } ?? part.endIndex
        return seen[String(part[..<end])]?.file ?? ""
    }

    /// Sets the file that has it.
    mutating func setFile(_ name: String) {
        for part in seen.keys { seen[part]?.file = name }
    }

    /// Leaves out requests, because other events have their identifiers.
    mutating func removeRequests(_ isTaken: (EventRequest) -> Bool) {
        requests.removeAll(where: isTaken)
    }
}
