extension String {
    /// The text for use inside another sentence, whose direction it must not change.
    ///
    /// Its directional marks are removed, and right-to-left text is wrapped in isolates (Unicode Standard
    /// Annex 9, "Explicit Directional Isolates"). Fields of their own keep the text unchanged.
    package var isolated: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
        let plain = String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionMark }))
        guard plain.unicodeScalars.contains(where: \.isFromRightToLeft) else { return plain }
        return "\u{2068}\(plain)\u{2069}"
    }
}

extension Unicode.Scalar {
    /// Whether it embeds, overrides, isolates or ends one of these.
    var isDirectionMark: Bool {
        (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }

    /// Whether it belongs to a script that is written from right to left.
    var isFromRightToLeft: Bool {
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x1_0800...0x1_0FFF,
            0x1_E800...0x1_EFFF:
            true
        default: false
        }
    }
}
