import CGLib

/// Parsing of texts and numbers as in GLib's C programs.
package enum CText {
    /// Returns a text with its C escapes resolved, such as `\\n` and octal numbers.
    package static func withoutEscapes(_ text: [UInt8]) -> [UInt8] {
        let copy = (text + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                bytes.baseAddress.map { g_strcompress($0) }
            }
        }
        guard let copy, let copy else { return text }
        defer { g_free(copy) }
        return UnsafeBufferPointer(start: copy, count: strlen(copy)).map {
            UInt8(bitPattern: $0)
        }
    }

    /// Returns a text without leading and trailing blanks.
    package static func trimmed(_ text: String) -> String {
        guard let copy = g_strdup(text) else { return text }
        defer { g_free(copy) }
        return g_strchug(g_strchomp(copy)).map { String(cString: $0) } ?? text
    }

    /// Returns the number at the start of a text; 0 for none, the maximum if it is larger.
    ///
    /// A negative one wraps around at two to the power of 64.
    package static func unsigned(_ text: String, base: UInt32 = 10) -> UInt64 {
        UInt64(g_ascii_strtoull(text, nil, base))
    }

    /// Returns the number at the start of a text, in the locale's format or C's; 0 for none.
    package static func double(_ text: String) -> Double {
        g_strtod(text, nil)
    }
}
