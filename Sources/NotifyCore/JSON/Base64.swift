/// Base64 as in RFC 4648, section 4.
package enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let padding = UInt8(ascii: "=")

    /// Returns the encoding of bytes, in ASCII.
    package static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let rest = bytes.count - index
            let first = UInt32(bytes[index]) << 16
            let second = rest > 1 ? UInt32(bytes[index + 1]) << 8 : 0
            let third = rest > 2 ? UInt32(bytes[index + 2]) : 0
            let value = first | second | third
            text.append(letters[Int(value >> 18)])
            text.append(letters[Int(value >> 12 & 63)])
            text.append(rest > 1 ? letters[Int(value >> 6 & 63)] : padding)
            text.append(rest > 2 ? letters[Int(value & 63)] : padding)
            index += 3
        }
        return text
    }

    /// Returns the bytes of a text; `nil` if it is not valid.
    package static func decoded(_ text: String) -> [UInt8]? {
        var text = Array(text.utf8)
        guard text.count.isMultiple(of: 4) else { return nil }
        let padded = text.reversed().prefix(2).prefix { $0 == padding }.count
        text.removeLast(padded)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var value: UInt32 = 0
        for (index, letter) in text.enumerated() {
            guard let digit = digit(letter) else { return nil }
            value = value << 6 | digit
            guard index & 3 == 3 else { continue }
            bytes += [UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
            value = 0
        }
        // The unused bits of the last letters must be zero.
        switch text.count & 3 {
        case 2:
            guard value & 15 == 0 else { return nil }
            bytes.append(UInt8(value >> 4 & 255))
        case 3:
            guard value & 3 == 0 else { return nil }
            bytes += [UInt8(value >> 10 & 255), UInt8(value >> 2 & 255)]
        default: break
        }
        return bytes
    }

    private static func digit(_ letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
