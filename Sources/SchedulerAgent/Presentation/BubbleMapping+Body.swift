import NotifyCore

extension BubbleMapping {
    /// The lines of a body in the words of the server.
    func body(_ subtitle: String, _ body: String, _ note: String?, hasMarkup: Bool) -> String {
        // What was accepted had markup that holds; what an older agent stored counts as text.
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

    /// The text with all but the first of several blanks or line ends written so that they stay.
    ///
    /// Blanks in a tag stand alone, so none is touched.
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
