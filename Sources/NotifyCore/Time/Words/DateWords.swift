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
    private let now: Instant
    private var tense: Tense

    /// Prepares a text.
    init(_ text: String, now: Instant, as tense: Tense) throws(TimeSpecError) {
        guard let phrase = Phrase(text) else {
            throw TimeSpecError(
                .outOfRange,
                "the date has \(text.utf8.count) bytes: write at most \(Phrase.maxLength), as in tomorrow at 9",
                column: 1
            )
        }
        self.phrase = phrase
        self.now = now
        self.tense = tense
    }

    /// Reads the text.
    ///
    /// - Returns: the date; `nil` if no form of the grammar has these words.
    func read(in zone: some ZoneRules) throws(TimeSpecError) -> DateSpec? {
        var reader = PhraseReader(phrase)
        let moments = reader.meanings(of: DateGrammar.moments)
        var found: [DateSpec] = []
        var refusal: TimeSpecError?
        for moment in moments {
            do throws(TimeSpecError) {
                let date = try date(moment, in: zone)
                if !found.contains(date) { found.append(date) }
            } catch {
                refusal = refusal ?? error
            }
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
            return try date(.offset(0), try Self.time(clock, in: phrase), isAnyDay: true, in: zone)
        case .day(let day, let clock):
            guard let clock else { return try date(day, nil, in: zone) }
            return try date(day, try Self.time(clock, in: phrase), in: zone)
        case .span(let span): return try after(span, in: zone)
        case .ago(let span):
            guard tense != .future else {
                throw Self.error(.past, "what is ago is past: write in, as in in 2 days")
            }
            guard span.months == 0 else {
                var back = span
                back.months = -span.months
                guard span.microseconds == 0 else {
                    throw Self.error(
                        .unsupported,
                        "months and shorter units do not go together here: write a date"
                    )
                }
                let wall = WallTime(now, in: zone)
                let day = try DayFinder(today: wall.date).later(wall.date, back)
                return Self.wall(day, wall.time)
            }
            return .instant(now.advanced(byMicroseconds: -span.microseconds))
        }
    }

    /// The time of day; an hour that leaves open which one is refused.
    static func time(
        _ clock: ClockPhrase,
        in phrase: Phrase
    ) throws(TimeSpecError) -> CivilTime {
        switch clock {
        case .time(let time): return time
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
            return try checked(Self.wall(day, time), phrase, in: zone)
        }
        if isAnyDay {
            for days in 0...2 {
                let phrase = DayPhrase.offset(tense == .latest ? -days : days)
                let spec = Self.wall(try finder.day(phrase), time)
                if isInTense(spec, in: zone) { return spec }
            }
            throw Self.error(.past, "no later date has this time: write a date")
        }
        guard finder.candidate(phrase, 0) != nil else {
            return try checked(Self.wall(try finder.day(phrase), time), phrase, in: zone)
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
            let spec = Self.wall(day, time)
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
        guard case .wall(let parts) = try words.date(phrase, nil, in: zone), let year = parts.year,
            let month = parts.month, let day = parts.day
        else {
            throw Self.error(
                .syntax,
                "a length counts from a day: write one such as 2 days after 1 march"
            )
        }
        return CivilDate(year: year, month: month, day: day)
    }

    /// A date whose weekday was given as well.
    private func named(_ weekday: Int, _ spec: DateSpec) throws(TimeSpecError) -> DateSpec {
        guard case .wall(let parts) = spec, let year = parts.year, let month = parts.month,
            let day = parts.day
        else { return spec }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.weekday != weekday else { return spec }
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
        if case .wall(let parts) = spec, parts.hour == nil, phrase == .offset(0), tense == .future {
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
        let wall = WallTime(now, in: zone)
        return Self.wall(try DayFinder(today: wall.date).later(wall.date, span), wall.time)
    }

    private static func wall(_ date: CivilDate, _ time: CivilTime?) -> DateSpec {
        var parts = CalendarComponents(WallTime(date: date, time: time ?? .midnight))
        if time == nil { (parts.hour, parts.minute, parts.second) = (nil, nil, nil) }
        return .wall(parts)
    }

    static func error(_ code: TimeSpecError.Code, _ message: String) -> TimeSpecError {
        TimeSpecError(code, message, column: 1)
    }
}
