import AgentInterface
import GLibBridge
import NotifyCore

extension Scheduler {
    /// A part of a list as `Export` gives it, in the order in which it was stored.
    ///
    /// - Parameters:
    ///   - list: which.
    ///   - app: whose; `nil` for all.
    ///   - position: where the part before ended; 0 for the first.
    /// - Returns: the entries, and where they end; 0 where no more follow.
    /// - Throws: ``NotifyCore/RequestError`` with code `Storage`.
    func export(
        _ list: TransferList,
        app: String?,
        after position: Int64
    ) throws(RequestError) -> (entries: [Variant], position: Int64) {
        switch list {
        case .categories:
            var entries: [Variant] = []
            for (owner, bytes) in try store.categories() where app ?? owner == owner {
                guard let category = readable(category: bytes) else { continue }
                entries.append(
                    .dictionary([
                        ("list", .string(list.rawValue)), ("appID", .string(owner)),
                        ("category", category.record),
                    ])
                )
            }
            return (entries, 0)
        case .pending:
            let rows = try store.pending(app: app, after: position)
            let entries = rows.compactMap { row, taken in
                readable(row.record).map { Self.entry($0, row, taken) }
            }
            return (entries, rows.last?.row.id ?? 0)
        case .delivered:
            let rows = try store.delivered(app: app, after: position)
            let entries = rows.compactMap { row in
                // What leaves with its bubble has none elsewhere.
                row.presentation.map { $0.contains(.list) } ?? true
                    ? readable(row.record).map { Self.entry($0, row) } : nil
            }
            return (entries, rows.last?.id ?? 0)
        }
    }

    private static func entry(
        _ record: Variant,
        _ row: PendingRow,
        _ taken: [Instant]
    ) -> Variant {
        var entries: [(key: String, value: Variant)] = [
            ("list", .string(TransferList.pending.rawValue)),
            ("request", record),
            ("added", .int64(row.added.microseconds)),
            ("nextTriggerDate", .int64(row.due.microseconds)),
            ("settled", .int64(row.settled.microseconds)),
            ("fired", .int64(Int64(row.fired))),
            ("paused", .boolean(row.isPaused)),
        ]
        if !taken.isEmpty {
            entries.append(("taken", .array(of: "x", taken.map { .int64($0.microseconds) })))
        }
        return .dictionary(entries)
    }

    private static func entry(_ record: Variant, _ row: DeliveredRow) -> Variant {
        var entries: [(key: String, value: Variant)] = [
            ("list", .string(TransferList.delivered.rawValue)),
            ("request", record),
            ("scheduled", .int64(row.scheduled.microseconds)),
            ("date", .int64(row.delivered.microseconds)),
        ]
        if let note = row.note {
            entries.append(("firstScheduled", .int64(note.occurrences.first.microseconds)))
            entries.append(("occurrences", .int64(Int64(note.occurrences.count))))
            entries.append(("late", .boolean(note.isLate)))
        }
        if let crossing = row.crossing { entries.append(("crossing", crossing.record)) }
        if let presentation = row.presentation {
            entries.append(("presentation", .strings(presentation.names)))
        }
        return .dictionary(entries)
    }
}
