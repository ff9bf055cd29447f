import NotifyCore

extension String {
    /// The text without control characters, in one line.
    var inOneLine: String {
        String(
            String.UnicodeScalarView(
                withoutControls.unicodeScalars.map { $0.isControl ? " " : $0 }
            )
        )
    }

    /// Whether the agent accepts the text as a name.
    var isPlainName: Bool { !unicodeScalars.contains(where: \.isControl) }
}
