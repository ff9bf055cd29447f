public import GLibBridge
public import NotifyCore

extension PendingRequest {
    /// The entry of `List` for a request whose record is at hand.
    ///
    /// - Parameters:
    ///   - record: the request.
    ///   - added: when it was accepted.
    ///   - due: its next date; ``NotifyCore/Instant/distantFuture`` where it waits for a place.
    ///   - settled: up to where its dates are dealt with.
    ///   - fired: how many of its dates are behind it.
    ///   - isPaused: whether it is held back.
    /// - Returns: the dictionary.
    public static func entry(
        record: Variant,
        added: Instant,
        due: Instant,
        settled: Instant,
        fired: Int,
        isPaused: Bool
    ) -> Variant {
        var entries: [(key: String, value: Variant)] = [
            ("request", record),
            ("added", .int64(added.microseconds)),
            ("settled", .int64(settled.microseconds)),
            ("fired", .int64(Int64(fired))),
            ("paused", .boolean(isPaused)),
        ]
        // What waits for a place has no date.
        if due != .distantFuture { entries.append(("nextTriggerDate", .int64(due.microseconds))) }
        return .dictionary(entries)
    }

    /// Reads an entry of `List`.
    ///
    /// - Throws: ``RequestError`` with code `Malformed`.
    public init(entry: Variant) throws(RequestError) {
        let reader = try RecordReader(
            entry,
            "entry",
            keys: ["request", "added", "nextTriggerDate", "settled", "fired", "paused", "list"]
        )
        self.init(
            request: try NotificationRequest(record: reader["request"]),
            added: try reader.required(instant: "added"),
            due: try reader.instant("nextTriggerDate") ?? .distantFuture,
            settled: try reader.instant("settled"),
            fired: try reader.integer("fired").map { Int($0) } ?? 0,
            isPaused: try reader.boolean("paused") ?? false
        )
    }
}

/// A delivered notification as `List` gives it.
public struct DeliveredNotification: Hashable, Sendable {
    /// What was shown.
    public var request: NotificationRequest
    /// When it was due.
    public var scheduled: Instant
    /// When it was shown.
    public var date: Instant
    /// `delivering`, `unknown`, `shown` or `listed`.
    public var state: String
    /// What has to be said about the date; `nil` where it was on time and the only one.
    public var note: LateNote?
    /// The crossing that it tells of; `nil` where it had a date.
    public var crossing: RegionCrossing?
    /// The server's number of the bubble; `nil` where none is on the screen.
    public var bubble: UInt32?

    /// Reads an entry of `List`.
    ///
    /// - Throws: ``RequestError`` with code `Malformed`.
    public init(entry: Variant) throws(RequestError) {
        let reader = try RecordReader(
            entry,
            "entry",
            keys: [
                "request", "scheduled", "date", "state", "firstScheduled", "occurrences", "late",
                "crossing", "bubble", "list",
            ]
        )
        request = try NotificationRequest(record: reader["request"])
        scheduled = try reader.required(instant: "scheduled")
        date = try reader.required(instant: "date")
        state = try reader.required("state")
        bubble = try reader.integer("bubble").flatMap { UInt32(exactly: $0) }
        if let record = reader["crossing"] { crossing = try RegionCrossing(record: record) }
        let isLate = try reader.boolean("late") ?? false
        let count = try reader.integer("occurrences").map { Int($0) } ?? 1
        let first = try reader.instant("firstScheduled") ?? scheduled
        if isLate || count > 1 {
            note = LateNote(
                occurrences: Occurrences(first: first, latest: scheduled, count: count),
                isLate: isLate
            )
        }
    }
}

extension Delivery {
    /// The entry of `List` for a delivery whose record is at hand.
    public static func entry(
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
