/// One field of a calendar event: values, ranges and steps, or any value.
struct FieldChain {
    /// The kind of field.
    enum Kind: String {
        case month, day, hour, minute, second
        case dayFromEnd = "day from the end of the month"

        var bounds: ClosedRange<Int> {
            switch self {
            case .month: 1...12
            case .day, .dayFromEnd: 1...31
            case .hour: 0...23
            case .minute, .second: 0...59
            }
        }
    }

    private struct Item {
        var column: Int
        var first: Int
        var last: Int?
        var step: Int?
        /// Whether the value has two digits, as a year of this or the last century.
        var isShort: Bool
    }

    /// The values; nil for any.
    private var items: [Item]?
    private let column: Int

    init(_ scanner: inout SpecScanner, allowsFraction: Bool) throws(TimeSpecError) {
        column = scanner.position
        if scanner.skip("*") {
            guard scanner.peekByte != UInt8(ascii: "/") else {
                var ahead = scanner
                let step = ahead.take { $0 == "/" || $0.isASCII && $0.isNumber }
                throw scanner.error(
                    .syntax,
                    "a step needs a first value here: write 0\(step) instead of *\(step)",
                    at: column
                )
            }
            return
        }
        var items: [Item] = []
        repeat {
            items.append(try Self.item(&scanner, allowsFraction: allowsFraction))
        } while scanner.skip(",")
        self.items = items
    }

    private static func item(
        _ scanner: inout SpecScanner,
        allowsFraction: Bool
    ) throws(TimeSpecError) -> Item {
        let start = scanner.position
        let first = try number(&scanner, allowsFraction)
        let width = scanner.position - start
        var item = Item(column: start, first: first, isShort: width <= 2)
        if scanner.skip("..") {
            item.last = try number(&scanner, allowsFraction)
        }
        let stepStart = scanner.position + 1
        if scanner.skip("/") {
            let step = try number(&scanner, allowsFraction)
            guard step > 0 else {
                throw scanner.error(
                    .outOfRange,
                    "a step must be 1 or more: write 1",
                    at: stepStart
                )
            }
            item.step = step
        }
        return item
    }

    private static func number(
        _ scanner: inout SpecScanner,
        _ allowsFraction: Bool
    ) throws(TimeSpecError) -> Int {
        let start = scanner.position
        guard let value = scanner.takeNumber(atMost: 6) else {
            guard scanner.position > start else {
                throw scanner.error(.syntax, "a number or * is expected here")
            }
            let digits = scanner.text(from: start, to: scanner.position)
            throw scanner.error(
                .outOfRange,
                "\(digits) is too large for any part of a date",
                at: start
            )
        }
        // "1..5" is a range and "1.5" a fraction.
        if scanner.peekByte == UInt8(ascii: "."), scanner.peek(1) != "." {
            let place = scanner.position
            _ = scanner.skip(".")
            let fraction = scanner.takeDigits()
            guard allowsFraction, !fraction.isEmpty, fraction.allSatisfy({ $0 == "0" }) else {
                throw scanner.error(
                    .unsupported,
                    "calendar dates are whole seconds: leave the fraction out",
                    at: place
                )
            }
        }
        return value
    }

    /// The values as bits.
    func bits(_ kind: Kind) throws(TimeSpecError) -> UInt64 {
        let bounds = kind.bounds
        guard let items else { return Self.run(bounds.lowerBound, bounds.upperBound, 1) }
        var bits: UInt64 = 0
        for item in items {
            try check(item.first, kind, at: item.column)
            var first = item.first
            var last = item.last ?? item.first
            try check(last, kind, at: item.column)
            if kind == .dayFromEnd {
                // Steps count towards the end of the month.
                if item.step != nil, item.last == nil { last = 1 }
                (first, last) = (max(first, last), min(first, last))
                for day in stride(from: first, through: last, by: -(item.step ?? 1)) {
                    bits |= 1 << UInt64(day)
                }
                continue
            }
            if item.step != nil, item.last == nil { last = bounds.upperBound }
            guard first <= last else {
                throw TimeSpecError(
                    .outOfRange,
                    "the range \(first)..\(last) runs backwards: write "
                        + "\(first)..\(bounds.upperBound),\(bounds.lowerBound)..\(last)",
                    column: item.column + 1
                )
            }
            bits |= Self.run(first, last, item.step ?? 1)
        }
        return bits
    }

    /// The values as years.
    func years() throws(TimeSpecError) -> YearSet {
        guard let items else { return .any }
        var runs: [YearSet.Run] = []
        for item in items {
            // Two digits are read as systemd reads them.
            let first = item.isShort ? item.first + (item.first < 70 ? 2000 : 1900) : item.first
            var last = item.last ?? first
            if item.last != nil, last < 100 { last += last < 70 ? 2000 : 1900 }
            if item.step != nil, item.last == nil { last = YearSet.bounds.upperBound }
            guard (1970...9999).contains(first), (1970...9999).contains(last) else {
                throw TimeSpecError(
                    .outOfRange,
                    "year \((1970...9999).contains(first) ? last : first) is out of range: write 1970 to 9999",
                    column: item.column + 1
                )
            }
            guard first <= last else {
                throw TimeSpecError(
                    .outOfRange,
                    "the range \(first)..\(last) runs backwards: write \(last)..\(first)",
                    column: item.column + 1
                )
            }
            runs.append(YearSet.Run(first: first, last: last, step: item.step ?? 1))
        }
        return YearSet(runs: runs)
    }

    private func check(_ value: Int, _ kind: Kind, at column: Int) throws(TimeSpecError) {
        guard !kind.bounds.contains(value) else { return }
        throw TimeSpecError(
            .outOfRange,
            "\(kind.rawValue) \(value) does not exist: write \(kind.bounds.lowerBound) to \(kind.bounds.upperBound)",
            column: column + 1
        )
    }

    private static func run(_ first: Int, _ last: Int, _ step: Int) -> UInt64 {
        var bits: UInt64 = 0
        for value in stride(from: first, through: last, by: step) { bits |= 1 << UInt64(value) }
        return bits
    }
}
