extension String {
    /// The text for a place among words of our own, whose order it must not change.
    ///
    /// What a caller writes keeps its characters in fields of its own. Among other words its marks of
    /// direction are left out, and a text from right to left stands between the marks that isolate it
    /// (Unicode Standard Annex 9, "Explicit Directional Isolates").
    public var isolated: String {
        let plain = String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionMark }))
        guard plain.unicodeScalars.contains(where: \.isFromRightToLeft) else { return plain }
        return "\u{2068}\(plain)\u{2069}"
    }
}

extension Unicode.Scalar {
    /// Whether it embeds, overrides, isolates or ends one of these.
    fileprivate var isDirectionMark: Bool {
        (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }

    /// Whether it belongs to a script that is written from right to left.
    fileprivate var isFromRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF,
            0x1_E800...0x1_EFFF:
            true
        default: false
        }
    }
}
