/// A reader of small JSON objects that knows the column of every fault.
///
/// Foundation's decoder cannot say where a key was repeated or unknown, and costs start-up time.
struct JSONReader {
    private var scanner: SpecScanner
    private var valueStart = 0

    init(_ text: String) {
        scanner = SpecScanner(text)
    }

    var isNextObject: Bool { scanner.peek == "{" }

    /// An error at the value that was read last.
    func errorAtValue(_ code: TimeSpecError.Code, _ message: String) -> TimeSpecError {
        scanner.error(code, message, at: valueStart)
    }

    /// Reads an object and hands out each key with the reader at its value.
    mutating func object(
        of keys: [String],
        member: (String, inout JSONReader) throws(TimeSpecError) -> Void
    ) throws(TimeSpecError) {
        skipSpace()
        guard scanner.skip("{") else {
            throw scanner.error(.syntax, "an object must stand here: write {\"hour\": 9}")
        }
        // By the keys' places: sets of texts cost more than all the rest.
        var seen: UInt64 = 0
        skipSpace()
        if scanner.skip("}") { return }
        while true {
            skipSpace()
            let start = scanner.position
            guard scanner.peek == "\"" else {
                throw scanner.error(
                    .syntax,
                    "a key in double quotes must stand here: write \"hour\""
                )
            }
            let key = try quoted()
            guard let place = keys.firstIndex(of: key) else {
                let hint = Suggestion.nearest(to: key, in: keys).map { "did you mean \($0)?" }
                throw scanner.error(
                    .unknownName,
                    "\"\(key)\" is no key here: \(hint ?? "use \(Names.list(keys))")",
                    at: start
                )
            }
            guard seen >> UInt64(place) & 1 == 0 else {
                throw scanner.error(.duplicate, "\(key) is given twice: keep one", at: start)
            }
            seen |= 1 << UInt64(place)
            skipSpace()
            guard scanner.skip(":") else {
                throw scanner.error(.syntax, "a colon must follow the key \(key)")
            }
            skipSpace()
            valueStart = scanner.position
            try member(key, &self)
            skipSpace()
            if scanner.skip("}") { return }
            guard scanner.skip(",") else {
                throw scanner.error(.syntax, "a comma or } must follow the value of \(key)")
            }
        }
    }

    /// Refuses anything after the object.
    mutating func end() throws(TimeSpecError) {
        skipSpace()
        guard scanner.isAtEnd else {
            throw scanner.error(.syntax, "nothing may follow the closing }")
        }
    }

    mutating func integer(for key: String) throws(TimeSpecError) -> Int {
        valueStart = scanner.position
        let isNegative = scanner.skip("-")
        let start = scanner.position
        var value: Int? = 0
        while let byte = scanner.peekByte, byte.isASCIIDigit {
            value = value.flatMap { Self.appending(Int(byte) - 48, to: $0) }
            scanner.skipByte()
        }
        let digits = scanner.position - start
        let hasZeroInFront = digits > 1 && scanner.byte(at: start) == 48
        guard digits > 0, !hasZeroInFront, Self.endsNumber(scanner.peekByte) else {
            throw errorAtValue(
                .syntax,
                "\(key) must be a whole number: write \"\(key)\": 9 without quotes or a point"
            )
        }
        guard let value else {
            let text = scanner.text(from: valueStart, to: scanner.position)
            throw errorAtValue(.outOfRange, "\(key) \(text) is too large: write a smaller number")
        }
        return isNegative ? -value : value
    }

    private static func appending(_ digit: Int, to value: Int) -> Int? {
        let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
        guard !isTooLarge else { return nil }
        let (sum, overflow) = tens.addingReportingOverflow(digit)
        return overflow ? nil : sum
    }

    private static func endsNumber(_ byte: UInt8?) -> Bool {
        switch byte {
        case nil, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: " "),
            UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            true
        default: false
        }
    }

    mutating func boolean(for key: String) throws(TimeSpecError) -> Bool {
        valueStart = scanner.position
        if scanner.skip("true") { return true }
        if scanner.skip("false") { return false }
        throw errorAtValue(.syntax, "\(key) must be true or false")
    }

    mutating func string(for key: String) throws(TimeSpecError) -> String {
        valueStart = scanner.position
        guard scanner.peek == "\"" else {
            throw errorAtValue(.syntax, "\(key) must be a text in double quotes")
        }
        return try quoted()
    }

    private mutating func quoted() throws(TimeSpecError) -> String {
        let start = scanner.position
        _ = scanner.skip("\"")
        let inside = scanner.position
        scanner.skipBytes { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        var text = scanner.text(from: inside, to: scanner.position)
        while let next = scanner.takeAny() {
            switch next {
            case "\"":
                return text
            case "\\":
                guard let escaped = scanner.peek, "\"\\/".contains(escaped) else {
                    throw scanner.error(
                        .syntax,
                        "only \\\", \\\\ and \\/ may be escaped here: write the character itself"
                    )
                }
                text.append(escaped)
                _ = scanner.takeAny()
            default:
                text.append(next)
            }
        }
        throw scanner.error(.syntax, "the text that begins here has no closing quote", at: start)
    }

    private mutating func skipSpace() {
        scanner.skipBytes { $0 == 32 || (9...10).contains($0) || $0 == 13 }
    }
}
