import CGLib

/// Texts and numbers as C programs over GLib read them.
public enum CText {
    /// A text with its C escapes, such as `\\n` and octal numbers, replaced by what they stand for.
    public static func withoutEscapes(_ text: [UInt8]) -> [UInt8] {
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

    /// A text without the blanks at its ends.
    public static func trimmed(_ text: String) -> String {
        guard let copy = g_strdup(text) else { return text }
        defer { g_free(copy) }
        return g_strchug(g_strchomp(copy)).map { String(cString: $0) } ?? text
    }

    /// The number that a text begins with; 0 where it begins with none, the largest where it is larger.
    ///
    /// One with a minus is counted down from two to the power of 64.
    public static func unsigned(_ text: String, base: UInt32 = 10) -> UInt64 {
        UInt64(g_ascii_strtoull(text, nil, base))
    }

    /// The number that a text begins with, in the locale's form or in C's; 0 where it begins with none.
    public static func double(_ text: String) -> Double {
        g_strtod(text, nil)
    }
}
