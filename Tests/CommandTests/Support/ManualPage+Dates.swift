import NotifyCore

extension ManualPage {
    /// The grammar of dates in words as a part of a manual page: its forms, each with an example.
    static var dates: String {
        var lines: [String] = []
        for section in DateGrammar.sections {
            lines += [".Pp", "\(text("<\(section.name)>: \(section.summary)"))"]
            lines.append(".Bl -tag -width Ds -compact")
            for form in section.forms {
                lines += [".It \(quoted(form.example))", text(form.meaning)]
                lines += form.patterns.enumerated().map { index, pattern in
                    ".Ql \(quoted(pattern))\(index + 1 < form.patterns.count ? " ," : "")"
                }
            }
            lines.append(".El")
        }
        lines += [".Pp", "In angle brackets stand, besides:"]
        lines.append(".Bl -tag -width Ds -compact")
        for slot in DateGrammar.slots {
            lines += [".It \(quoted("<\(slot.name)>"))", text(slot.meaning)]
        }
        lines.append(".El")
        return lines.joined(separator: "\n")
    }

    /// A text as one argument of a macro.
    private static func quoted(_ text: String) -> String {
        "\"\(word(text.replacing(" ' ", with: "'")))\""
    }
}
