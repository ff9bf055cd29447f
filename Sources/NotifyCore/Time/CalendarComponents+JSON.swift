extension CalendarComponents {
    /// Reads components from a JSON object such as `{"weekday": 3, "hour": 14}`.
    ///
    /// The keys are Apple's names; `timeZone` is a zone's name, `calendar` an identifier or an object
    /// with `identifier`, `firstWeekday` and `minimumDaysInFirstWeek`.
    ///
    /// - Throws: what is wrong and where. Ranges are not checked here; see `rule()`.
    public init(json: String) throws(TimeSpecError) {
        self.init()
        var reader = JSONReader(json)
        try reader.object(of: CalendarComponents.keys) {
            (key, reader) throws(TimeSpecError) in
            switch key {
            case "timeZone":
                timeZone = try reader.string(for: key)
            case "calendar":
                weekRule = try CalendarComponents.calendar(&reader)
            case "isLeapMonth", "isRepeatedDay":
                // Apple's sets carry these; only other calendars than the Gregorian one have any.
                guard try !reader.boolean(for: key) else {
                    throw reader.errorAtValue(
                        .unsupported,
                        "\(key) true does not exist in the Gregorian calendar: leave it out"
                    )
                }
            default:
                guard let field = Field(rawValue: key) else { return }
                self[field] = try reader.integer(for: key)
            }
        }
        try reader.end()
    }

    /// The components as a JSON object that `init(json:)` reads back, with its keys in a fixed order.
    public var json: String {
        var members = dictionary.map { "\"\($0.name)\":\($0.value)" }
        if let weekRule {
            members.append(
                "\"calendar\":{\"identifier\":\"gregorian\","
                    + "\"firstWeekday\":\(weekRule.firstWeekday),"
                    + "\"minimumDaysInFirstWeek\":\(weekRule.minimumDays)}"
            )
        }
        if let timeZone {
            let escaped = timeZone.unicodeScalars.map { scalar in
                scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
            }
            members.append("\"timeZone\":\"\(escaped.joined())\"")
        }
        return "{\(members.joined(separator: ","))}"
    }

    private static let keys =
        Field.allCases.map(\.rawValue) + ["timeZone", "calendar", "isLeapMonth", "isRepeatedDay"]

    private static func calendar(_ reader: inout JSONReader) throws(TimeSpecError) -> WeekRule {
        guard reader.isNextObject else {
            return try weekRule(named: reader.string(for: "calendar"), at: reader)
        }
        var rule: WeekRule?
        var firstWeekday: Int?
        var minimumDays: Int?
        try reader.object(of: ["identifier", "firstWeekday", "minimumDaysInFirstWeek"]) {
            (key, reader) throws(TimeSpecError) in
            switch key {
            case "identifier":
                rule = try weekRule(named: reader.string(for: key), at: reader)
            case "firstWeekday":
                firstWeekday = try reader.integer(for: key)
            default:
                minimumDays = try reader.integer(for: key)
            }
        }
        let base = rule ?? .gregorian
        return WeekRule(
            firstWeekday: firstWeekday ?? base.firstWeekday,
            minimumDays: minimumDays ?? base.minimumDays
        )
    }

    private static func weekRule(
        named identifier: String,
        at reader: JSONReader
    ) throws(TimeSpecError) -> WeekRule {
        switch identifier {
        case "gregorian": return .gregorian
        case "iso8601": return .iso8601
        default:
            throw reader.errorAtValue(
                .unsupported,
                "calendar \"\(identifier)\" is not offered: write gregorian or iso8601"
            )
        }
    }
}
