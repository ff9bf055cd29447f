import AgentInterface
import NotifyCore

/// The versions of events that an import has, and what follows for other files.
struct EventVersions: Sendable {
    /// The versions that the files have, by file and event.
    private var files: [String: [String: [EventRevision]]] = [:]
    /// Those of imports without a name, by event, if they changed.
    private(set) var unnamed: [String: [EventRevision]] = [:]
    /// Files of followed calendars that have the newest version now, and are read again.
    private(set) var toBeRead: [(calendar: String, file: String)] = []
    /// Calendars whose events were changed by another one, so that an unchanged file is read again.
    private(set) var outdated: Set<String> = []
    /// What is left out because it is older, a sentence each.
    private(set) var notes: [String] = []
    /// The maximum number of notes.
    private static let maxNotes = 20

    /// Returns the versions of an event in a file of the calendar.
    func of(_ uid: String, in file: String) -> [EventRevision] { files[file]?[uid] ?? [] }

    /// Notes that other calendars have an event that an import changes.
    mutating func noteChanged(_ stored: [StoredVersions], by calendar: String) {
        for source in stored where ![calendar, ""].contains(source.calendar) {
            if !source.isFollowed { outdated.insert(source.calendar) }
        }
    }

    /// Compares an event with the versions that came before, from other files and earlier imports.
    ///
    /// The content of a file that is followed, or imported under a name, counts also if an earlier version of this
    /// file was newer.
    ///
    /// - Parameter calendar: the calendar of the import, if it is named.
    /// - Returns: the beginnings of the parts that stay as they are, because another file has a newer version, and the
    ///   dates that are moved or cancelled.
    mutating func compare(
        _ event: EventEntry,
        with stored: [StoredVersions],
        _ parts: [String],
        in calendar: CalendarImport?,
        isReplaced: (String) -> Bool,
        title: (String) -> String
    ) -> (older: Set<String>, dates: Dates) {
        let name = calendar?.name ?? ""
        var own: [String: EventRevision] = [:]
        for revision in event.revisions {
            self.files[revision.file, default: [:]][event.uid, default: []].append(revision)
            guard let other = own[revision.part] else {
                own[revision.part] = revision
                continue
            }
            if other.isOlder(than: revision) { own[revision.part] = revision }
        }
        for revision in event.revisions {
            if let newest = own[revision.part], revision.isOlder(than: newest) {
                note(title(revision.part), revision, newest)
            }
        }
        var earlier: [EventRevision] = []
        var others: [StoredVersions] = []
        for source in stored {
            if !name.isEmpty, source.calendar == name, isReplaced(source.file) {
                earlier += source.revisions
            } else if calendar?.isRefresh != true || ["", name].contains(source.calendar) {
                // What another followed calendar has does not count for a file that has changed.
                others.append(source)
            }
        }
        var older: Set<String> = []
        for (part, revision) in own.sorted(by: { $0.key < $1.key }) {
            guard let (source, newer) = Self.newer(than: revision, in: others) else { continue }
            let wasNewest = earlier.contains { $0.part == part && !$0.isOlder(than: newer) }
            if wasNewest {
                // The newer version has not been used, and has to be read.
                guard source.isFollowed else { continue }
                toBeRead.append((source.calendar, source.file))
            }
            note(title(part), revision, newer)
            older.insert(part)
            guard part == Self.series else { continue }
            // A date that a newer series does not have is one of the older series.
            older.formUnion(Set(own.keys).subtracting(source.revisions.map(\.part)))
            // A date that only the newer ones have may have come after the older series was written.
            let had = Set(earlier.map(\.part)).subtracting(others.flatMap(\.revisions).map(\.part))
            older.formUnion(
                parts.filter { part in !own.keys.contains { part.hasPrefix($0) } }
                    .filter { part in !had.contains { part.hasPrefix($0) } }
            )
        }
        let isWhole = own[Self.series] != nil && !older.contains(Self.series)
        if isWhole, let series = own[Self.series] {
            older.formUnion(Self.laterDates(than: series, in: others).subtracting(own.keys))
        }
        updateUnnamed(event.uid, own, older, stored, isWhole: isWhole, isNamed: !name.isEmpty)
        func stays(_ part: String) -> Bool {
            own[part] != nil || !isWhole || older.contains(part) || event.keeps(part)
        }
        let names =
            own.keys + others.flatMap(\.revisions).map(\.part)
            + parts.map { "\($0.prefix { $0 != "#" })#" }
        let all = Set(names).subtracting([Self.series])
        let dates = Dates(
            replaced: Set(all.filter(stays).map { String($0.dropLast()) }),
            haveReturned: !all.allSatisfy(stays)
        )
        return (older, dates)
    }

    /// Dates of a series about which there are messages of their own.
    struct Dates {
        /// Those that are moved or cancelled.
        let replaced: Set<String>
        /// Whether there are others, which a newer series has again.
        let haveReturned: Bool
    }

    /// The beginning of the parts of the event itself.
    static let series = "#"

    /// Returns the dates that a version of their series does not have yet.
    ///
    /// They came in messages of their own after it was written, or it is read once more.
    private static func laterDates(
        than series: EventRevision,
        in others: [StoredVersions]
    ) -> Set<String> {
        var dates: Set<String> = []
        for source in others {
            let known = source.revisions.first { $0.part == Self.series }
            let isSame = known?.isSame(as: series) ?? false
            for revision in source.revisions where revision.part != Self.series {
                let isLater =
                    if let date = revision.stamp, let written = series.stamp { date > written } else
                    {
                        false
                    }
                if isSame || isLater { dates.insert(revision.part) }
            }
        }
        return dates
    }

    /// Returns the newest version that is newer than another one.
    private static func newer(
        than revision: EventRevision,
        in others: [StoredVersions]
    ) -> (StoredVersions, EventRevision)? {
        var found: (StoredVersions, EventRevision)?
        for source in others {
            for other in source.revisions
            where other.part == revision.part && (found?.1 ?? revision).isOlder(than: other) {
                found = (source, other)
            }
        }
        return found
    }

    /// Updates which versions came without a name: those of this import, or those that no named calendar replaces.
    private mutating func updateUnnamed(
        _ uid: String,
        _ own: [String: EventRevision],
        _ older: Set<String>,
        _ stored: [StoredVersions],
        isWhole: Bool,
        isNamed: Bool
    ) {
        let before = stored.first { $0.calendar.isEmpty }?.revisions ?? []
        // A newer series has all dates that are moved.
        var kept = before.filter {
            older.contains($0.part) || own[$0.part] == nil && !(isWhole && $0.part != Self.series)
        }
        if !isNamed { kept += own.values.filter { !older.contains($0.part) && $0.isKnown } }
        if !isNamed || kept.count < before.count {
            unnamed[uid] = kept.sorted { $0.part < $1.part }
        }
    }

    private mutating func note(
        _ title: String,
        _ revision: EventRevision,
        _ newer: EventRevision
    ) {
        guard notes.count < Self.maxNotes else { return }
        let place = revision.file.isEmpty ? "" : "\(revision.file): "
        notes.append(
            "\(place)\(title): this version (\(revision.words)) is older than the one that is known "
                + "(\(newer.words)); it is left out"
        )
    }
}

extension StoredVersions {
    /// Whether it is a file of a calendar that is followed.
    fileprivate var isFollowed: Bool { calendar.hasPrefix("/") }
}
