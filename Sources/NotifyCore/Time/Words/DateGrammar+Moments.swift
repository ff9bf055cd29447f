/// Moments in words: times, days, and both together.
extension DateGrammar {
    /// The forms of a moment.
    static let moments: [PhraseForm<MomentPhrase>] =
        daysAndTimes + partsOfDays + distances + offsets

    private static let wallMoment = Part<MomentPhrase>(forms: "moment") { daysAndTimes }

    private static let daysAndTimes = PhraseForms<MomentPhrase>.table {
        Example("5pm", "The next time that it is so late.")
        Part("[at|@|for] [about|around|approximately]", time, "[approximately|sharp]") { .time($0) }
        Part("(at|@|about|around|approximately)", bare) { .time($0) }
        Example(
            "next friday",
            "A day; when it begins or ends, or which time is meant, depends on the option."
        )
        Part("[on|around]", day) { .day($0, nil) }
        Example("tomorrow at 9", "A time of a day.")
        Part("[on]", day, "[,] [at|@|for] [about|around]", time, "[sharp]") { .day($0, $1) }
        Part("[on]", day, "[,] (at|@|about|around)", bare) { .day($0, $1) }
        Part("[on]", day, "[,]", Part(oneOf: "hourSign", hourSign, hourAndMinute)) {
            .day($0, .time($1))
        }
        Part("", iso, "t", Part(oneOf: "basic", clock, basicClock)) { .day($0, .time($1)) }
        Example("9:00 tomorrow", "The same.")
        Part("[at|@]", time, "[,] [on]", day) { .day($1, $0) }
        Part("(at|@)", bare, "[,] [on]", day) { .day($1, $0) }
        Example("9 tomorrow", "The same.")
        Part("", bare, "tomorrow") { .day(.offset(1), $0) }
        Example("same time tomorrow", "The time of day that it is now.")
        Part("[at] [the] (same|this) time [on]", day) { .day($0, .now) }
        Part("[on]", day, "[,] [at] [the] same time") { .day($0, .now) }
    }

    private static let partsOfDays = PhraseForms<MomentPhrase>.table {
        Example("friday evening", "A part of a day, or an hour in it.")
        Part("[on]", day, "[in the|at]", partTime) { .day($0, $1) }
        Part("[at|@]", spoken, "[on]", day, "", part) { time, day, part in
            inPart(time, part).map { .day(day, $0) }
        }
        Example("this evening at 8", "Of today; tonight with an hour is from 17:00 on.")
        Part("[later] this", partTime) { .day(.offset(0), $0) }
        Part(words: "[later] tonight", means: .day(.offset(0), .part(.night)))
        Part(
            words: "(today|tonight) [at|@] midnight|[at|@] midnight (today|tonight)",
            means: .day(.offset(1), .time(.midnight))
        )
        Part("tonight [at|@]", spoken) { inPart($0, .evening).map { .day(.offset(0), $0) } }
        Part("tonight [at|@]", time) { $0.in(.evening).map { .day(.offset(0), $0) } }
        Part("[at|@]", spoken, "", thisPart) { inPart($0, $1).map { .day(.offset(0), $0) } }
        Part("[at|@]", time, "", thisPart) { $0.in($1).map { .day(.offset(0), $0) } }
        Example("in the evening", "The next time that it is so late.")
        Part("in the", partTime) { .time($0) }
        Example("later today", "The next hour of a part of the day that is at least an hour away.")
        Part(words: "later today", means: .laterToday)
        Example("end of day", "One minute before midnight.")
        Part(words: "[by|at] [the] end of [the] day|[by|at] [the] end of today", means: endOfDay)
    }

    private static let distances = PhraseForms<MomentPhrase>.table {
        Example("in 2 weeks", "So long from now; months and years keep the time of day.")
        Part("in [about]", span) { .span($0) }
        Part("", span, "from [right] now") { .span($0) }
        Part("", span, "hence") { .span($0) }
        Part("[now] +", span) { .span($0) }
        Example("5 minutes", "The same; hours are written in words, since 2h can be a time.")
        Part(slots: "span") { phrase, start in
            guard phrase.tokens.count > 2 || !phrase.has("h", at: 1) else { return [] }
            return span.read(phrase, start).map { .init(value: .length($0.value), end: $0.end) }
        }
        Example("in 7 days at 5pm", "A time of the day so many days, weeks or months from now.")
        Part("in", span, "(at|@)", Part(oneOf: "time", time, bare)) {
            $0.days == nil || $0.months >= 12 ? nil : .day(.later(.offset(0), $0), $1)
        }
        Example("in 3 working days", "So many days from Monday to Friday from now.")
        Part("in", count, "(working|business) days") { $0 > 260 ? nil : .day(.workday($0), .now) }
        Example("2 days ago", "A span before now, if past dates are allowed.")
        Part("", span, "ago") { .ago($0) }
    }

    private static let offsets = PhraseForms<MomentPhrase>.table {
        Example(
            "tomorrow at 18:00 UTC",
            "A time in UTC or with its distance to it, where both zones have the same day."
        )
        Part("", wallMoment, "", offset) { .offset($0, seconds: $1) }
    }

    /// The part of today: `this evening`, `tonight`.
    private static let thisPart = Part<DayPart>(
        oneOf: "thisPart",
        Part(words: "tonight", means: .evening),
        Part("this", part) { $0 }
    )
    private static let endOfDay = MomentPhrase.day(
        .offset(0),
        .time(CivilTime(hour: 23, minute: 59))
    )
}
