extension JSONValue {
    /// Parses a text that is one value.
    ///
    /// - Parameter bytes: UTF-8.
    /// - Throws: ``JSONFault`` at the first invalid byte; also if arrays and objects are nested deeper than 64
    ///   levels or an object has a name twice.
    package init(parsing bytes: [UInt8]) throws(JSONFault) {
        var parser = JSONParser(bytes)
        self = try parser.document()
    }
}

/// Reads JSON byte by byte.
struct JSONParser {
    private static let maxLevels = 64
    /// Up to this number, comparing names is faster than hashing them.
    private static let fewMembers = 16

    let bytes: [UInt8]
    var position = 0
    /// Where the value starts that was read last by its key.
    var valueStart = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONFault) -> JSONValue {
        let value = try value(level: 0)
        skipSpace()
        guard position == bytes.count else { throw fault("nothing may follow the value") }
        return value
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func fault(_ message: String, at position: Int? = nil) -> JSONFault {
        JSONFault(column: (position ?? self.position) + 1, message: message)
    }

    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            position += 1
        }
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == character.value else { return false }
        position += 1
        return true
    }

    mutating func value(level: Int) throws(JSONFault) -> JSONValue {
        guard level <= Self.maxLevels else {
            throw fault("values are nested deeper than \(Self.maxLevels) levels")
        }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(level: level)
        case UInt8(ascii: "["): return try array(level: level)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"): return try number()
        case nil: throw fault("the text ends before a value")
        case let byte?:
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
                throw fault("this is not a value")
            }
            return try number()
        }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        for (offset, byte) in word.utf8.enumerated() {
            guard position + offset < bytes.count, bytes[position + offset] == byte else {
                throw fault("this is not a value")
            }
        }
        position += word.utf8.count
        return value
    }

    private mutating func array(level: Int) throws(JSONFault) -> JSONValue {
        position += 1
        var values: [JSONValue] = []
        skipSpace()
        if skip("]") { return .array(values) }
        while true {
            values.append(try value(level: level + 1))
            skipSpace()
            if skip("]") { return .array(values) }
            guard skip(",") else { throw fault("a comma or ] is expected here") }
        }
    }

    private mutating func object(level: Int) throws(JSONFault) -> JSONValue {
        position += 1
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        skipSpace()
        if skip("}") { return .object(members) }
        members.reserveCapacity(4)
        while true {
            skipSpace()
            let start = position
            guard next == UInt8(ascii: "\"") else {
                throw fault("a name in double quotes is expected here")
            }
            let key = try string()
            let isNew =
                members.count < Self.fewMembers
                ? !members.contains { $0.key == key } : names.insert(key).inserted
            guard isNew else {
                throw fault("the object has \(key.quoted) twice", at: start)
            }
            skipSpace()
            guard skip(":") else { throw fault("a colon must follow the name \(key.quoted)") }
            members.append(JSONValue.Member(key: key, value: try value(level: level + 1)))
            if members.count == Self.fewMembers { names = Set(members.map(\.key)) }
            skipSpace()
            if skip("}") { return .object(members) }
            guard skip(",") else { throw fault("a comma or } is expected here") }
        }
    }

    private mutating func number() throws(JSONFault) -> JSONValue {
        let start = position
        var isWhole = true
        _ = skip("-")
        let hasZeroInFront = next == UInt8(ascii: "0")
        let digits = skipDigits()
        guard digits > 0, !hasZeroInFront || digits == 1 else {
            throw fault("this is not a number", at: start)
        }
        if skip(".") {
            isWhole = false
            guard skipDigits() > 0 else { throw fault("a digit must follow the point") }
        }
        if skip("e") || skip("E") {
            isWhole = false
            _ = skip("+") || skip("-")
            guard skipDigits() > 0 else { throw fault("the exponent needs a digit") }
        }
        if isWhole, let value = integer(start..<position) { return .integer(value) }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw fault("the number is too large", at: start)
        }
        return .number(value)
    }

    /// Returns a whole number whose digits were read already; `nil` if it does not fit.
    private func integer(_ place: Range<Int>) -> Int64? {
        var value: Int64 = 0
        let isNegative = bytes[place.lowerBound] == UInt8(ascii: "-")
        for byte in bytes[place].dropFirst(isNegative ? 1 : 0) {
            let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            // Subtracting, because the range has one more number below 0 than above.
            let (sum, isTooSmall) = tens.subtractingReportingOverflow(
                Int64(byte) - Int64(UInt8(ascii: "0"))
            )
            guard !isTooLarge, !isTooSmall else { return nil }
            value = sum
        }
        guard !isNegative else { return value }
        return value == .min ? nil : -value
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            position += 1
        }
        return position - start
    }

    mutating func string() throws(JSONFault) -> String {
        let start = position
        position += 1
        let first = position
        var all: UInt8 = 0
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20
        {
            all |= byte
            position += 1
        }
        if next == UInt8(ascii: "\"") {
            defer { position += 1 }
            guard all < 0x80 else { return try text(bytes[first..<position], from: first) }
            return String(decoding: bytes[first..<position], as: UTF8.self)
        }
        var unescaped = Array(bytes[first..<position])
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try text(unescaped[...], from: first)
            case UInt8(ascii: "\\"):
                position += 1
                try appendEscape(to: &unescaped)
            case 0..<0x20:
                throw fault("a control character in a text must be escaped")
            default:
                unescaped.append(byte)
                position += 1
            }
        }
        throw fault("the text that begins here has no closing quote", at: start)
    }

    private func text(_ slice: ArraySlice<UInt8>, from start: Int) throws(JSONFault) -> String {
        guard let text = String(validating: slice, as: UTF8.self) else {
            throw fault("the text that begins here is not valid UTF-8", at: start)
        }
        return text
    }

    private mutating func appendEscape(to text: inout [UInt8]) throws(JSONFault) {
        let start = position - 1
        guard let byte = next else { throw fault("the text ends after a backslash", at: start) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var value = try unit(from: start)
            if (0xD800...0xDBFF).contains(value), skip("\\"), skip("u") {
                let low = try unit(from: start)
                guard (0xDC00...0xDFFF).contains(low) else {
                    throw fault("this is half of a surrogate pair", at: start)
                }
                value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(value) else {
                throw fault("this is half of a surrogate pair", at: start)
            }
            text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        default: throw fault("this is not an escape sequence", at: start)
        }
    }

    private mutating func unit(from start: Int) throws(JSONFault) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        guard digits.count == 4,
            digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("four hexadecimal digits must follow \\u", at: start) }
        position += 4
        return value
    }
}
