extension CalendarComponents {
    /// Reads components from a JSON object such as `{"weekday": 3, "hour": 14}`.
    ///
    /// The keys are Apple's names; `timeZone` is a zone's name, `calendar` an identifier or an object
    /// with `identifier`, `firstWeekday` and `minimumDaysInFirstWeek`, `dates` an array of days such as
    /// `2027-03-01`.
    package init(json: String) throws(TimeSpecError) {
        self.init()
        var parser = JSONParser(Array(json.utf8))
        try parser.object(of: CalendarComponents.keys) {
            (key, parser) throws(TimeSpecError) in
            switch key {
            case "timeZone":
                timeZone = try parser.string(for: key)
            case "dates":
                dates = try CalendarComponents.dates(&parser)
            case "calendar":
                weekRule = try CalendarComponents.calendar(&parser)
            case "isLeapMonth", "isRepeatedDay":
                // Apple's components contain these; they are true only in other calendars than the Gregorian one.
                guard try !parser.boolean(for: key) else {
                    throw parser.errorAtValue(
                        .unsupported,
                        "\(key) true does not exist in the Gregorian calendar: leave it out"
                    )
                }
            default:
                guard let field = Field(rawValue: key) else { return }
                self[field] = try parser.integer(for: key)
            }
        }
        try parser.end()
    }

    /// The components as a JSON object for `init(json:)`, with its keys in a fixed order.
    package var json: String {
        var members = dictionary.map { "\"\($0.name)\":\($0.value)" }
        if !dates.isEmpty {
            let texts = dates.map { "\"\($0)\"" }.joined(separator: ",")
            members.append("\"dates\":[\(texts)]")
        }
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
        Field.allCases.map(\.rawValue)
        + ["dates", "timeZone", "calendar", "isLeapMonth", "isRepeatedDay"]

    private static func dates(_ parser: inout JSONParser) throws(TimeSpecError) -> [CivilDate] {
        try parser.strings(for: "dates").map { text throws(TimeSpecError) in
            guard let date = CivilDate(text) else {
                throw parser.errorAtValue(
                    .syntax,
                    "\"\(text)\" is not a date: write it as 2027-03-01"
                )
            }
            return date
        }
    }

    private static func calendar(_ parser: inout JSONParser) throws(TimeSpecError) -> WeekRule {
        guard parser.isNextObject else {
            return try weekRule(named: parser.string(for: "calendar"), in: parser)
        }
        var rule: WeekRule?
        var firstWeekday: Int?
        var minimumDays: Int?
        try parser.object(of: ["identifier", "firstWeekday", "minimumDaysInFirstWeek"]) {
            (key, parser) throws(TimeSpecError) in
            switch key {
            case "identifier":
                rule = try weekRule(named: parser.string(for: key), in: parser)
            case "firstWeekday":
                firstWeekday = try parser.integer(for: key)
            default:
                minimumDays = try parser.integer(for: key)
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
        in parser: JSONParser
    ) throws(TimeSpecError) -> WeekRule {
        switch identifier {
        case "gregorian": return .gregorian
        case "iso8601": return .iso8601
        default:
            throw parser.errorAtValue(
                .unsupported,
                "calendar \"\(identifier)\" is not supported: write gregorian or iso8601"
            )
        }
    }
}
