package import NotifyCore

extension NotificationTrigger: Record {
    package static let recordName = "trigger"
    package static var blank: Self { .immediate }

    /// The name of the form that it has; empty for an immediate one, which no record has.
    private var typeName: String {
        switch self {
        case .immediate: ""
        case .timeInterval: "timeInterval"
        case .calendar: "calendar"
        case .location: "location"
        }
    }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        var type = typeName
        try fields.required("type", .text, &type)
        if fields.covers(type == "timeInterval") { try visitInterval(&fields) }
        if fields.covers(type == "calendar") {
            var trigger = CalendarTrigger(spec: .cron(""))
            if case .calendar(let own) = self { trigger = own }
            try trigger.visit(&fields)
            self = .calendar(trigger)
        }
        if fields.covers(type == "location") {
            var trigger = LocationTrigger.blank
            if case .location(let own) = self { trigger = own }
            try trigger.visit(&fields)
            self = .location(trigger)
        }
        if fields.isReading, case .immediate = self {
            throw RequestError(
                .malformed,
                .init("type", "the trigger type"),
                value: type.quoted,
                reason: "is unknown",
                wayOut: "there are timeInterval, calendar and location"
            )
        }
    }

    private mutating func visitInterval(
        _ fields: inout some FieldVisitor
    ) throws(RequestError) {
        var length: Int64?
        var repeats = false
        if case .timeInterval(let own, let ownRepeats) = self {
            (length, repeats) = (own, ownRepeats)
        }
        try fields.optional("timeInterval", .span, &length)
        try fields.written("repeats", .flag, &repeats, default: false)
        guard fields.isReading else { return }
        guard let length else {
            throw RequestError(
                .malformed,
                "a timeInterval trigger lacks the key \"timeInterval\"",
                about: .init("timeInterval", "timeInterval")
            )
        }
        self = .timeInterval(microseconds: length, repeats: repeats)
    }
}

extension CalendarTrigger {
    fileprivate mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try spec.visit(&fields)
        try fields.optional("timeZone", .text, &timeZone)
        try fields.written("repeats", .flag, &repeats, default: false)
        try fields.optional("monthEnd", .flag, &monthEnd, default: false)
    }
}

extension CalendarSpec {
    fileprivate mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        var components: CalendarComponents?
        var onCalendar: String?
        var cron: String?
        var recurrence: RecurrenceSeries?
        if !fields.isReading {
            switch self {
            case .components(let own): components = own
            case .onCalendar(let own): onCalendar = own
            case .cron(let own): cron = own
            case .recurrence(let own): recurrence = own
            }
        }
        try fields.optional("components", .record, &components)
        try fields.optional("onCalendar", .text, &onCalendar)
        try fields.optional("cron", .text, &cron)
        try fields.optional("recurrence", .record, &recurrence)
        guard fields.isReading else { return }
        switch (components, onCalendar, cron, recurrence) {
        case (let components?, nil, nil, nil): self = .components(components)
        case (nil, let text?, nil, nil): self = .onCalendar(text)
        case (nil, nil, let text?, nil): self = .cron(text)
        case (nil, nil, nil, let series?): self = .recurrence(series)
        default:
            throw RequestError(
                .malformed,
                "a calendar trigger needs exactly one of components, onCalendar, cron and recurrence"
            )
        }
    }
}

extension LocationTrigger {
    fileprivate static let blank = LocationTrigger(
        region: CircularRegion(center: Coordinate(latitude: 0, longitude: 0), radius: 0)
    )

    fileprivate mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        try fields.required("latitude", .number, &region.center.latitude)
        try fields.required("longitude", .number, &region.center.longitude)
        try fields.required("radius", .number, &region.radius)
        try fields.written("notifyOnEntry", .flag, &region.notifyOnEntry, default: true)
        try fields.written("notifyOnExit", .flag, &region.notifyOnExit, default: false)
        try fields.written("repeats", .flag, &repeats, default: false)
        try fields.optional("region", .text, &region.identifier, default: "")
        try fields.optional("firesInside", .flag, &firesInside, default: false)
    }
}

extension CalendarComponents: Record {
    package static let recordName = "components"
    package static var blank: Self { Self() }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError) {
        for field in Field.allCases { try fields.optional(field.rawValue, .int64, &self[field]) }
        var firstWeekday = weekRule?.firstWeekday
        var minimumDays = weekRule?.minimumDays
        try fields.optional("firstWeekday", .int64, &firstWeekday)
        try fields.optional("minimumDaysInFirstWeek", .int64, &minimumDays)
        try fields.optional("timeZone", .text, &timeZone)
        var days = dates.map(\.description)
        try fields.optional("dates", .texts, &days, default: [])
        guard fields.isReading else { return }
        dates = try days.map { text throws(RequestError) in
            guard let date = CivilDate(text) else {
                throw RequestError(
                    .invalidTrigger,
                    "\(text.quoted) in the dates of the components is not a date",
                    about: .init("dates", "the dates of the components"),
                    wayOut: "write it as 2027-03-01"
                )
            }
            return date
        }
        guard firstWeekday != nil || minimumDays != nil else { return }
        let rule = WeekRule(firstWeekday: firstWeekday ?? 1, minimumDays: minimumDays ?? 1)
        guard (1...7).contains(rule.firstWeekday), (1...7).contains(rule.minimumDays) else {
            throw RequestError(
                .invalidTrigger,
                "firstWeekday \(rule.firstWeekday) and minimumDaysInFirstWeek \(rule.minimumDays) must "
                    + "lie between 1 and 7",
                about: .init("firstWeekday", "firstWeekday")
            )
        }
        weekRule = rule
    }
}
