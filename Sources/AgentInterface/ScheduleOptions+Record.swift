import GLibBridge
import NotifyCore

extension ScheduleOptions {
    /// The keys of a request that these options take up.
    static let keys = ["until", "times", "late", "lateLimit", "wake"]

    /// The options as entries of the request; those without a value are left out.
    var entries: [(key: String, value: Variant)] {
        var entries: [(key: String, value: Variant)] = []
        if let until { entries.append(("until", .int64(until.microseconds))) }
        if let times { entries.append(("times", .int64(Int64(times)))) }
        switch late {
        case nil: break
        case .show: entries.append(("late", .string("show")))
        case .skip: entries.append(("late", .string("skip")))
        case .within(let limit): entries.append(("lateLimit", .int64(limit)))
        }
        if wakes { entries.append(("wake", .boolean(true))) }
        return entries
    }

    init(_ reader: RecordReader) throws(RequestError) {
        self.init(
            late: try LateRule.reading(reader),
            until: try reader.instant("until"),
            times: try reader.integer("times").map { Int($0) },
            wakes: try reader.boolean("wake") ?? false
        )
    }
}

extension LateRule {
    fileprivate static func reading(_ reader: RecordReader) throws(RequestError) -> LateRule? {
        let name = try reader.string("late")
        if let limit = try reader.integer("lateLimit") {
            guard name == nil else {
                throw RequestError(
                    .malformed,
                    "late and lateLimit are two rules for what is late; keep one of them"
                )
            }
            return .within(microseconds: limit)
        }
        switch name {
        case nil: return nil
        case "show": return .show
        case "skip": return .skip
        case let name?:
            throw RequestError(
                .malformed,
                "late is \(name.quoted); it is show or skip, or lateLimit with microseconds"
            )
        }
    }
}
