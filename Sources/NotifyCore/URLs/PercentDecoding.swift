/// Percent-decoding of RFC 3986.
enum PercentDecoding {
    /// The error of a text that cannot be decoded.
    enum Failure: Error {
        /// A percent sign without two hexadecimal digits.
        case digits
        /// Bytes that are not UTF-8.
        case encoding
    }

    /// Returns the decoded bytes of a text.
    static func bytes(_ text: String) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard let high = bytes.next()?.hexDigit, let low = bytes.next()?.hexDigit else {
                throw .digits
            }
            result.append(high << 4 | low)
        }
        return result
    }

    /// Returns the decoded text.
    static func decode(_ text: String) throws(Failure) -> String {
        guard let decoded = String(validating: try bytes(text), as: UTF8.self) else {
            throw .encoding
        }
        return decoded
    }
}

extension String {
    /// The text with all but RFC 3986's unreserved characters percent-encoded.
    package var percentEncoded: String {
        var result = ""
        for byte in utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                scalar.isASCIILetter || scalar.isASCIIDigit
                || ["-", ".", "_", "~"].contains(scalar)
            let digits = String(byte, radix: 16, uppercase: true)
            result += isPlain ? String(scalar) : digits.count < 2 ? "%0\(digits)" : "%\(digits)"
        }
        return result
    }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit.
    fileprivate var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
