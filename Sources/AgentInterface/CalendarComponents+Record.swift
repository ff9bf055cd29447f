import GLibBridge
import NotifyCore

extension CalendarComponents {
    private static let firstWeekday = "firstWeekday"
    private static let minimumDays = "minimumDaysInFirstWeek"
    private static let zone = "timeZone"
    private static let recordKeys =
        Field.allCases.map(\.rawValue) + [firstWeekday, minimumDays, zone]

    var record: Variant {
        var entries = dictionary.map { (key: $0.name, value: Variant.int64(Int64($0.value))) }
        if let weekRule {
            entries.append((Self.firstWeekday, .int64(Int64(weekRule.firstWeekday))))
            entries.append((Self.minimumDays, .int64(Int64(weekRule.minimumDays))))
        }
        if let timeZone { entries.append((Self.zone, .string(timeZone))) }
        return .dictionary(entries)
    }

    init(record: Variant?) throws(RequestError) {
        let reader = try RecordReader(
            record,
            "components",
            keys: Self.recordKeys
        )
        self.init()
        for field in Field.allCases {
            self[field] = try reader.integer(field.rawValue).map { Int($0) }
        }
        timeZone = try reader.string(Self.zone)
        let firstWeekday = try reader.integer(Self.firstWeekday).map { Int($0) }
        let minimumDays = try reader.integer(Self.minimumDays).map { Int($0) }
        guard firstWeekday != nil || minimumDays != nil else { return }
        let rule = WeekRule(firstWeekday: firstWeekday ?? 1, minimumDays: minimumDays ?? 1)
        guard (1...7).contains(rule.firstWeekday), (1...7).contains(rule.minimumDays) else {
            throw RequestError(
                .invalidTrigger,
                "firstWeekday \(rule.firstWeekday) and minimumDaysInFirstWeek \(rule.minimumDays) must "
                    + "lie between 1 and 7"
            )
        }
        weekRule = rule
    }
}
