/// Moments in words: times, days, and both together.
extension DateGrammar {
    /// The forms of a moment.
    static let moments: [PhraseForm<MomentPhrase>] = daysAndTimes + partsOfDays + distances

    private static let daysAndTimes: [PhraseForm<MomentPhrase>] = [
        PhraseForm(
            [
                "[at|@|for] [about|around|approximately] <time> [approximately|sharp]",
                "(at|@|about|around|approximately) <bare>",
            ],
            "5pm",
            "The next time that it is so late."
        ) { found in
            found.time.map { .time($0) }
        },
        PhraseForm(
            ["[on|around] <day>"],
            "next friday",
            "A day; when it begins or ends, or which time is meant, depends on the option."
        ) { found in
            found.date.map { .day($0, nil) }
        },
        PhraseForm(
            [
                "[on] <day> [,] [at|@|for] [about|around] <time> [sharp]",
                "[on] <day> [,] (at|@) <bare>", "[on] <day> [,] (<hourSign>|<hourAndMinute>)",
                "<iso> t <clock>",
            ],
            "tomorrow at 9",
            "A time of a day."
        ) { found in
            guard let day = found.date else { return nil }
            return .day(day, found.time ?? clock(found))
        },
        PhraseForm(
            ["[at|@] <time> [,] [on] <day>", "(at|@) <bare> [,] [on] <day>"],
            "9:00 tomorrow",
            "The same."
        ) { found in
            guard let day = found.date, let time = found.time else { return nil }
            return .day(day, time)
        },
        PhraseForm(["<bare> tomorrow"], "9 tomorrow", "The same.") { found in
            found.time.map { .day(.offset(1), $0) }
        },
    ]

    private static let partsOfDays: [PhraseForm<MomentPhrase>] = [
        PhraseForm(
            [
                "[on] <day> <part> [at|@] (<clock>|<hour> [o ' clock|oclock])",
                "[at|@] (<clock>|<hour> [o ' clock|oclock]) [on] <day> <part>",
            ],
            "saturday morning at 9",
            "The hour that lies in this part of a day."
        ) { found in
            guard let day = found.date else { return nil }
            return inPart(found, otherwise: .evening).map { .day(day, .time($0)) }
        },
        PhraseForm(
            [
                "(tonight|this <part>) [at|@] (<clock>|<hour> [o ' clock|oclock])",
                "[at|@] (<clock>|<hour> [o ' clock|oclock]) (tonight|this <part>)",
            ],
            "tonight at 8",
            "The hour that lies in this part of today; tonight is from 17:00 on."
        ) { found in
            inPart(found, otherwise: .evening).map { .day(.offset(0), .time($0)) }
        },
        PhraseForm(
            [
                "(tonight|this <part>|in the <part>) [at|@] <time>",
                "[at|@] <time> (tonight|this <part>)",
            ],
            "this morning at 10am",
            "A time that lies in this part of today."
        ) { found in
            guard case .time(let time)? = found.time,
                (found.part ?? .evening).contains(time)
            else { return nil }
            return .day(.offset(0), .time(time))
        },
        PhraseForm(
            ["in the <part> [at|@] (<clock>|<hour> [o ' clock|oclock])"],
            "in the evening at eight",
            "The next time that it is so late."
        ) { found in
            inPart(found, otherwise: .evening).map { .time(.time($0)) }
        },
    ]

    private static let distances: [PhraseForm<MomentPhrase>] = [
        PhraseForm(
            [
                "in [about] <span>", "<span> from [right] now", "<span> hence", "now + <span>",
                "+ <span>",
            ],
            "in 2 weeks",
            "So long from now; months and years keep the time of day."
        ) { found in
            found.span.map { .span($0) }
        },
        PhraseForm(
            ["in <span> (at|@) (<time>|<bare>)"],
            "in 7 days at 5pm",
            "A time of the day so many days, weeks or months from now."
        ) { found in
            guard let span = found.span, span.days != nil, span.months < 12, let time = found.time
            else { return nil }
            return .day(.later(.offset(0), span), time)
        },
        PhraseForm(["<span> ago"], "2 days ago", "A span before now, if past dates are allowed.") {
            found in
            found.span.map { .ago($0) }
        },
    ]

    private static func clock(_ found: PhraseCaptures) -> ClockPhrase? {
        guard let hour = found.hour, let minute = found.minute else { return nil }
        return .time(CivilTime(hour: hour, minute: minute, second: found.second ?? 0))
    }
}
