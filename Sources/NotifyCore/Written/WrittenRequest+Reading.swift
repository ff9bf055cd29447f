extension WrittenRequest {
    /// Returns the request that is described.
    ///
    /// - Parameter blank: the request with what no part says, such as its identifier.
    /// - Throws: ``WrittenError`` if parts do not go together, or a value is invalid.
    package func request(
        _ blank: NotificationRequest,
        in context: WrittenContext
    ) throws(WrittenError) -> NotificationRequest {
        var request = blank
        request.trigger = try trigger(in: context)
        try checkLimits(of: request.trigger)
        try change(&request, parts, in: context, zone: try zone(in: context))
        try setLastDateInWords(of: &request, in: context)
        return request
    }

    /// Returns the error of a request that parts describe, with the part that it is about.
    package func error(_ error: RequestError, of request: NotificationRequest) -> WrittenError {
        if let index = error.field?.index(in: "actions"), request.actions.indices.contains(index) {
            let action = request.actions[index]
            let error = error.about(error.field?.part(of: "actions[\(index)]"))
            if action.isPlainReply { return WrittenError(.reply, error) }
            if action.isPlainSnooze { return WrittenError(.snooze, error) }
            return WrittenError(.action, error).of(button: action.identifier)
        }
        guard error.field?.isIn("trigger") ?? false, error.field != .timeZone else {
            return WrittenError(WrittenPart(field: error.field), error)
        }
        return WrittenError(parts.first { $0.row.sets == .time }, error)
    }

    private func value(
        of part: WrittenPart,
        in context: WrittenContext,
        zone: any ZoneRules,
        keepsUnwritten: Bool = false
    ) -> WrittenValue {
        WrittenValue(
            part: part,
            entries: entries(of: part),
            texts: texts(part),
            context: context,
            zone: zone,
            keepsUnwritten: keepsUnwritten
        )
    }

    /// Changes what parts other than those of the time say; one that is not written gets its default.
    func change(
        _ request: inout NotificationRequest,
        _ parts: some Sequence<WrittenPart>,
        in context: WrittenContext,
        zone: any ZoneRules,
        keepsUnwritten: Bool = false
    ) throws(WrittenError) {
        try checkSubjects()
        for part in parts {
            guard let change = part.row.change else { continue }
            let value = value(of: part, in: context, zone: zone, keepsUnwritten: keepsUnwritten)
            try change(&request, value)
        }
    }

    /// Refuses parts that set the same.
    func checkSubjects() throws(WrittenError) {
        let subjects = Dictionary(grouping: parts.filter { $0.row.sets != nil }) { $0.row.sets }
        guard let (subject, both) = subjects.first(where: { $1.count > 1 }), let subject else {
            return
        }
        let word = both.count == 2 ? "both" : "each"
        throw WrittenError(
            company: both.last,
            "\(both, "and") \(word) \(subject.rawValue); keep one of them"
        )
    }

    /// Refuses parts beside which another one is missing, or is one with which they do not go.
    func checkCompany() throws(WrittenError) {
        let time = parts.first { $0.row.sets == .time }
        guard time != nil || self[.repeats] != "false" else {
            let way: WrittenSentence = "add \([.every, .on, .cron], "or")"
            throw WrittenError(
                company: .repeats,
                "\(.repeats, is: "false") needs a time that repeats; \(way)"
            )
        }
        for part in parts {
            guard let company = part.row.company, has(part) else { continue }
            guard let time else { throw WrittenError(company: part, "\(part) \(company.need)") }
            guard !company.parts.contains(time) else { continue }
            let others = WrittenPart.timeParts.filter(company.parts.contains)
            let purpose = company.purpose ?? "; it is for \(others, "and")"
            throw WrittenError(company: part, "\(part) does not go with \(time)\(purpose)")
        }
        guard self[.every] != nil, self[.starting] == nil else { return }
        if let part = [WrittenPart.except, .also].first(where: has) {
            throw WrittenError(
                company: part,
                "\(part) needs dates, and \(.every) alone counts from now; add \(.starting)"
            )
        }
    }

    /// Refuses limits of what fires once.
    func checkLimits(of trigger: NotificationTrigger) throws(WrittenError) {
        guard !trigger.repeats, let part = [WrittenPart.until, .times].first(where: has) else {
            return
        }
        let way: WrittenSentence =
            self[.at] == nil
            ? "add \(.repeats, is: "true"), or use \([.every, .on, .cron], "or")"
            : "use \([.every, .on, .cron], "or")"
        throw WrittenError(company: part, "\(part) is for repeating notifications; \(way)")
    }

    /// Returns the zone of its dates: the one that is written, or the user's.
    package func zone(in context: WrittenContext) throws(WrittenError) -> any ZoneRules {
        guard let name = self[.zone] else { return context.zones.local() }
        guard let zone = context.zones.named(name) else {
            let way = context.zones.advice(name)
            throw WrittenError(.zone, "\(.zone) \(name.quoted) is unknown; \(way)")
        }
        return zone
    }

    /// Returns whether a flag is given; `nil` if nothing is written.
    func flag(_ part: WrittenPart) throws(WrittenError) -> Bool? { try Self.flag(part, self[part]) }

    static func flag(_ part: WrittenPart, _ text: String?) throws(WrittenError) -> Bool? {
        switch text {
        case nil: return nil
        case "true", "1": return true
        case "false", "0": return false
        case let text?:
            throw WrittenError(part, "\(part) \(text.quoted): write true or false", .invalidContent)
        }
    }
}
