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
        var seen: Set<String> = []
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
            guard keys.contains(key) else {
                let hint = Suggestion.nearest(to: key, in: keys).map { "did you mean \($0)?" }
                throw scanner.error(
                    .unknownName,
                    "\"\(key)\" is no key here: \(hint ?? "use \(Names.list(keys))")",
                    at: start
                )
            }
            guard seen.insert(key).inserted else {
                throw scanner.error(.duplicate, "\(key) is given twice: keep one", at: start)
            }
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
        let text = scanner.take { !",}] \t\n\r".contains($0) }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit),
            digits.count == 1 || digits.first != "0"
        else {
            throw errorAtValue(
                .syntax,
                "\(key) must be a whole number: write \"\(key)\": 9 without quotes or a point"
            )
        }
        guard let value = Int(text) else {
            throw errorAtValue(.outOfRange, "\(key) \(text) is too large: write a smaller number")
        }
        return value
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
        var text = ""
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
        _ = scanner.take { $0 == " " || $0 == "\t" || $0.isNewline }
    }
}
