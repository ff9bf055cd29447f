/// Times of day in words.
extension DateGrammar {
    static let time = Part<ClockPhrase>(forms: "time") { times }
    static let bare = Part<ClockPhrase>(forms: "bare") { bareHours }
    static let base = Part<ClockPhrase>(forms: "base") { fullHours }

    /// The forms of a time of day.
    static let times = PhraseForms<ClockPhrase>.table {
        Example("17:30", "By the clock of 24 hours.")
        Part("", clock) { .time($0) }
        Example(
            "5:30pm",
            "By the clock of 12 hours: am, a.m., pm or p.m. follows; after minutes a and p will do."
        )
        Part("", clock, "", shortHalf) { ClockPhrase($0, isAfternoon: $1) }
        Part("", hour, oclock, half) {
            ClockPhrase(CivilTime(hour: $0, minute: 0), isAfternoon: $1)
        }
        Part("", compact, "", shortHalf) { ClockPhrase($0, isAfternoon: $1) }
        Part("", hour, "", minuteWord, "", half) {
            // "for two seven pm" is no 14:07.
            $1 < 10 ? nil : ClockPhrase(CivilTime(hour: $0, minute: $1), isAfternoon: $2)
        }
        Part("", hour, "in the", half) {
            ClockPhrase(CivilTime(hour: $0, minute: 0), isAfternoon: $1)
        }
        Example(
            "15h30",
            "By the clock of 24 hours, from 10h00 on; an earlier one needs at, since 1h30 can be a length."
        )
        Part("", hourAndMinute) { $0.hour < 10 ? nil : .time($0) }
        Example("noon", "12:00.")
        Part(words: "[the] (noon|midday|mid day)|12 noon", means: noon)
        Example(
            "midnight",
            "The next one; friday at midnight is written friday 00:00 or saturday 00:00."
        )
        Part(words: "midnight|12 midnight", means: .midnight(.midnight))
        Example("teatime", "16:00.")
        Part(words: "teatime|tea time", means: .time(CivilTime(hour: 16, minute: 0)))
        Example(
            "8 in the evening",
            "The hour that lies in this part of the day; 12 is written noon or midnight."
        )
        Part("", Part(oneOf: "spoken", spoken, compact), "in [the]", part) { inPart($0, $1) }
        Part("", spoken, "at night") { inPart($0, .night) }
        Example("half past 9", "30 minutes later.")
        Part("half past", base) { $0.later(byMinutes: 30) }
        Example("quarter past noon", "15 minutes later.")
        Part("[a] quarter (past|after)", base) { $0.later(byMinutes: 15) }
        Example("a quarter to noon", "15 minutes earlier.")
        Part("[a] quarter (to|before)", base) { $0.later(byMinutes: -15) }
        Example("20 past 3pm", "So many minutes later.")
        Part("", minute, "[minutes] (past|after)", base) { $1.later(byMinutes: $0) }
        Example("20 minutes to 2pm", "So many minutes earlier.")
        Part("", minute, "minutes (to|before)", base) { $1.later(byMinutes: -$0) }
        Part("", minutesAlone, "(to|before)", base) { $1.later(byMinutes: -$0) }
    }

    /// The forms of a full hour before which minutes stand.
    static let fullHours = PhraseForms<ClockPhrase>.table {
        Example("3 pm", "By the clock of 12 hours.")
        Part("", hour, oclock, half) {
            ClockPhrase(CivilTime(hour: $0, minute: 0), isAfternoon: $1)
        }
        Example("3 in the afternoon", "In this part of the day.")
        Part("", hour, "in the", part) { inPart(CivilTime(hour: $0, minute: 0), $1) }
        Example("9", "From 8 on, by the clock of 24 hours.")
        Part("", hour) { ClockPhrase(bare: CivilTime(hour: $0, minute: 0)) }
        Example("15h", "By the clock of 24 hours.")
        Part("", hourSign) { .time($0) }
        Example("noon", "12:00.")
        Part(words: "noon|midday", means: noon)
        Example("midnight", "00:00.")
        Part(words: "midnight", means: .midnight(.midnight))
    }

    /// The forms of an hour that only `at` makes a time.
    static let bareHours = PhraseForms<ClockPhrase>.table {
        Example(
            "9",
            "From 8 on, by the clock of 24 hours; 1 to 7 need am or pm, since both are meant by people."
        )
        Part("", hour, oclock) { ClockPhrase(bare: CivilTime(hour: $0, minute: 0)) }
        Example("1030", "Hour and minute in three or four digits.")
        Part("", compact) { ClockPhrase(bare: $0) }
        Example("15h", "By the clock of 24 hours.")
        Part("", hourSign) { .time($0) }
        Part("", hourAndMinute) { .time($0) }
    }

    static let partTime = Part<ClockPhrase>(forms: "partTime") { partTimes }

    /// The forms of a part of a day.
    static let partTimes = PhraseForms<ClockPhrase>.table {
        Example("evening", "The hour of Morning, Afternoon, Evening or Night in agent.conf.")
        Part("", part) { .part($0) }
        Example("evening at 8", "The hour that lies in this part of the day.")
        Part("", part, "[at|@]", spoken) { inPart($1, $0) }
        Part("", part, "[at|@]", time) { $1.in($0) }
    }

    private static let noon = ClockPhrase.time(CivilTime(hour: 12, minute: 0))

    /// A time whose hour lies in a part of the day.
    static func inPart(_ time: CivilTime, _ part: DayPart) -> ClockPhrase? {
        part.time(time.hour, time.minute, time.second).map { .time($0) }
    }
}
