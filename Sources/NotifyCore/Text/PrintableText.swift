import DesktopTexts

extension String {
    /// Whether it has nothing but the printable characters of ASCII, as most names in long lists do.
    package var isPrintableASCII: Bool {
        let isPlain = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { $0 &- 0x20 < 0x5F }
        }
        return isPlain ?? utf8.allSatisfy { $0 &- 0x20 < 0x5F }
    }

    /// The text for a terminal or a log; line ends and tabs are kept.
    ///
    /// Text of another app must not control the terminal, change the direction of surrounding text or look like
    /// another text. So control characters, directional overrides and invisible characters are replaced by
    /// their code points, as in `<U+202E>`. Characters that a script needs are kept: joiners after its letters,
    /// the parts of an emoji, directional marks in right-to-left text.
    package var printable: String { showingCodePoints(ofLineEnds: false) }

    /// The printable text on one line: a blank replaces each tab and each run of line ends.
    package var printableLine: String {
        guard !isPrintableASCII else { return self }
        return split { $0.isNewline || $0 == "\t" }.joined(separator: " ").printable
    }

    /// Returns the text with characters that are not printed replaced by their code points.
    func showingCodePoints(ofLineEnds: Bool) -> String {
        replacingUnseen(andLineEnds: ofLineEnds) { "<\($0.codePoint)>" }
    }

    /// The text of a stranger for a bubble: with line feeds as line ends, and without control characters except tabs,
    /// directional overrides and invisible characters.
    ///
    /// It must not change the direction of other text or look like another text. What a script needs is kept, as in
    /// ``printable``. Every text of another machine, server, sandbox or command passes here.
    package var withoutUnseen: String {
        withoutControls.replacingUnseen(andLineEnds: false) { _ in "" }
    }

    private func replacingUnseen(
        andLineEnds: Bool,
        by replacement: (Unicode.Scalar) -> String
    ) -> String {
        let isPlain = utf8.allSatisfy {
            (0x20..<0x7F).contains($0) || (!andLineEnds && ($0 == 0x0A || $0 == 0x09))
        }
        guard !isPlain else { return self }
        let context = ScalarContext(unicodeScalars)
        var shown = ""
        for (index, scalar) in context.scalars.enumerated() {
            let isLineEnd = scalar == "\n" || scalar == "\t"
            if isLineEnd ? andLineEnds : scalar.isUnseen && !context.needsUnseen(at: index) {
                shown += replacement(scalar)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}

extension Unicode.Scalar {
    /// Whether it is a control or an invisible character.
    var isUnseen: Bool {
        if isASCII { return isControl }
        return isControl || properties.isDefaultIgnorableCodePoint
            // Line and paragraph separator; anchors of interlinear annotations.
            || value == 0x2028 || value == 0x2029 || (0xFFF9...0xFFFB).contains(value)
    }
}

/// Decides which invisible characters a text needs.
private struct ScalarContext {
    let scalars: [Unicode.Scalar]
    private let hasRightToLeft: Bool
    private let isolates: Set<Int>

    init(_ text: String.UnicodeScalarView) {
        scalars = Array(text)
        hasRightToLeft =
            scalars.contains(where: \.isFromRightToLeft) || Translations.isRightToLeft
        isolates = hasRightToLeft ? Self.isolates(in: scalars) : []
    }

    func needsUnseen(at index: Int) -> Bool {
        switch scalars[index].value {
        // Directional marks that override nothing.
        case 0x061C, 0x200E, 0x200F: hasRightToLeft
        case 0x2066, 0x2068, 0x2069: isolates.contains(index)
        // Zero-width space, joiners, and variation selectors.
        case 0x180B...0x180D, 0x180F, 0x200B...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF:
            shapes(index)
        // The letters of a flag, such as that of Scotland.
        case 0xE0020...0xE007F:
            index > 0
                && (scalars[index - 1].value == 0x1F3F4
                    || (0xE0020...0xE007E).contains(scalars[index - 1].value))
        default: false
        }
    }

    /// Returns whether it follows a character of a script that uses such marks.
    private func shapes(_ index: Int) -> Bool {
        guard index > 0 else { return false }
        let (scalar, previous) = (scalars[index], scalars[index - 1])
        if previous.properties.isVariationSelector { return scalar.value == 0x200D }
        if scalar.value == 0xFE0F, previous.properties.isEmoji {
            // A digit only as the start of a keycap.
            return !previous.isASCII
                || (index + 1 < scalars.count && scalars[index + 1].value == 0x20E3)
        }
        // Latin, Greek, Cyrillic, Armenian and punctuation use none.
        return previous.value >= 0x590 && !(0x2000...0x206F).contains(previous.value)
    }

    /// Returns the positions of isolates that end, as those that sentences have around their arguments.
    private static func isolates(in scalars: [Unicode.Scalar]) -> Set<Int> {
        var places: Set<Int> = []
        var starts: [Int] = []
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0x2066, 0x2068: starts.append(index)
            case 0x2069: if let start = starts.popLast() { places.formUnion([start, index]) }
            case 0x0A, 0x2067: starts = []
            default: break
            }
        }
        return places
    }
}
