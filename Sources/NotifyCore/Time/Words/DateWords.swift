/// Reads a date in words, such as `next friday at 5pm`.
struct DateWords {
    /// Which of the dates is meant that the words fit.
    enum Tense {
        /// The next one; what is past is refused.
        case future
        /// The next one; a date that is named may be past.
        case coming
        /// The latest one.
        case latest
    }

    private let phrase: Phrase
    private var now: Instant
    private var tense: Tense
    private let hours: DayHours.Source

    /// Prepares a text.
    init(
        _ text: String,
        now: Instant,
        as tense: Tense,
        hours: @escaping DayHours.Source
    ) throws(TimeSpecError) {
        guard let phrase = Phrase(text) else {
            throw TimeSpecError(
                .outOfRange,
                "the date has \(text.utf8.count) bytes: write at most \(Phrase.maxLength), as in tomorrow at 9",
                column: 1
            )
        }
        (self.phrase, self.now, self.tense, self.hours) = (phrase, now, tense, hours)
    }

    /// Reads the text.
    ///
    /// - Returns: the date; `nil` if no form of the grammar has these words.
    func read(in zone: some ZoneRules) throws(TimeSpecError) -> DateSpec? {
        let moments = DateGrammar.meanings(of: phrase, by: DateGrammar.moments)
        var found: [DateSpec] = []
        var refusal: TimeSpecError?
        for moment in moments {
            do throws(TimeSpecError) {
                let date = try date(moment, in: zone)
                if !found.contains(date) { found.append(date) }
            } catch { refusal = refusal ?? error }
        }
        // A reading that is refused for what it leaves open is still a reading.
        if let refusal, found.isEmpty || refusal.code == .ambiguous { throw refusal }
        guard found.count > 1 else { return found.first }
        let dates = found.compactMap { $0.date(after: .distantPast, in: zone) }
            .map { RFC3339.string($0, in: zone) }
        throw Self.error(
            .ambiguous,
            "the words can mean \(Names.list(dates, joinedBy: "or")): write one of these"
        )
    }

