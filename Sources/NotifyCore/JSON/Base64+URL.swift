extension Base64 {
    /// Returns the encoding of bytes with the alphabet for URLs and without padding (RFC 4648, section 5).
    package static func urlText(of bytes: [UInt8]) -> String {
        let text = encoded(bytes).compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a text in the alphabet for URLs, with or without padding; `nil` if it is not valid.
    package static func bytes(ofURLText text: String) -> [UInt8]? {
        guard !text.utf8.contains(UInt8(ascii: "+")), !text.utf8.contains(UInt8(ascii: "/")) else {
            return nil
        }
        let letters = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - letters.count % 4) % 4)
        return decoded(String(decoding: letters + padding, as: UTF8.self))
    }
}
