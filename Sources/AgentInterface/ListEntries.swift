package import GLibBridge
package import NotifyCore

extension PendingRequest {
    /// Returns the entry of `List` for a request's record.
    ///
    /// - Parameters:
    ///   - due: its next date; ``NotifyCore/Instant/distantFuture`` if it waits for a place.
    ///   - skipped: the dates ahead that the user left out.
    package static func entry(
        record: Variant,
        added: Instant,
        due: Instant,
        settled: Instant,
        fired: Int,
        pause: Pause?,
        skipped: [Instant] = []
    ) -> Variant {
        var entries: [(key: String, value: Variant)] = [
            ("request", record),
            ("added", .int64(added.microseconds)),
            ("settled", .int64(settled.microseconds)),
            ("fired", .int64(Int64(fired))),
            ("paused", .boolean(pause != nil)),
        ]
        if let end = pause?.end { entries.append(("pausedUntil", .int64(end.microseconds))) }
        if !skipped.isEmpty {
            entries.append(
                ("skipped", .array(of: "x", skipped.map { .int64($0.microseconds) }))
            )
        }
        // A request with a location trigger has no date.
        if due != .distantFuture { entries.append(("nextTriggerDate", .int64(due.microseconds))) }
        return .dictionary(entries)
    }

    private static let entryKeys = [
        "request", "added", "settled", "fired", "paused", "nextTriggerDate", "list",
        "skipped", "pausedUntil",
    ]

    /// Reads an entry of `List`.
    package init(entry: Variant) throws(RequestError) {
        let reader = try RecordReader(entry, "entry", keys: Self.entryKeys)
        self.init(
            request: try reader.required("request", .record),
            added: try reader.required("added", .instant),
            due: try reader.optional("nextTriggerDate", .instant) ?? .distantFuture,
            settled: try reader.optional("settled", .instant),
            fired: try reader.optional("fired", .int64) ?? 0,
            isPaused: try reader.optional("paused", .flag) ?? false
        )
        if let end = try reader.optional("pausedUntil", .instant) { pause = .until(end) }
        taken = Set(try reader.optional("skipped", .instants) ?? [])
    }
}

/// A delivered notification, as in the reply to `List`.
package struct DeliveredNotification: Hashable, Sendable {
    /// The request.
    package var request: NotificationRequest
    /// When it was due.
    package var scheduled: Instant
    /// When it was shown.
    package var date: Instant
    /// `delivering`, `unknown`, `shown`, `returning` or `listed`.
    package var state: String
    /// The note about the date; `nil` if it was on time and the only one.
    package var note: LateNote?
    /// The crossing that caused it; `nil` if it had a date.
    package var crossing: RegionCrossing?
    /// The server's number of the bubble; `nil` if it has none.
    package var bubble: UInt32?

    /// Reads an entry of `List`.
    package init(entry: Variant) throws(RequestError) {
        let reader = try RecordReader(
            entry,
            "entry",
            keys: [
                "request", "scheduled", "date", "state", "firstScheduled", "occurrences", "late",
                "crossing", "bubble", "list",
            ]
        )
        request = try reader.required("request", .record)
        scheduled = try reader.required("scheduled", .instant)
        date = try reader.required("date", .instant)
        state = try reader.required("state", .text)
        bubble = try reader.optional("bubble", .uint32)
        crossing = try reader.optional("crossing", .record)
        let isLate = try reader.optional("late", .flag) ?? false
        let count = try reader.optional("occurrences", .int64) ?? 1
        let first = try reader.optional("firstScheduled", .instant) ?? scheduled
        if isLate || count > 1 {
            note = LateNote(
                occurrences: Occurrences(first: first, latest: scheduled, count: count),
                isLate: isLate
            )
        }
    }
}

extension Delivery {
    /// Returns the entry of `List` for a delivery's record.
    package static func entry(
        record: Variant,
        scheduled: Instant,
        delivered: Instant,
        state: String,
        note: LateNote?,
        crossing: RegionCrossing? = nil,
        bubble: UInt32? = nil
    ) -> Variant {
        var entries: [(key: String, value: Variant)] = [
            ("request", record),
            ("scheduled", .int64(scheduled.microseconds)),
            ("date", .int64(delivered.microseconds)),
            ("state", .string(state)),
        ]
        if let note {
            entries.append(("firstScheduled", .int64(note.occurrences.first.microseconds)))
            entries.append(("occurrences", .int64(Int64(note.occurrences.count))))
            entries.append(("late", .boolean(note.isLate)))
        }
        if let crossing { entries.append(("crossing", crossing.record)) }
        if let bubble { entries.append(("bubble", .uint32(bubble))) }
        return .dictionary(entries)
    }
}
