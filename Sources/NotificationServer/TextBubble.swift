/// Draws a bubble as a box of text.
struct TextBubble {
    /// The style.
    let style: TextStyle

    /// Returns the lines of a bubble's box, with the style's width.
    func lines(of call: NotifyCall) -> [String] {
        let frame = Frame(isUnicode: style.isUnicode)
        var lines = [top(call.appName, frame)]
        for line in wrapped(PlainText.cleanLine(call.summary, unicode: style.isUnicode)) {
            lines.append(row(line, frame, isBold: style.isBold))
        }
        if !call.body.isEmpty {
            for line in wrapped(PlainText.clean(call.body, unicode: style.isUnicode)) {
                lines.append(row(line, frame))
            }
        }
        let buttons = buttonLines(call.buttons)
        if !buttons.isEmpty { lines.append(row("", frame)) }
        for line in buttons { lines.append(row(line, frame)) }
        let bar = String(repeating: frame.horizontal, count: style.width - 2)
        lines.append(frame.bottomLeft + bar + frame.bottomRight)
        return lines
    }

    private var innerWidth: Int { style.width - 4 }

    private var ellipsis: String { style.isUnicode ? "…" : "..." }

    private func wrapped(_ text: String) -> [String] {
        LineWrap.lines(of: text, width: innerWidth)
    }

    private func top(_ appName: String, _ frame: Frame) -> String {
        let name = LineWrap.shortened(
            PlainText.cleanLine(appName, unicode: style.isUnicode),
            width: innerWidth - 2,
            ellipsis: ellipsis
        )
        let title = name.isEmpty ? "" : "\(frame.horizontal) \(name) "
        let count = style.width - 2 - DisplayWidth.of(title)
        let bar = String(repeating: frame.horizontal, count: count)
        return frame.topLeft + title + bar + frame.topRight
    }

    private func row(_ text: String, _ frame: Frame, isBold: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, innerWidth - DisplayWidth.of(text)))
        let shown = isBold ? "\u{1B}[1m\(text)\u{1B}[0m" : text
        return "\(frame.vertical) \(shown)\(blanks) \(frame.vertical)"
    }

    private func buttonLines(_ buttons: [NotifyCall.Action]) -> [String] {
        var lines: [String] = []
        for (index, button) in buttons.enumerated() {
            let label = PlainText.cleanLine(button.label, unicode: style.isUnicode)
            let text = LineWrap.shortened(
                "[\(index + 1)] \(label)",
                width: innerWidth,
                ellipsis: ellipsis
            )
            if let last = lines.last,
                DisplayWidth.of(last) + 2 + DisplayWidth.of(text) <= innerWidth
            {
                lines[lines.count - 1] = "\(last)  \(text)"
            } else {
                lines.append(text)
            }
        }
        return lines
    }
}

/// The characters of a box.
private struct Frame {
    let horizontal: String
    let vertical: String
    let topLeft: String
    let topRight: String
    let bottomLeft: String
    let bottomRight: String

    init(isUnicode: Bool) {
        horizontal = isUnicode ? "─" : "-"
        vertical = isUnicode ? "│" : "|"
        topLeft = isUnicode ? "┌" : "+"
        topRight = isUnicode ? "┐" : "+"
        bottomLeft = isUnicode ? "└" : "+"
        bottomRight = isUnicode ? "┘" : "+"
    }
}
