/// The English names that sentences and grammars use; no locale machinery, which costs start-up time.
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

    /// The name of a month, 1 for January.
    static func month(_ number: Int) -> String {
        months.indices.contains(number - 1) ? months[number - 1] : "month \(number)"
    }

    /// A date as a sentence has it, such as `2 March 2026`.
    static func date(_ date: CivilDate) -> String {
        "\(date.day) \(month(date.month)) \(date.year)"
    }

    /// The word for the nth; negative counts from the end.
    static func ordinal(_ number: Int) -> String {
        let words = ["first", "second", "third", "fourth", "fifth"]
        guard number != -1 else { return "last" }
        let index = abs(number) - 1
        let word = words.indices.contains(index) ? words[index] : "\(number)th"
        return number < 0 ? "\(word) last" : word
    }

    /// The name of a list that is nearest to a mistyped word, where one is near.
    static func nearest(to word: String, in names: [String]) -> String? {
        let word = word.lowercased()
        let scored = names.map { ($0, distance(word, $0.lowercased())) }
        guard let best = scored.min(by: { $0.1 < $1.1 }), best.1 <= max(1, word.utf8.count / 3)
        else { return nil }
        return best.0
    }

    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.utf8)
        guard left.utf8.count <= 64 else { return .max }
        var row = Array(0...right.count)
        for (index, byte) in left.utf8.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let change = diagonal + (byte == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
