import NotifyCore

extension TimeOptions {
    /// Returns the rule of a repeating request at the time of `--at`.
    ///
    /// - Parameters:
    ///   - trigger: the request's trigger.
    ///   - now: the present.
    /// - Returns: the rule; `nil` where `--at` is no time without a day, or the rule has no single time to change.
    /// - Throws: ``UsageError`` for options that do not go with `--at`.
    func movedRule(of trigger: NotificationTrigger, now: Instant) throws -> NotificationTrigger? {
        guard let date, case .calendar(let calendar) = trigger, calendar.repeats,
            let time = CivilTime(words: date), var moved = calendar.moved(to: time)
        else { return nil }
        _ = try self.trigger(now: now)
        if let zone { moved.timeZone = zone }
        return .calendar(moved)
    }

    /// Refuses a time that would end a series without a word.
    ///
    /// - Parameters:
    ///   - request: the request as it is.
    ///   - trigger: the trigger that the options describe.
    /// - Throws: ``NotifyCore/RequestError`` with what to write instead.
    func checkSeries(
        of request: NotificationRequest,
        becoming trigger: NotificationTrigger
    ) throws(RequestError) {
        guard request.trigger.repeats, !trigger.repeats, !once, let option = givenTimes.first else {
            return
        }
        let name = request.identifier.quoted
        let way =
            ["components", "in", "near"].contains(option)
            ? "add --repeat" : "change the rule, as in --on \"Tue 15:00\""
        throw RequestError(
            .invalidTrigger,
            "\(name) repeats, \(request.trigger.words), and --\(option) names one date: \(way); for "
                + "a single date remove it and add it again"
        )
    }
}
