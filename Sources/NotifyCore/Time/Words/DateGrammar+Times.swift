/// Times of day in words.
extension DateGrammar {
    /// The forms of a time of day.
    static let times: [PhraseForm<ClockPhrase>] = [
        PhraseForm(["<clock>"], "17:30", "By the clock of 24 hours.") { found in
            found.hour.map { .time(time($0, found)) }
        },
        PhraseForm(
            [
                "<clock> <half>", "<hour> [o ' clock|oclock] <half>", "<compact> <half>",
                "<hour> <minuteWord> <half>", "<hour> in the <half>",
            ],
            "5:30pm",
            "By the clock of 12 hours: am, a.m., pm or p.m. follows; after minutes a and p will do."
        ) { found in
            found.fullHour.map { .time(time($0, found)) }
        },
        PhraseForm(
            ["<hourAndMinute>"],
            "15h30",
            "By the clock of 24 hours, from 10h00 on; an earlier one needs at, since 1h30 can be a length."
        ) { found in
            guard let hour = found.hour, hour >= 10 else { return nil }
            return .time(time(hour, found))
        },
        PhraseForm(["[the] (noon|midday|mid day)|12 noon"], "noon", "12:00.") { _ in
            .time(CivilTime(hour: 12, minute: 0))
        },
        PhraseForm(["midnight|12 midnight"], "midnight", "00:00.") { _ in .time(.midnight) },
        PhraseForm(
            [
                "(<clock>|<compact>|<hour> [o ' clock|oclock]) in [the] <part>",
                "(<clock>|<hour> [o ' clock|oclock]) at night",
            ],
            "8 in the evening",
            "The hour that lies in this part of the day; 12 is written noon or midnight."
        ) { found in
            inPart(found, otherwise: .night).map { .time($0) }
        },
        PhraseForm(
            ["half past <base>"],
            "half past 9",
            "30 minutes later."
        ) { $0.time?.later(byMinutes: 30) },
        PhraseForm(
            ["[a] quarter (past|after) <base>"],
            "quarter past noon",
            "15 minutes later."
        ) { $0.time?.later(byMinutes: 15) },
        PhraseForm(
            ["[a] quarter (to|before) <base>"],
            "a quarter to noon",
            "15 minutes earlier."
        ) { $0.time?.later(byMinutes: -15) },
        PhraseForm(
            ["<minute> [minutes] (past|after) <base>"],
            "20 past 3pm",
            "So many minutes later."
        ) { found in
            found.minute.flatMap { found.time?.later(byMinutes: $0) }
        },
        PhraseForm(
            ["<minute> [minutes] (to|before) <base>"],
            "20 minutes to 2pm",
            "So many minutes earlier."
        ) { found in
            found.minute.flatMap { found.time?.later(byMinutes: -$0) }
        },
    ]

    /// The forms of a full hour before which minutes stand.
    static let fullHours: [PhraseForm<ClockPhrase>] = [
        PhraseForm(
            ["<hour> [o ' clock|oclock] <half>"],
            "3 pm",
            "By the clock of 12 hours."
        ) { found in
            found.fullHour.map { .time(CivilTime(hour: $0, minute: 0)) }
        },
        PhraseForm(["<hour> in the <part>"], "3 in the afternoon", "In this part of the day.") {
            inPart($0, otherwise: .night).map { .time($0) }
        },
        PhraseForm(["<hour>"], "9", "From 8 on, by the clock of 24 hours.") { found in
            found.hour.flatMap { ClockPhrase(bareHour: $0) }
        },
        PhraseForm(["<hourSign>"], "15h", "By the clock of 24 hours.") { found in
            found.hour.map { .time(time($0, found)) }
        },
        PhraseForm(["noon|midday"], "noon", "12:00.") { _ in
            .time(CivilTime(hour: 12, minute: 0))
        },
        PhraseForm(["midnight"], "midnight", "00:00.") { _ in .time(.midnight) },
    ]

    /// The forms of an hour that only `at` makes a time.
    static let bareHours: [PhraseForm<ClockPhrase>] = [
        PhraseForm(
            ["<hour> [o ' clock|oclock]"],
            "9",
            "From 8 on, by the clock of 24 hours; 1 to 7 need am or pm, since both are meant by people."
        ) { found in
            found.hour.flatMap { ClockPhrase(bareHour: $0) }
        },
        PhraseForm(["<compact>"], "1030", "Hour and minute in three or four digits.") { found in
            found.hour.flatMap { ClockPhrase(bareHour: $0, minute: found.minute ?? 0) }
        },
        PhraseForm(["<hourSign>|<hourAndMinute>"], "15h", "By the clock of 24 hours.") { found in
            found.hour.map { .time(time($0, found)) }
        },
    ]

    /// A time whose hour lies in a part of the day.
    static func inPart(_ found: PhraseCaptures, otherwise part: DayPart) -> CivilTime? {
        found.hour.flatMap {
            (found.part ?? part).time($0, found.minute ?? 0, found.second ?? 0)
        }
    }

    private static func time(_ hour: Int, _ found: PhraseCaptures) -> CivilTime {
        CivilTime(hour: hour, minute: found.minute ?? 0, second: found.second ?? 0)
    }
}
