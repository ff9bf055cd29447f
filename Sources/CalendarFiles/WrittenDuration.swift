import NotifyCore

/// A duration of a calendar file, in seconds.
struct CalendarDuration {
    private static let longest = 36_525 * 86_400

    /// The seconds; negative for before.
    let seconds: Int
    /// Whether it is written as RFC 5545 has it.
    let isRegular: Bool

    /// Reads a duration, such as `-PT15M`; also one whose meaning is evident, such as `PT-2H`, `-P1H` and `-15M`.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it is none, or longer than a century.
    init(_ text: String) throws(RequestError) {
        let units: [Character: (seconds: Int, rank: Int)] = [
            "W": (604_800, 0), "D": (86_400, 1), "H": (3_600, 3), "M": (60, 4), "S": (1, 5),
        ]
        let fault = Self.fault(text, "is not a duration")
        let letters = text.uppercased().filter { !$0.isWhitespace }
        let body = letters.drop { $0 == "+" || $0 == "-" }
        var isRegular =
            letters == text.uppercased() && letters.count - body.count <= 1 && body.first == "P"
        var total = 0
        var number = ""
        // The place in the order of RFC 5545: a week stands alone, and hours follow a T.
        var rank = -1
        var hasNumber = false
        for (place, letter) in body.enumerated() {
            switch letter {
            case "P" where place == 0: continue
            case "T" where number.isEmpty:
                isRegular = isRegular && (-1...1).contains(rank) && rank != 0
                rank = 2
            case "+", "-": isRegular = false
            case _ where letter.isDecimalDigit: number.append(letter)
            default:
                guard let unit = units[letter], !number.isEmpty else { throw fault }
                guard number.utf8.count <= 9, let count = Int(number),
                    total <= Self.longest
                else { throw Self.tooLong(text) }
                hasNumber = true
                isRegular =
                    isRegular && rank < unit.rank && rank != 0 && (unit.rank < 2 || rank >= 2)
                rank = unit.rank
                total += count * unit.seconds
                number = ""
            }
        }
        guard number.isEmpty, hasNumber else { throw fault }
        guard total <= Self.longest else { throw Self.tooLong(text) }
        seconds = letters.contains("-") ? -total : total
        self.isRegular = isRegular && rank != 2
    }

    private static func tooLong(_ text: String) -> RequestError {
        fault(text, "is longer than a century")
    }

    private static func fault(_ text: String, _ reason: String) -> RequestError {
        RequestError(
            .invalidContent,
            .init("", ""),
            value: text.shortened.quoted,
            reason: reason
        )
    }

    /// - Throws: ``NotifyCore/RequestError`` if it is not a duration.
    static func seconds(_ text: String) throws(RequestError) -> Int {
        try CalendarDuration(text).seconds
    }

    /// Returns a number of seconds as a duration, such as `-P1DT15M`.
    static func text(_ seconds: Int) -> String {
        let (days, rest) = seconds.magnitude.quotientAndRemainder(dividingBy: 86_400)
        let time = CivilTime(secondOfDay: Int(rest))
        let parts = [(time.hour, "H"), (time.minute, "M"), (time.second, "S")]
            .filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }
        guard seconds != 0 else { return "PT0S" }
        return (seconds < 0 ? "-P" : "P") + (days == 0 ? "" : "\(days)D")
            + (parts.isEmpty ? "" : "T\(parts.joined())")
    }
}
