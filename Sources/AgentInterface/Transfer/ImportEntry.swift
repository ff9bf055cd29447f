public import GLibBridge
public import NotifyCore

/// An entry as `Import` brings it.
public struct ImportEntry: Sendable {
    /// What an entry is.
    public enum Kind: Sendable {
        /// A request without anything else: it is added now.
        case fresh(NotificationRequest)
        /// A request that waits, with its dates.
        case pending(PendingRequest)
        /// One that was shown.
        case delivered(Delivery)
        /// A category of an app.
        case category(NotificationCategory, app: String)
    }

    /// What it is.
    public private(set) var kind: Kind

    /// The request that it brings; `nil` of a category, which stays what it is.
    public var request: NotificationRequest? {
        get {
            switch kind {
            case .fresh(let request): request
            case .pending(let pending): pending.request
            case .delivered(let delivery): delivery.request
            case .category: nil
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
            case .category: break
            }
        }
    }

    /// Which line of its file it is, or which one of the call.
    public static func place(of record: Variant, index: Int) -> String {
        record["line"]?.integer.map { "line \($0)" } ?? "entry \(index + 1)"
    }

    /// Reads an entry.
    ///
    /// - Parameter record: the dictionary that the interface documents for `Import`.
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed` and the field that does not hold.
    public init(record: Variant) throws(RequestError) {
        switch record["list"]?.string {
        case TransferList.pending.rawValue: kind = try Self.pending(record)
        case TransferList.delivered.rawValue: kind = .delivered(try Self.delivered(record))
        case TransferList.categories.rawValue:
            let reader = try RecordReader(
                record,
                "entry",
                keys: ["list", "line", "appID", "category"]
            )
            let category = try NotificationCategory(record: reader["category"])
            kind = .category(category, app: try reader.required("appID"))
        case let name:
            let names = TransferList.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestError(
                .malformed,
                "list is \((name ?? "").quoted); there are \(names)"
            )
        }
    }

    private static let dates = ["added", "nextTriggerDate", "settled"]
    private static let state = ["fired", "paused", "taken"]
    private static let pendingKeys = ["list", "line", "request"] + dates + state

    private static func pending(_ record: Variant) throws(RequestError) -> Kind {
        let reader = try RecordReader(
            record,
            "entry",
            keys: pendingKeys
        )
        let request = try NotificationRequest(record: reader["request"])
        // All of them or none: a date alone says nothing about the others.
        guard (dates + state).contains(where: { reader[$0] != nil }) else { return .fresh(request) }
        guard request.trigger != .immediate else {
            throw RequestError(
                .malformed,
                "a pending request needs a trigger; leave \((dates + state).joined(separator: ", ")) out "
                    + "and it is shown now"
            )
        }
        var pending = PendingRequest(
            request: request,
            added: try reader.required(instant: dates[0]),
            due: try reader.required(instant: dates[1]),
            settled: try reader.required(instant: dates[2]),
            fired: try count(reader, "fired") ?? 0,
            isPaused: try reader.boolean("paused") ?? false
        )
        for instant in [pending.added, pending.due, pending.settled] { try check(instant) }
        for date in reader["taken"]?.children ?? [] {
            guard let microseconds = date.integer else { continue }
            pending.taken.insert(Instant(microseconds: microseconds))
        }
        for date in pending.taken { try check(date) }
        // An interval runs on where the clock is set back, and may end before it began.
        if case .calendar = request.trigger, pending.due < pending.settled {
            throw RequestError(
                .malformed,
                "nextTriggerDate lies before settled, up to which all dates are dealt with; "
                    + "correct one of them"
            )
        }
        return .pending(pending)
    }

    private static func delivered(_ record: Variant) throws(RequestError) -> Delivery {
        let reader = try RecordReader(
            record,
            "entry",
            keys: [
                "list", "line", "request", "scheduled", "date", "firstScheduled", "occurrences",
                "late", "presentation", "crossing",
            ]
        )
        let scheduled = try reader.required(instant: "scheduled")
        let date = try reader.required(instant: "date")
        let first = try reader.instant("firstScheduled")
        for instant in [scheduled, date, first ?? date] { try check(instant) }
        guard (first ?? scheduled) <= scheduled else {
            throw RequestError(
                .malformed,
                "firstScheduled lies after scheduled, the latest date; correct one of them"
            )
        }
        let note = try first.map { (first) throws(RequestError) in
            LateNote(
                occurrences: Occurrences(
                    first: first,
                    latest: scheduled,
                    count: try count(reader, "occurrences") ?? 1
                ),
                isLate: try reader.boolean("late") ?? false
            )
        }
        var crossing: RegionCrossing?
        if let record = reader["crossing"] {
            let told = try RegionCrossing(record: record)
            try check(told.date)
            crossing = told
        }
        return Delivery(
            request: try NotificationRequest(record: reader["request"]),
            scheduled: scheduled,
            delivered: date,
            state: .listed,
            note: note,
            crossing: crossing,
            presentation: try reader.strings("presentation").map(PresentationOptions.init(names:))
        )
    }

    private static func count(_ reader: RecordReader, _ key: String) throws(RequestError) -> Int? {
        guard let value = try reader.integer(key) else { return nil }
        guard (0...Int64(Int32.max)).contains(value) else {
            throw RequestError(.malformed, "\(key) is \(value), not from 0 to \(Int32.max)")
        }
        return Int(value)
    }

    private static func check(_ instant: Instant) throws(RequestError) {
        guard (Instant.distantPast...Instant.distantFuture).contains(instant) else {
            throw RequestError(.malformed, "a date lies outside the years 1 to 9999")
        }
    }
}
