package import NotifyCore

extension RecurrenceSeries: Record {
    package static let recordName = "recurrence"
    package static var blank: Self {
        Self(start: WallTime(date: CivilDate(year: 1970, month: 1, day: 1), time: .midnight))
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        var start = start.localText
        var rule = rule?.text
        var without = excluded.map(\.localText) + excludedDays.map(\.description)
        var more = additional.map(\.localText)
        try fields.required("start", .text, &start)
        try fields.optional("rule", .text, &rule)
        try fields.optional("excluded", .texts, &without, default: [])
        try fields.optional("additional", .texts, &more, default: [])
        try fields.optional("offset", .int64, &offset, default: 0)
        guard fields.isReading else { return }
        self.start = try Self.wall(start, "start")
        do {
            self.rule = try rule.map { text throws(TimeSpecError) in try RecurrenceRule(text) }
        } catch {
            throw RequestError(
                .invalidTrigger,
                "the rule of the recurrence: \(error.reason)",
                about: .init("rule", "the rule of the recurrence"),
                wayOut: error.wayOut
            )
        }
        excludedDays = without.compactMap { CivilDate($0) }
        excluded = try without.filter { CivilDate($0) == nil }.map { text throws(RequestError) in
            try Self.wall(text, "excluded")
        }
        additional = try more.map { text throws(RequestError) in try Self.wall(text, "additional") }
    }

    private static func wall(_ text: String, _ key: String) throws(RequestError) -> WallTime {
        guard let wall = WallTime(localText: text) else {
            throw RequestError(
                .invalidTrigger,
                "\(text.quoted) in \(key.quoted) of recurrence is not a date",
                about: .init(key, "\(key.quoted) of recurrence"),
                wayOut: "write it as 2027-01-05T14:00:00"
            )
        }
        return wall
    }
}
