/// A writer of compact JSON.
package struct JSONText: Sendable {
    /// The text so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Makes an empty text.
    package init() {}

    /// Begins an object or, with `[`, an array.
    package mutating func open(_ bracket: Character) {
        separate()
        append(bracket)
        needsComma = false
    }

    /// Ends what ``open(_:)`` began.
    package mutating func close(_ bracket: Character) {
        append(bracket)
        needsComma = true
    }

    /// Writes the name of a member; its value comes next.
    package mutating func key(_ name: String) {
        string(name)
        append(":")
        needsComma = false
    }

    /// Writes a text.
    package mutating func string(_ text: String) {
        separate()
        append("\"")
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            for byte in text.utf8 { ascii(byte) }
        } else {
            for scalar in text.unicodeScalars {
                if scalar.isASCII {
                    ascii(UInt8(scalar.value))
                } else if scalar.isUnseen {
                    bytes += Self.escape(scalar).utf8
                } else {
                    bytes += Character(scalar).utf8
                }
            }
        }
        append("\"")
        needsComma = true
    }

    /// Writes a string that needs no escapes.
    package mutating func plain(_ text: [UInt8]) {
        separate()
        append("\"")
        bytes += text
        append("\"")
        needsComma = true
    }

    /// Writes true or false.
    package mutating func boolean(_ value: Bool) { word("\(value)") }

    /// Writes null.
    package mutating func null() { word("null") }

    /// Writes a whole number.
    package mutating func integer(_ value: some FixedWidthInteger) { word("\(value)") }

    /// Writes any other number; infinity and NaN as a string.
    package mutating func number(_ value: Double) {
        if value.isFinite { word("\(value)") } else { string("\(value)") }
    }

    /// Writes a value that was read.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .boolean(let value): boolean(value)
        case .integer(let value): integer(value)
        case .number(let value): number(value)
        case .string(let text): string(text)
        case .array(let elements):
            open("[")
            for element in elements { self.value(element) }
            close("]")
        case .object(let members):
            open("{")
            for member in members {
                key(member.key)
                self.value(member.value)
            }
            close("}")
        }
    }

    /// Writes microseconds as seconds, with the decimals that they need.
    package mutating func seconds(_ microseconds: Int64) {
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        var text = "\(microseconds < 0 ? "-" : "")\(whole)"
        if rest > 0 {
            var places = String(String(rest + 1_000_000).dropFirst())
            while places.hasSuffix("0") { places.removeLast() }
            text += ".\(places)"
        }
        // More than a double holds exactly.
        if microseconds.magnitude > 1 << 52 { string(text) } else { word(text) }
    }

    /// Ends the line; the next value is another document.
    package mutating func endLine() {
        append("\n")
        needsComma = false
    }

    /// Returns the text and clears it.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Returns JSON with escapes for control and invisible characters, which occur only in strings and mean the
    /// same there.
    package static func escapingUnseen(_ json: String) -> String {
        guard !json.utf8.allSatisfy({ $0 < 0x7F }) else { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            // Lower ones are white space, because encoders escape them in strings.
            if scalar.value >= 0x7F, scalar.isUnseen {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
        .joined()
    }

    private mutating func ascii(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case 0x0A: bytes += "\\n".utf8
        case 0x09: bytes += "\\t".utf8
        case 0..<0x20, 0x7F: bytes += Self.escape(Unicode.Scalar(byte)).utf8
        default: bytes.append(byte)
        }
    }

    private mutating func word(_ text: String) {
        separate()
        bytes += text.utf8
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { append(",") }
    }

    private mutating func append(_ character: Character) {
        if let byte = character.asciiValue { bytes.append(byte) }
    }
}
