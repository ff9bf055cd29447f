/// Numbers, months and days of the week in words.
enum NumberWords {
    private static let ones = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ]
    private static let tens = ["twenty": 20, "thirty": 30, "forty": 40, "fifty": 50]
    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
        "seventeenth", "eighteenth", "nineteenth", "twentieth",
    ]

    /// The hours of a clock of 12 hours.
    static let hours = Dictionary(
        uniqueKeysWithValues: zip(ones, ones.indices).dropFirst().prefix(12)
    )

    /// The words that one may have mistyped.
    static let all =
        ones + tens.keys + ordinals + Names.months.map { $0.lowercased() }
        + Names.weekdays.map { $0.lowercased() }

    /// Reads a number in words, such as `nine` or `fifty-nine`, and where it ends.
    static func read(_ phrase: Phrase, at start: Int) -> (number: Int, end: Int)? {
        guard let word = phrase[start], word.kind == .word else { return nil }
        if let number = ones.firstIndex(of: word.text), number > 0 { return (number, start + 1) }
        guard let ten = tens[word.text] else { return nil }
        let next = phrase.has("-", at: start + 1) ? start + 2 : start + 1
        if let one = phrase[next].flatMap({ ones.firstIndex(of: $0.text) }), (1...9).contains(one) {
            return (ten + one, next + 1)
        }
        return (ten, start + 1)
    }

    /// Reads an ordinal, such as `1st`, `first` or `thirty-first`, and where it ends.
    static func readOrdinal(_ phrase: Phrase, at start: Int) -> (number: Int, end: Int)? {
        guard let token = phrase[start] else { return nil }
        if let number = token.number {
            guard (1...31).contains(number), let suffix = phrase[start + 1], suffix.isGlued,
                suffix.text == Self.suffix(of: number)
            else { return nil }
            return (number, start + 2)
        }
        if let index = ordinals.firstIndex(of: token.text) { return (index + 1, start + 1) }
        if token.text == "thirtieth" { return (30, start + 1) }
        guard let ten = tens[token.text], ten <= 30 else { return nil }
        let next = phrase.has("-", at: start + 1) ? start + 2 : start + 1
        guard let one = phrase[next].flatMap({ ordinals.firstIndex(of: $0.text) }), one < 9,
            ten + one + 1 <= 31
        else { return nil }
        return (ten + one + 1, next + 1)
    }

    private static func suffix(of number: Int) -> String {
        switch number {
        case 1, 21, 31: "st"
        case 2, 22: "nd"
        case 3, 23: "rd"
        default: "th"
        }
    }

    /// The month of a word in lower case: its name, or the first three letters.
    static func month(_ word: String) -> Int? {
        if word == "sept" { return 9 }
        let index = Names.months.firstIndex { name in
            let name = name.lowercased()
            return word == name || word.utf8.count == 3 && name.hasPrefix(word)
        }
        return index.map { $0 + 1 }
    }

    /// The day of the week of a word in lower case, 1 for Sunday.
    static func weekday(_ word: String) -> Int? {
        switch word {
        case "tues": 3
        case "weds": 4
        case "thur", "thurs": 5
        default: Names.weekday(named: word)
        }
    }
}
