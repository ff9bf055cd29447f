extension String {
    /// The text as the agent accepts it for several lines: with line feeds as line ends, and without control
    /// characters except tabs.
    package var withoutControls: String {
        // The common case has none.
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var text = UnicodeScalarView()
        var previous: UnicodeScalar?
        for scalar in unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{85}": text.append("\n")
            case "\t": text.append(scalar)
            default: if !scalar.isControl { text.append(scalar) }
            }
            previous = scalar
        }
        return String(text)
    }
}
