/// Reads small objects of known keys, with errors that say what to write instead.
extension JSONParser {
    var isNextObject: Bool { next == UInt8(ascii: "{") }

    /// Returns an error at a byte of the text, with a column that counts characters.
    func error(
        _ code: TimeSpecError.Code,
        _ message: String,
        at place: Int? = nil
    ) -> TimeSpecError {
        let before = String(decoding: bytes.prefix(place ?? position), as: UTF8.self)
        return TimeSpecError(code, message, column: before.count + 1)
    }

    /// Returns an error at the value that was read last.
    func errorAtValue(_ code: TimeSpecError.Code, _ message: String) -> TimeSpecError {
        error(code, message, at: valueStart)
    }

    /// Reads an object, and calls a closure with each key, at its value.
    mutating func object(
        of keys: [String],
        member: (String, inout JSONParser) throws(TimeSpecError) -> Void
    ) throws(TimeSpecError) {
        skipSpace()
        guard skip("{") else {
            throw error(.syntax, "an object is expected here: write {\"hour\": 9}")
        }
        // A bit per key, because sets of strings cost more than all the rest.
        var seen: UInt64 = 0
        skipSpace()
        if skip("}") { return }
        while true {
            skipSpace()
            let start = position
            guard next == UInt8(ascii: "\"") else {
                throw error(.syntax, "a key in double quotes is expected here: write \"hour\"")
            }
            let key = try checked { parser throws(JSONFault) in try parser.string() }
            guard let place = keys.firstIndex(of: key) else {
                let hint = Suggestion.nearest(to: key, in: keys).map { "did you mean \($0)?" }
                throw error(
                    .unknownName,
                    "\"\(key)\" is not a key: \(hint ?? "use \(Names.list(keys))")",
                    at: start
                )
            }
            guard seen >> UInt64(place) & 1 == 0 else {
                throw error(.duplicate, "\(key) is given twice: keep one of them", at: start)
            }
            seen |= 1 << UInt64(place)
            skipSpace()
            guard skip(":") else {
                throw error(.syntax, "a colon must follow the key \(key)")
            }
            skipSpace()
            valueStart = position
            try member(key, &self)
            skipSpace()
            if skip("}") { return }
            guard skip(",") else {
                throw error(.syntax, "a comma or } must follow the value of \(key)")
            }
        }
    }

    /// Refuses anything after the object.
    mutating func end() throws(TimeSpecError) {
        skipSpace()
        guard position == bytes.count else {
            throw error(.syntax, "nothing may follow the closing }")
        }
    }

    mutating func integer(for key: String) throws(TimeSpecError) -> Int {
        let value = try scalar()
        if case .integer(let value)? = value { return Int(value) }
        let text = bytes[valueStart..<position]
        let isDigits = text.drop { $0 == UInt8(ascii: "-") }.allSatisfy(\.isASCIIDigit)
        guard case .number? = value, isDigits else {
            throw errorAtValue(
                .syntax,
                "\(key) must be a whole number: write \"\(key)\": 9 without quotes or a point"
            )
        }
        let digits = String(decoding: text, as: UTF8.self)
        throw errorAtValue(
            .outOfRange,
            "\(key) \(digits) is too large: write a smaller number"
        )
    }

    mutating func boolean(for key: String) throws(TimeSpecError) -> Bool {
        guard case .boolean(let value)? = try scalar() else {
            throw errorAtValue(.syntax, "\(key) must be true or false")
        }
        return value
    }

    mutating func string(for key: String) throws(TimeSpecError) -> String {
        guard case .string(let text)? = try scalar() else {
            throw errorAtValue(.syntax, "\(key) must be a text in double quotes")
        }
        return text
    }

    mutating func strings(for key: String) throws(TimeSpecError) -> [String] {
        let start = position
        guard skip("[") else {
            throw error(.syntax, "\(key) must be an array of texts, in brackets")
        }
        var texts: [String] = []
        skipSpace()
        var isAtEnd = skip("]")
        while !isAtEnd {
            skipSpace()
            texts.append(try string(for: key))
            skipSpace()
            isAtEnd = skip("]")
            guard isAtEnd || skip(",") else {
                throw error(.syntax, "a comma or ] must follow a text of \(key)")
            }
        }
        valueStart = start
        return texts
    }

    /// Returns the value here, or `nil` if no value starts here, or an array or an object does.
    private mutating func scalar() throws(TimeSpecError) -> JSONValue? {
        valueStart = position
        guard let next, next != UInt8(ascii: "["), next != UInt8(ascii: "{") else { return nil }
        if next == UInt8(ascii: "\"") {
            return .string(try checked { parser throws(JSONFault) in try parser.string() })
        }
        do throws(JSONFault) {
            return try value(level: 0)
        } catch {
            position = valueStart
            return nil
        }
    }

    private mutating func checked<Value>(
        _ read: (inout JSONParser) throws(JSONFault) -> Value
    ) throws(TimeSpecError) -> Value {
        do throws(JSONFault) {
            return try read(&self)
        } catch {
            throw self.error(.syntax, error.message, at: error.column - 1)
        }
    }
}