    private func date(
        _ moment: MomentPhrase,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> DateSpec {
        switch moment {
        case .time(let clock):
            // The next day that has this time is found as a day of the week is.
            return try date(.offset(0), try time(clock, in: zone), isAnyDay: true, in: zone)
        case .day(.next(let span), .now):
            let time = WallTime(now, in: zone).time
            return try date(.later(.offset(0), span), time, in: zone)
        case .day(let day, let clock):
            guard let clock else { return try date(day, nil, in: zone) }
            let date = try date(day, try time(clock, in: zone), in: zone)
            guard case .midnight(let time) = clock else { return date }
            throw Self.error(.ambiguous, Self.twoNights(of: date, at: time, day))
        case .laterToday: return try laterToday(in: zone)
        case .offset(let moment, let seconds):
            return .instant(try instant(moment, FixedZone(offset: seconds), in: zone))
        case .length(let span) where tense == .latest: return try date(.ago(span), in: zone)
        case .span(let span), .length(let span): return try after(span, in: zone)
        case .ago(let span):
            guard tense != .future else {
                throw Self.error(.past, "what is ago is past: write in, as in in 2 days")
            }
            guard span.months > 0 else {
                return .instant(now.advanced(byMicroseconds: -span.microseconds))
            }
            guard span.microseconds == 0 else {
                throw Self.error(
                    .unsupported,
                    "months and shorter units do not go together here: write a date"
                )
            }
            return try sameTime(after: SpanPhrase(months: -span.months), in: zone)
        }
    }

    /// The next hour of a part of the day that is at least an hour away.
    private func laterToday(in zone: some ZoneRules) throws(TimeSpecError) -> DateSpec {
        let (wall, hours) = (WallTime(now, in: zone), hours())
        let ahead = [hours.afternoon, hours.evening, hours.night].filter {
            $0.secondOfDay >= wall.time.secondOfDay + 3_600
        }
        guard let time = ahead.min(by: { $0.secondOfDay < $1.secondOfDay }) else {
            throw Self.error(.past, "today is nearly over: write one such as in 1 hour")
        }
        return DateSpec(wall.date, at: time)
    }

    /// The instant of a moment in another zone, where that has no other day than the user's.
    private func instant(
        _ moment: MomentPhrase,
        _ other: FixedZone,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> Instant {
        let spec = try date(moment, in: other)
        guard !spec.hasNoTime, let instant = spec.date(after: .distantPast, in: other) else {
            throw Self.error(.syntax, "a zone needs a time: write one such as friday 18:00 UTC")
        }
        let days = WallTime(now, in: zone).date.dayNumber - WallTime(now, in: other).date.dayNumber
        guard days != 0, case .day = moment else { return instant }
        var words = self
        words.now = now.advanced(byMicroseconds: Int64(days) * 86_400_000_000)
        guard let here = (try? words.date(moment, in: other))?.date(after: .distantPast, in: other),
            here != instant
        else { return instant }
        let dates = [instant, here].map { RFC3339.string($0, in: other) }
        throw Self.error(
            .ambiguous,
            "it is another day in \(other.identifier): write \(Names.list(dates, joinedBy: "or"))"
        )
    }

    private func time(
        _ clock: ClockPhrase,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> CivilTime {
        guard clock != .now else { return WallTime(now, in: zone).time }
        return try Self.time(clock, in: phrase, hours)
    }

    /// The time of day; an hour that leaves open which one is refused.
    static func time(
        _ clock: ClockPhrase,
        in phrase: Phrase,
        _ hours: DayHours.Source
    ) throws(TimeSpecError) -> CivilTime {
        switch clock {
        case .time(let time), .midnight(let time): return time
        case .part(let part): return hours()[part]
        case .now: throw error(.unsupported, "a rule needs a time: write one such as at 9:00")
        case .either(let time):
            let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
            let text = time.minute == 0 ? "\(hour)" : "\(hour):\(padded(time.minute, 2))"
            let numbers = [time.hour, time.hour * 100 + time.minute]
            throw TimeSpecError(
                .ambiguous,
                halfOfDay(text),
                // The last one, because a day may have the same number.
                column: phrase.tokens.last { $0.number.map(numbers.contains) ?? false }
                    .map { $0.start + 1 }
            )
        }
    }

    /// The refusal of midnight of a day, before which and after which there is one.
    private static func twoNights(of spec: DateSpec, at time: CivilTime, _ day: DayPhrase) -> String
    {
        let reason = "midnight can be the one before the day or after it"
        guard let first = spec.day else { return "\(reason): write a date with 00:00" }
        let days = [first, CivilDate(dayNumber: first.dayNumber + 1)].map { date in
            if case .weekday = day { Names.weekday(date.weekday).lowercased() } else { "\(date)" }
        }
        return "\(reason): write \(Names.list(days.map { "\($0) \(time)" }, joinedBy: "or"))"
    }

    /// The refusal of an hour that people mean twice a day.
    static func halfOfDay(_ time: String) -> String {
        "\(time) can be in the morning or in the afternoon: write \(time)am or \(time)pm"
    }

    // MARK: Days

    private func date(
        _ phrase: DayPhrase,
        _ time: CivilTime?,
        isAnyDay: Bool = false,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> DateSpec {
        let today = WallTime(now, in: zone).date
        if case .named(let weekday, let day) = phrase {
            return try named(weekday, try date(day, time, in: zone))
        }
        let finder = DayFinder(today: today)
        if case .later(let start, let span) = phrase {
            let day = try finder.later(try firstDay(start, in: zone), span)
            return try checked(DateSpec(day, at: time), phrase, in: zone)
        }
        if isAnyDay {
            for days in 0...2 {
                let phrase = DayPhrase.offset(tense == .latest ? -days : days)
                let spec = DateSpec(try finder.day(phrase), at: time)
                if isInTense(spec, in: zone) { return spec }
            }
            throw Self.error(.past, "no later date has this time: write a date")
        }
        guard finder.candidate(phrase, 0) != nil else {
            return try checked(DateSpec(try finder.day(phrase), at: time), phrase, in: zone)
        }
        if case .weekday(let weekday, isThis: true) = phrase, weekday == today.weekday, time == nil
        {
            let name = Names.weekday(weekday).lowercased()
            throw Self.error(
                .ambiguous,
                "today is a \(Names.weekday(weekday)): write today 18:00 or next \(name)"
            )
        }
        // A fifth Friday of February comes after 28 years, or after 40 if a century ends without a leap day.
        for period in 0...40 {
            guard let day = finder.candidate(phrase, tense == .latest ? 1 - period : period),
                let day
            else { continue }
            if day == today, time == nil, tense == .future {
                guard case .weekday = phrase else {
                    throw Self.error(
                        .ambiguous,
                        "\(Names.date(day)) is today: write today 18:00, or a date with its year"
                    )
                }
                continue
            }
            if day < today, tense != .latest { continue }
            let spec = DateSpec(day, at: time)
            if isInTense(spec, in: zone) { return spec }
        }
        throw Self.error(.never, "no year from 1 to 9999 has this day: write another one")
    }

    /// The day from which a length counts: the one that the words mean alone, which may be today.
    private func firstDay(
        _ phrase: DayPhrase,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> CivilDate {
        var words = self
        if tense == .future { words.tense = .coming }
        var phrase = phrase
        if case .weekday(let weekday, _) = phrase { phrase = .counted(weekday, 1) }
        guard let day = try words.date(phrase, nil, in: zone).day else {
            throw Self.error(
                .syntax,
                "a length counts from a day: write one such as 2 days after 1 march"
            )
        }
        return day
    }

    /// A date whose weekday was given as well.
    private func named(_ weekday: Int, _ spec: DateSpec) throws(TimeSpecError) -> DateSpec {
        guard let date = spec.day, date.weekday != weekday else { return spec }
        throw Self.error(
            .contradiction,
            "\(Names.date(date)) is a \(Names.weekday(date.weekday)) and no \(Names.weekday(weekday)): "
                + "write \(Names.weekday(date.weekday)), or another day"
        )
    }

    /// Whether a date that repeats in each period lies on the right side of the present.
    private func isInTense(_ spec: DateSpec, in zone: some ZoneRules) -> Bool {
        guard tense == .latest else {
            if tense == .coming, case .wall(let parts) = spec, parts.hour == nil { return true }
            return spec.date(after: now, in: zone) != nil
        }
        guard let date = spec.date(after: .distantPast, in: zone) else { return false }
        return date <= now
    }

    /// A date that is the only one which the words mean.
    private func checked(
        _ spec: DateSpec,
        _ phrase: DayPhrase,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> DateSpec {
        let isToCome =
            tense == .future && spec.hasNoTime
            && spec.starting(at: hours().start).date(after: now, in: zone) != nil
        if isToCome { return spec }
        if spec.hasNoTime, phrase == .offset(0), tense == .future {
            throw Self.error(.ambiguous, "today needs a time: write one such as today 18:00")
        }
        if spec.date(after: now, in: zone) != nil { return spec }
        guard let date = spec.date(after: .distantPast, in: zone) else {
            throw Self.error(
                .never,
                "the day was left out of the calendar in \(zone.identifier): write another day"
            )
        }
        guard tense == .future else { return spec }
        throw Self.error(.past, "\(RFC3339.string(date, in: zone)) is past: write a later date")
    }

    // MARK: Distances

    private func after(
        _ span: SpanPhrase,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> DateSpec {
        guard span.months > 0 || span.microseconds > 0 else {
            throw Self.error(.outOfRange, "a duration must be longer than zero: write 1s or more")
        }
        guard span.months > 0 else {
            guard now.advanced(byMicroseconds: span.microseconds) <= .distantFuture else {
                throw Self.error(
                    .outOfRange,
                    "the date is beyond the year 9999: write an earlier one"
                )
            }
            return .span(span.microseconds, from: now)
        }
        guard span.days != nil else {
            throw Self.error(
                .unsupported,
                "months and hours do not add up to one date: write days, or a date such as dec 25 17:00"
            )
        }
        return try sameTime(after: span, in: zone)
    }

    /// This time of day so many days and months away.
    private func sameTime(
        after span: SpanPhrase,
        in zone: some ZoneRules
    ) throws(TimeSpecError) -> DateSpec {
        let wall = WallTime(now, in: zone)
        return DateSpec(try DayFinder(today: wall.date).later(wall.date, span), at: wall.time)
    }

    static func error(_ code: TimeSpecError.Code, _ message: String) -> TimeSpecError {
        TimeSpecError(code, message, column: 1)
    }
}

extension DateSpec {
    /// The day, if it is one of a calendar.
    fileprivate var day: CivilDate? {
        guard case .wall(let parts) = self, let year = parts.year, let month = parts.month,
            let day = parts.day
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }
}
