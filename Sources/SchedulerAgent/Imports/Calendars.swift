import AgentInterface
import Logging
import NotifyCore
import RequestFiles

/// The calendars whose events are remembered under a name, and those that are followed.
struct Calendars {
    private let context: SchedulingContext
    private let events: EventIntake
    private var store: Store { context.store }

    init(_ context: SchedulingContext) {
        self.context = context
        events = EventIntake(context)
    }

    /// Returns the paths of the calendars that are followed, and whether a file of theirs must be read again.
    func followed() throws(RequestError) -> [(path: String, isStale: Bool)] {
        var found: [(path: String, isStale: Bool)] = []
        for row in try store.calendars() where row.follows {
            let isStale = try store.stamps(of: row.name).contains { $0.stamp.isEmpty }
            found.append((row.name, isStale))
        }
        return found
    }

    /// Returns entries of calendars for the reply of `Calendars`.
    ///
    /// - Parameter name: one calendar, with its files; `nil` for all.
    func entries(of name: String?) throws(RequestError) -> [CalendarEntry] {
        var entries: [CalendarEntry] = []
        for row in try store.calendars() where name == nil || row.name == name {
            let files = try store.stamps(of: row.name)
            let problems = files.compactMap { file in
                file.problem.isEmpty
                    ? nil : (file.name.isEmpty ? "" : "\(file.name): ") + file.problem
            }
            let pending = try name.map { name throws(RequestError) in
                try store.countPending(of: name, now: context.clock.now)
            }
            entries.append(
                CalendarEntry(
                    name: row.name,
                    follows: row.follows,
                    trusts: row.trusts,
                    addresses: row.addresses,
                    requestFile: row.requestFile,
                    events: try store.countEvents(in: row.name),
                    read: row.read,
                    problems: row.problems + problems,
                    files: name == nil
                        ? []
                        : files.map {
                            FileEntry(name: $0.name, stamp: $0.stamp, problem: $0.problem)
                        },
                    pending: pending?.count,
                    lacksSome: pending?.lacksSome ?? false
                )
            )
        }
        return entries
    }

    /// Notes why a calendar could not be read.
    func note(_ problem: String, of name: String) {
        do {
            guard var row = try store.calendars().first(where: { $0.name == name }) else { return }
            row.problems = [problem]
            try store.set(row)
        } catch {
            context.logger.error("\(error)")
        }
    }

    /// Ends a calendar.
    ///
    /// - Parameter file: the file of `requests.d` that no longer names it; `nil` where the user ends it.
    /// - Throws: ``NotifyCore/RequestError`` if there is none, or a file names it.
    func end(_ name: String, namedBy file: String? = nil) throws(RequestError) -> Removal {
        guard let row = try store.calendars().first(where: { $0.name == name }) else {
            throw RequestError(
                .notFound,
                "there is no calendar \(name.quoted); see notify-schedule calendars"
            )
        }
        if let named = row.requestFile, named != file {
            throw RequestError(
                .invalidContent,
                "\(name.quoted) is followed by the file \(named); remove that file"
            )
        }
        return try store.end(try events.end(of: row))
    }

    /// Follows the calendars that files of `requests.d` name, and no longer those whose files went.
    func update(to scan: RequestFileScan) throws(RequestError) -> Removal {
        var removal = Removal()
        var rows = Dictionary(
            try store.calendars().map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var named: Set<String> = []
        for calendar in scan.calendars where named.insert(calendar.path).inserted {
            let row = CalendarRow(
                name: calendar.path,
                follows: true,
                trusts: calendar.trusts,
                addresses: calendar.addresses,
                requestFile: calendar.file,
                problems: rows[calendar.path]?.problems ?? [],
                read: rows[calendar.path]?.read
            )
            guard rows.updateValue(row, forKey: row.name) != row else { continue }
            context.logger.notice("\(calendar.file) follows \(calendar.path)")
            try store.follow(row)
        }
        guard !scan.isPartial else { return removal }
        for row in rows.values.sorted(by: { $0.name < $1.name }) {
            guard let file = row.requestFile, !named.contains(row.name),
                !scan.refusedPaths.contains(file)
            else { continue }
            let ended = try end(row.name, namedBy: file)
            removal.pending += ended.pending
            removal.delivered += ended.delivered
            context.logger.notice("the calendar \(row.name) went with its file \(file)")
        }
        return removal
    }
}
