import DesktopTexts

/// Names for texts and grammars: English, but for those of the user's locale in what the desktop shows.
enum Names {
    static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// The name of a weekday, 1 for Sunday.
    static func weekday(_ number: Int) -> String {
        weekdays.indices.contains(number - 1) ? weekdays[number - 1] : "weekday \(number)"
    }

    private static let lowercasedWeekdays = weekdays.map { $0.lowercased() }

    /// The weekday of a word in lower case, 1 for Sunday: the name, or its first three letters.
    static func weekday(named word: String) -> Int? {
        let isShort = word.utf8.count == 3
        let index = lowercasedWeekdays.firstIndex { name in
            isShort ? name.utf8.starts(with: word.utf8) : name == word
        }
        return index.map { $0 + 1 }
    }

    /// The name of a month, 1 for January.
    static func month(_ number: Int) -> String {
        months.indices.contains(number - 1) ? months[number - 1] : "month \(number)"
    }

    /// The short name of a weekday in the user's language, 1 for Sunday.
    static func shortWeekday(_ number: Int) -> String {
        LocaleText.weekday(number, isShort: true) ?? String(weekday(number).prefix(3))
    }

    /// The short name of a month in the user's language, 1 for January.
    static func shortMonth(_ number: Int) -> String {
        LocaleText.month(number, isShort: true) ?? String(month(number).prefix(3))
    }

    /// Returns a date such as `2 March 2026`.
    static func date(_ date: CivilDate) -> String {
        "\(date.day) \(month(date.month)) \(date.year)"
    }

    /// Returns an ordinal as a word; negative counts from the end.
    static func ordinal(_ number: Int) -> String {
        let words = ["first", "second", "third", "fourth", "fifth"]
        guard number != -1 else { return "last" }
        let index = abs(number) - 1
        let word = words.indices.contains(index) ? words[index] : "\(number)th"
        return number < 0 ? "\(word) last" : word
    }
}
