/// JSON that grows: values are written as they come, without blanks.
public struct JSONText: Sendable {
    /// What was written, in UTF-8.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Makes an empty text.
    public init() {}

    /// Begins an object or, with `[`, an array.
    public mutating func open(_ bracket: Character) {
        separate()
        append(bracket)
        needsComma = false
    }

    /// Ends what ``open(_:)`` began.
    public mutating func close(_ bracket: Character) {
        append(bracket)
        needsComma = true
    }

    /// Writes the name of a member; its value comes next.
    public mutating func key(_ name: String) {
        string(name)
        append(":")
        needsComma = false
    }

    /// Writes a text.
    public mutating func string(_ text: String) {
        separate()
        append("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0A: bytes += "\\n".utf8
            case 0x09: bytes += "\\t".utf8
            case 0..<0x20, 0x7F:
                let digits = String(byte, radix: 16)
                bytes += "\\u00\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8
            default: bytes.append(byte)
            }
        }
        append("\"")
        needsComma = true
    }

    /// Writes a text that needs no escapes.
    public mutating func plain(_ text: [UInt8]) {
        separate()
        append("\"")
        bytes += text
        append("\"")
        needsComma = true
    }

    /// Writes true or false.
    public mutating func boolean(_ value: Bool) { word("\(value)") }

    /// Writes a whole number.
    public mutating func integer(_ value: some FixedWidthInteger) { word("\(value)") }

    /// Writes any other number; what is no number, or without end, as a text.
    public mutating func number(_ value: Double) {
        if value.isFinite { word("\(value)") } else { string("\(value)") }
    }

    /// Writes microseconds as seconds, with as many places as they need.
    public mutating func seconds(_ microseconds: Int64) {
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

    /// Ends the line; what follows is another document.
    public mutating func endLine() {
        append("\n")
        needsComma = false
    }

    /// Takes out what was written.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
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
