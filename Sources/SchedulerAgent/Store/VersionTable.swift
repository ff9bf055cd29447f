import AgentInterface
import NotifyCore
import SQLiteBridge

/// The versions of an event that a file has, or an import without a name had.
struct StoredVersions: Sendable {
    /// The calendar; empty for an import without a name.
    let calendar: String
    let file: String
    let revisions: [EventRevision]
}

extension Store {
    /// Returns which versions of an event were imported.
    func versions(of uid: String) throws(RequestError) -> [StoredVersions] {
        try read { connection in
            try connection.cached(
                "SELECT calendar, file, revisions FROM calendarEvent WHERE uid = ?"
            ).all([uid]) { row in
                let file: String = try row.value(1)
                return StoredVersions(
                    calendar: try row.value(0),
                    file: file,
                    revisions: EventRevision.revisions(in: try row.value(2), of: file)
                )
            }
        }
    }

    /// Stores what an import changes about versions, apart from those of its files.
    static func store(_ versions: EventVersions, _ connection: Connection) throws {
        for (uid, revisions) in versions.unnamed {
            guard !revisions.isEmpty else {
                try connection.cached("DELETE FROM calendarEvent WHERE uid = ? AND calendar = ''")
                    .run(uid)
                continue
            }
            try store(revisions, of: uid, "", "", connection)
        }
        for (calendar, file) in versions.toBeRead {
            try connection.cached(
                "UPDATE calendarFile SET stamp = '' WHERE calendar = ? AND name = ?"
            ).run(calendar, file)
        }
        for calendar in versions.outdated {
            try connection.cached("UPDATE calendarFile SET stamp = '' WHERE calendar = ?")
                .run(calendar)
        }
    }

    /// Stores that a file has an event; without versions, those of before stay.
    static func store(
        _ revisions: [EventRevision],
        of uid: String,
        _ calendar: String,
        _ file: String,
        _ connection: Connection
    ) throws {
        let ends = revisions.compactMap(\.ends)
        try connection.cached(
            """
            INSERT INTO calendarEvent (uid, calendar, file, revisions, until) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET revisions = excluded.revisions, until = excluded.until
                WHERE excluded.revisions <> ''
            """
        ).run(
            uid,
            calendar,
            file,
            revisions.map(\.text).joined(separator: "\n"),
            ends.count < revisions.count ? nil : ends.max()?.microseconds
        )
    }
}

extension EventRevision {
    /// The form in which it is stored: the part, `SEQUENCE`, and the dates in microseconds, separated by tabulators.
    fileprivate var text: String {
        let dates = [stamp, modified, ends].map { $0.map { "\($0.microseconds)" } ?? "" }
        return ([part, sequence.map { "\($0)" } ?? ""] + dates).joined(separator: "\t")
    }

    /// Reads what is stored; a line of another form is left out.
    fileprivate static func revisions(in text: String, of file: String) -> [EventRevision] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard words.count == 5 else { return nil }
            let dates = words[2...].map { Int64($0).map(Instant.init(stored:)) }
            return EventRevision(
                part: String(words[0]),
                file: file,
                sequence: Int64(words[1]),
                stamp: dates[0],
                modified: dates[1],
                ends: dates[2]
            )
        }
    }
}
