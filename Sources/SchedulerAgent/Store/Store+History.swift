import NotifyCore
import SQLiteBridge

extension Store {
    private static let historyLength = 10_000
    /// The maximum number of characters of a typed text.
    private static let maxUserText = 1_000

    /// Adds lines, in one transaction.
    func note(_ lines: [HistoryLine]) throws(RequestError) {
        guard !lines.isEmpty else { return }
        try write(.process) { connection in try Self.note(lines, connection) }
    }

    static func note(_ lines: [HistoryLine], _ connection: Connection) throws {
        let statement = try connection.cached(
            """
            INSERT INTO history
                (at, app, identifier, title, event, detail, scheduled, requester,
                action, actionTitle, userText, url, problem)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        for line in lines {
            try statement.run(
                line.at.microseconds,
                line.key.appID,
                line.key.identifier,
                line.title,
                line.event.rawValue,
                line.detail,
                line.scheduled?.microseconds,
                line.requester,
                line.choice?.action,
                line.choice?.actionTitle,
                line.choice?.userText.map { String($0.prefix(Self.maxUserText)) },
                line.choice?.url,
                line.choice?.problem
            )
        }
    }

    /// Returns lines, latest first.
    func history(_ selection: HistorySelection) throws(RequestError) -> [HistoryLine] {
        let events = selection.events.map { events in
            "," + events.map(\.rawValue).joined(separator: ",") + ","
        }
        return try read { connection in
            try connection.prepare(
                """
                SELECT at, app, identifier, title, event, detail, scheduled, requester,
                    action, actionTitle, userText, url, problem FROM history
                WHERE (?1 IS NULL OR app = ?1) AND (?2 IS NULL OR identifier = ?2)
                    AND (?3 IS NULL OR at >= ?3)
                    AND (?4 IS NULL OR instr(?4, ',' || event || ',') > 0
                        OR event = 'delivered' AND instr(?5, ',' || detail || ',') > 0)
                ORDER BY id DESC LIMIT ?6
                """
            ).all([
                selection.app, selection.identifier, selection.since?.microseconds, events,
                selection.unseenDetails, selection.limit,
            ]) { row -> HistoryLine? in
                try HistoryLine.Event(rawValue: row.value(4)).map { event in
                    HistoryLine(
                        at: Instant(stored: try row.value(0)),
                        key: RequestKey(appID: try row.value(1), identifier: try row.value(2)),
                        title: try row.value(3),
                        event: event,
                        detail: try row.value(5),
                        scheduled: try row.value(6, as: Int64?.self).map(Instant.init(stored:)),
                        requester: try row.value(7),
                        choice: try row.value(8, as: String?.self).map { action in
                            HistoryLine.Choice(
                                action: action,
                                actionTitle: try row.value(9),
                                userText: try row.value(10),
                                url: try row.value(11),
                                problem: try row.value(12)
                            )
                        }
                    )
                }
            }.compactMap { $0 }
        }
    }

    /// Removes all but the latest lines.
    func trimHistory() throws(RequestError) {
        try write(.process) { connection in
            try connection.run(
                "DELETE FROM history WHERE id <= (SELECT MAX(id) FROM history) - ?",
                Self.historyLength
            )
        }
    }
}
