/// A date that is not written as `2027-03-01`, such as `03/04/2027` or `3/4`.
struct AmbiguousDate {
    /// The possible dates, day first before month first; empty if it is not a date.
    let readings: [CivilDate]
    /// The same without a year, such as `3 April`.
    private let days: [(day: Int, month: Int)]
    private let word: String

    /// Whether it is a day and a month in some order.
    var isDayAndMonth: Bool { !days.isEmpty }

    init(_ text: String) {
        word = String(text.prefix { $0.isASCII && ($0.isNumber || "/.-".contains($0)) })
        var parts = word.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
        // As in 24.12.
        if word.hasSuffix("."), parts.count == 3 { parts.removeLast() }
        let numbers = parts.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
        if parts.count == 2, numbers.count == 2, parts.allSatisfy({ $0.utf8.count <= 2 }) {
            let orders = numbers[0] == numbers[1] ? [(0, 1)] : [(0, 1), (1, 0)]
            days = orders.map { (day: numbers[$0.0], month: numbers[$0.1]) }.filter {
                // A leap year has all days that there are.
                CivilDate(year: 2000, month: $0.month, day: $0.day).exists
            }
        } else {
            days = []
        }
        guard parts.count == 3, numbers.count == 3 else {
            readings = []
            return
        }
        var dates: [CivilDate] = []
        if parts[0].utf8.count == 4 {
            dates = [CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])]
        } else if parts[2].utf8.count == 4 {
            dates = [
                CivilDate(year: numbers[2], month: numbers[1], day: numbers[0]),
                CivilDate(year: numbers[2], month: numbers[0], day: numbers[1]),
            ]
            if numbers[0] == numbers[1] { dates.removeLast() }
        }
        readings = dates.filter { $0.year >= 1 && $0.exists }
    }

    /// Whether a sign stands between the numbers of a date.
    static func isSign(_ token: Phrase.Token?) -> Bool {
        token.map { ["/", "-", "."].contains($0.text) } ?? false
    }

    /// What to write instead.
    var refusal: String {
        if let first = days.first, let last = days.last {
            func name(_ date: (day: Int, month: Int)) -> String {
                "\(date.day) \(Names.month(date.month))"
            }
            guard days.count > 1 else {
                return "\(word) is \(name(first)): write \(name(first).lowercased())"
            }
            return "\(word) can be \(name(first)) or \(name(last)): "
                + "write \(name(first).lowercased()) or \(name(last).lowercased())"
        }
        switch readings.count {
        case 0:
            return
                "a date in this order can be read in more than one way: write one such as 2027-03-01"
        case 1: return "a date has its year first and hyphens: write \(readings[0])"
        default:
            return "a date in this order can be read in more than one way: write "
                + readings.map(\.description).joined(separator: " or ")
        }
    }
}
