/// One of cron's five fields.
struct CronField {
    /// The kind of field.
    enum Kind: String {
        case minute, hour, day, month, weekday

        var name: String {
            switch self {
            case .minute, .hour, .month: rawValue
            case .day: "day of the month"
            case .weekday: "day of the week"
            }
        }

        var bounds: ClosedRange<Int> {
            switch self {
            case .minute: 0...59
            case .hour: 0...23
            case .day: 1...31
            case .month: 1...12
            case .weekday: 0...7
            }
        }

        /// The three-letter names, in order from the lowest value.
        var names: [String] {
            switch self {
            case .minute, .hour, .day: []
            case .month: Names.months.map { String($0.lowercased().prefix(3)) }
            case .weekday: Names.weekdays.map { String($0.lowercased().prefix(3)) }
            }
        }
    }

    /// The values as bits.
    private(set) var bits: UInt64 = 0
    /// Whether the field begins with a star, which decides how the two day fields combine.
    private(set) var beginsWithStar = false
    private let kind: Kind

    init(_ kind: Kind, _ scanner: inout SpecScanner) throws(TimeSpecError) {
        self.kind = kind
        scanner.skipSpaces()
        guard !scanner.isAtEnd else {
            throw scanner.error(
                .syntax,
                "the \(kind.name) is missing: write five fields, such as 0 9 * * 1-5"
            )
        }
        beginsWithStar = scanner.peek == "*"
        repeat {
            bits |= try item(&scanner)
        } while scanner.skip(",")
        guard scanner.isAtEnd || scanner.skipSpaces() else {
            let sign = scanner.peek ?? " "
            let message =
                "LW#?".contains(sign)
                ? "\(sign) is not part of cron: write --on 'Fri *-*~7/1' for the last Friday"
                : "\"\(sign)\" is not allowed in the \(kind.name): write values, a-b, */n, and commas"
            throw scanner.error(.syntax, message)
        }
    }

    private func item(_ scanner: inout SpecScanner) throws(TimeSpecError) -> UInt64 {
        let start = scanner.position
        var first = kind.bounds.lowerBound
        // The seventh weekday is Sunday again.
        var last = kind == .weekday ? 6 : kind.bounds.upperBound
        let isStar = scanner.skip("*")
        var isRange = isStar
        if !isStar {
            first = try value(&scanner)
            if scanner.skip("-") {
                isRange = true
                let isName = scanner.peek?.isLetter ?? false
                last = try value(&scanner)
                if kind == .weekday, isName, last == 0 { last = 7 }
                guard first <= last else {
                    throw scanner.error(
                        .outOfRange,
                        "the range \(first)-\(last) runs backwards: write "
                            + "\(first)-\(kind == .weekday ? 6 : kind.bounds.upperBound),"
                            + "\(kind.bounds.lowerBound)-\(last)",
                        at: start
                    )
                }
            }
        }
        var step = 1
        let stepStart = scanner.position + 1
        if scanner.skip("/") {
            guard let number = Int(scanner.takeDigits(atMost: 6)), number > 0 else {
                throw scanner.error(
                    .outOfRange,
                    "a step must be 1 or more: write one such as */15",
                    at: stepStart
                )
            }
            step = number
            // A first value with a step continues to the end, as in other grammars.
            isRange = true
        }
        if !isRange { last = first }
        var bits: UInt64 = 0
        for value in stride(from: first, through: last, by: step) { bits |= 1 << UInt64(value) }
        return bits
    }

    private func value(_ scanner: inout SpecScanner) throws(TimeSpecError) -> Int {
        let start = scanner.position
        let word = scanner.takeLetters()
        if !word.isEmpty {
            guard let index = kind.names.firstIndex(of: word.lowercased()) else {
                let example = kind.names.isEmpty ? "a number" : "a number or \(kind.names[1])"
                throw scanner.error(
                    .unknownName,
                    "\"\(word)\" is not a \(kind.name): write \(example)",
                    at: start
                )
            }
            return index + kind.bounds.lowerBound
        }
        let digits = scanner.takeDigits(atMost: 6)
        guard let number = Int(digits) else {
            throw scanner.error(
                .syntax,
                "a \(kind.name) is expected here: write a number or *",
                at: start
            )
        }
        guard kind.bounds.contains(number) else {
            throw scanner.error(
                .outOfRange,
                "\(kind.name) \(number) does not exist: write \(kind.bounds.lowerBound) to \(kind.bounds.upperBound)",
                at: start
            )
        }
        return number
    }
}
