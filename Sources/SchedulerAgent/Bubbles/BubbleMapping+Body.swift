import NotifyCore

extension BubbleMapping {
    /// Returns the lines of a body in the server's format, cut at the server's limit.
    ///
    /// - Parameter notes: the lines at the end, which are not cut.
    func body(
        _ subtitle: String,
        _ body: String,
        _ notes: [String],
        hasMarkup: Bool
    ) -> String {
        var cutter = TextCutter(profile.textLimit)
        // Accepted markup is valid; a body that an older version stored is treated as text.
        let markup = hasMarkup ? try? BodyMarkup(parsing: body) : nil
        let first = plain(cutter.cut(subtitle))
        if !subtitle.isEmpty { cutter.endLine() }
        let second = markup?.text(for: profile.markup, within: &cutter) ?? plain(cutter.cut(body))
        let lines = [first, second] + notes.map(plain)
        let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        // The title of a bubble without a body would be the app's name.
        if text.isEmpty, profile.escapesTitles { return Self.zeroWidthSpace }
        return profile.squeezesBlanks && profile.markup != nil ? Self.keepingBlanks(text) : text
    }

    private static let zeroWidthSpace = "\u{200B}"

    /// Returns a title that the server shows as it is, cut where the server's limit asks for that.
    func title(_ text: String) -> String {
        let limit = profile.textLimit.map {
            TextLimit(lines: min(3, $0.lines), characters: $0.characters)
        }
        var cutter = TextCutter(limit)
        let title = cutter.cut(text)
        guard profile.escapesTitles else { return title }
        // No spelling of these two characters is left alone by such a server.
        return String(title.map { $0 == "&" ? "+" : $0 == "<" ? "‹" : $0 })
    }

    /// Returns the hint `value` as text, for a server that would show its bar instead of the text.
    func progress(_ options: BubbleOptions) -> String? {
        guard profile.valueHidesText, let percent = options.hints[Self.valueHint]?.percent else {
            return nil
        }
        let full = percent / Self.percentOfBlock
        let rest = 100 / Self.percentOfBlock - full
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: rest)
        return "\(bar) \(percent) %"
    }

    /// The name of the hint for how much is done.
    static let valueHint = "value"
    private static let percentOfBlock = 10

    private func plain(_ text: String) -> String {
        profile.markup == nil ? text : MarkupText.escaped(text)
    }

    /// Returns the text with repeated spaces and line breaks written so that the server keeps them.
    ///
    /// Spaces in a tag are single, so they do not change.
    private static func keepingBlanks(_ text: String) -> String {
        var result = ""
        var isAfterBlank = false
        var isAfterBreak = true
        for scalar in text.unicodeScalars {
            switch scalar {
            case " " where isAfterBlank || isAfterBreak, "\t":
                result += "&#160;"
                isAfterBlank = false
            case "\n" where isAfterBreak && !result.isEmpty:
                result += "&#160;\n"
            default:
                result.unicodeScalars.append(scalar)
                isAfterBlank = scalar == " "
            }
            isAfterBreak = scalar == "\n" || (isAfterBreak && scalar == " ")
        }
        return result
    }
}

extension HintValue {
    /// The number of percent; `nil` for a value that is no number.
    fileprivate var percent: Int? {
        let number: Double
        switch self {
        case .byte(let value): number = Double(value)
        case .integer(let value): number = Double(value)
        case .double(let value) where value.isFinite: number = value
        case .boolean, .double, .string, .other: return nil
        }
        return Int(min(100, max(0, number)))
    }
}
