package import GLibBridge
package import NotifyCore

/// An entry of `Import`.
package struct ImportEntry: Sendable {
    /// The kind of entry.
    package enum Kind: Sendable {
        /// A request without dates, which is added now.
        case fresh(NotificationRequest)
        /// A pending request, with its dates.
        case pending(PendingRequest)
        /// A delivered notification.
        case delivered(Delivery)
        /// A category of an app.
        case category(NotificationCategory, app: String)
        /// An event of a calendar.
        case event(EventEntry)
        /// A file of a calendar.
        case file(FileEntry)
    }

    /// The kind of entry, with its contents.
    package private(set) var kind: Kind

    /// Its request; `nil` where it has none, and ignores a new value.
    package var request: NotificationRequest? {
        get {
            switch kind {
            case .fresh(let request): request
            case .pending(let pending): pending.request
            case .delivered(let delivery): delivery.request
            case .category, .event, .file: nil
            }
        }
        set {
            guard let newValue else { return }
            switch kind {
            case .fresh: kind = .fresh(newValue)
            case .pending(var pending):
                pending.request = newValue
                kind = .pending(pending)
            case .delivered(var delivery):
                delivery.request = newValue
                kind = .delivered(delivery)
            case .category, .event, .file: break
            }
        }
    }

    /// Returns the line of its file, or the number in the call.
    package static func place(of record: Variant, index: Int) -> String {
        record["line"]?.integer.map { "line \($0)" } ?? "entry \(index + 1)"
    }

    /// Reads an entry.
    package init(record: Variant) throws(RequestError) {
        switch record["list"]?.string {
        case TransferList.pending.rawValue: kind = try Self.pending(record)
        case TransferList.delivered.rawValue: kind = .delivered(try Self.delivered(record))
        case TransferList.categories.rawValue:
            let entry = try CategoryEntry(record: record)
            kind = .category(entry.category, app: entry.appID)
        case TransferList.events.rawValue: kind = .event(try EventEntry(record: record))
        case TransferList.files.rawValue: kind = .file(try FileEntry(record: record))
        case let name:
            let names = TransferList.exported.map(\.rawValue).joined(separator: ", ")
            throw RequestError(
                .malformed,
                .init("list", "list"),
                reason: "is \((name ?? "").quoted)",
                wayOut: "use \(names)"
            )
        }
    }

    private static func pending(_ record: Variant) throws(RequestError) -> Kind {
        let entry = try PendingEntry(record: record)
        let request = entry.request
        // All of them or none, because a date does not determine the others.
        guard !entry.isNew else { return .fresh(request) }
        guard request.trigger != .immediate else {
            throw RequestError(
                .malformed,
                "a pending request needs a trigger",
                about: .init("request.trigger", "the trigger"),
                wayOut:
                    "omit added, nextTriggerDate, settled, fired, paused, pausedUntil, taken to "
                    + "show it now"
            )
        }
        try check(count: entry.fired, of: "fired")
        var pending = PendingRequest(
            request: request,
            added: try required(entry.added, "added"),
            due: try required(entry.due, "nextTriggerDate"),
            settled: try required(entry.settled, "settled"),
            fired: entry.fired ?? 0,
            isPaused: entry.isPaused ?? false
        )
        if let end = entry.pauseEnd {
            try check(end)
            pending.pause = .until(end)
        }
        pending.taken = Set(entry.taken ?? [])
        for instant in [pending.added, pending.due, pending.settled] { try check(instant) }
        for date in pending.taken { try check(date) }
        // An interval continues when the clock is set back, and may end before it started.
        if case .calendar = request.trigger, pending.due < pending.settled {
            throw RequestError(
                .malformed,
                .init("nextTriggerDate", "nextTriggerDate"),
                reason: "is before settled, up to which all dates are handled",
                wayOut: "correct one of them"
            )
        }
        return .pending(pending)
    }

    private static func delivered(_ record: Variant) throws(RequestError) -> Delivery {
        let delivery = try Delivery(record: record)
        let first = delivery.note?.occurrences.first ?? delivery.scheduled
        let crossed = delivery.crossing?.date ?? first
        for instant in [delivery.scheduled, delivery.delivered, first, crossed] {
            try check(instant)
        }
        guard first <= delivery.scheduled else {
            throw RequestError(
                .malformed,
                .init("firstScheduled", "firstScheduled"),
                reason: "is after scheduled, the latest date",
                wayOut: "correct one of them"
            )
        }
        return delivery
    }

    private static func required(
        _ instant: Instant?,
        _ key: String
    ) throws(RequestError) -> Instant {
        guard let instant else {
            throw RequestError(
                .malformed,
                "entry lacks the key \(key.quoted)",
                about: .init(key, key)
            )
        }
        return instant
    }

    /// Checks a number of dates.
    static func check(count: Int?, of key: String) throws(RequestError) {
        guard let count, !(0...Int(Int32.max)).contains(count) else { return }
        throw RequestError(
            .malformed,
            .init(key, key),
            reason: "is \(count), not from 0 to \(Int32.max)"
        )
    }

    private static func check(_ instant: Instant) throws(RequestError) {
        guard (Instant.distantPast...Instant.distantFuture).contains(instant) else {
            throw RequestError(.malformed, "a date is outside the years 1 to 9999")
        }
    }
}
