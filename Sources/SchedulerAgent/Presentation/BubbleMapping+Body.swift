import NotifyCore

extension BubbleMapping {
    /// Returns the lines of a body in the server's format.
    func body(_ subtitle: String, _ body: String, _ note: String?, hasMarkup: Bool) -> String {
        // Accepted markup is valid; a body that an older version stored is treated as text.
        let markup = hasMarkup ? try? BodyMarkup(parsing: body) : nil
        let lines = [
            plain(subtitle), markup?.text(for: profile.markup) ?? plain(body), plain(note ?? ""),
        ]
        let text = lines.filter { !$0.isEmpty }.joined(separator: "\n")
        return profile.squeezesBlanks && profile.markup != nil ? Self.keepingBlanks(text) : text
    }

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
