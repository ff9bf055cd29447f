/// A notification by a terminal's own control sequence.
package struct TerminalNotice: Hashable, Sendable {
    /// The sequences that terminals have for it.
    package enum Sequence: String, Sendable {
        /// That of kitty, with a title, a body and an urgency.
        case osc99
        /// That of urxvt, foot, Ghostty, WezTerm and others, with a title and a body.
        case osc777
        /// That of iTerm2 and others, with one text.
        case osc9
    }

    /// Which program is between this one and the terminal.
    package enum Wrapping: Sendable {
        case none, tmux, screen
    }

    /// What identifies it; another one with it replaces it.
    package var identifier: String
    /// The first line.
    package var title: String
    /// The text.
    package var body: String
    /// 0 for low, 1 for normal, 2 for critical.
    package var urgency: Int
    /// Whether a terminal that can tell shows it only while its window is not focused.
    package var onlyUnfocused: Bool

    /// Makes a notice.
    package init(
        identifier: String,
        title: String,
        body: String,
        urgency: Int = 1,
        onlyUnfocused: Bool = false
    ) {
        self.identifier = identifier
        self.title = title
        self.body = body
        self.urgency = urgency
        self.onlyUnfocused = onlyUnfocused
    }

    /// The most bytes of a text; kitty takes 2,048.
    private static let maxText = 2_000

    /// Returns the bytes to write.
    package func bytes(_ sequence: Sequence, wrapping: Wrapping = .none) -> [UInt8] {
        let (title, body) = (Self.safe(title), Self.safe(body))
        let parts: [String]
        switch sequence {
        case .osc99:
            let occasion = onlyUnfocused ? ":o=unfocused" : ""
            let start = "99;i=\(Self.word(identifier))"
            parts = [
                "\(start):d=\(body.isEmpty ? 1 : 0):u=\(urgency)\(occasion);\(title)",
                body.isEmpty ? "" : "\(start):d=1:p=body;\(body)",
            ]
        case .osc777:
            // A semicolon ends the title.
            parts = ["777;notify;\(title.replacing(";", with: ","));\(body)"]
        case .osc9:
            // A number at the beginning is another sequence of some terminals.
            let text = body.isEmpty ? title : "\(title): \(body)"
            let isNumber = text.utf8.first.map { (0x30...0x39).contains($0) } ?? false
            parts = ["9;\(isNumber ? " " : "")\(text)"]
        }
        // The usual end of a sequence would also end the one that screen passes on.
        let end = wrapping == .screen ? "\u{07}" : "\u{1B}\\"
        return parts.filter { !$0.isEmpty }.flatMap {
            Self.wrap(Array("\u{1B}]\($0)\(end)".utf8), wrapping)
        }
    }

    static func wrap(_ bytes: [UInt8], _ wrapping: Wrapping) -> [UInt8] {
        let end = Array("\u{1B}\\".utf8)
        switch wrapping {
        case .none: return bytes
        case .screen: return Array("\u{1B}P".utf8) + bytes + end
        case .tmux:
            // Each escape inside is doubled.
            let inner = bytes.flatMap { $0 == 0x1B ? [$0, $0] : [$0] }
            return Array("\u{1B}Ptmux;".utf8) + inner + end
        }
    }

    /// Returns a text that cannot end or begin a sequence: on one line, without control characters.
    private static func safe(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += scalar.utf8.count
            guard count <= maxText else { break }
            if scalar == "\n" || scalar == "\t" {
                result.append(" ")
            } else if scalar.value >= 0x20, !(0x7F...0x9F).contains(scalar.value) {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func word(_ text: String) -> String {
        String(text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    }
}

extension TerminalNotice.Sequence {
    /// What is asked of a terminal: whether it has OSC 99, its name and version, and what every terminal answers.
    package static let question = "\u{1B}]99;i=notify-schedule:p=?;\u{1B}\\\u{1B}[>q\u{1B}[c"

    /// Returns whether an answer is complete: every terminal answers the last question (DA1).
    package static func isComplete(_ answer: [UInt8]) -> Bool {
        var index = answer.startIndex
        while let start = answer[index...].firstRange(of: [0x1B, 0x5B, 0x3F])?.upperBound {
            let rest = answer[start...].drop { (0x30...0x3B).contains($0) }
            if rest.first == UInt8(ascii: "c") { return true }
            index = start
        }
        return false
    }

    /// Chooses by an answer.
    ///
    /// - Parameter answer: the bytes of the terminal's answer.
    /// - Returns: the sequence; `nil` if the terminal is not known to have one.
    package static func chosen(by answer: [UInt8], names: [String]) -> Self? {
        if !answer.ranges(of: Array("]99;i=notify-schedule:p=?;".utf8)).isEmpty { return .osc99 }
        return named([String(decoding: answer, as: UTF8.self)] + names)
    }

    /// Chooses by names of a terminal; `nil` if none is known.
    package static func named(_ names: [String]) -> Self? {
        let names = names.map { $0.lowercased() }
        let has = { (words: [String]) in
            names.contains { name in words.contains { !name.ranges(of: $0).isEmpty } }
        }
        if has(["kitty"]) { return .osc99 }
        if has(["foot", "ghostty", "wezterm", "contour", "rxvt", "vte"]) { return .osc777 }
        return has(["iterm", "conemu", "windows terminal", "mintty"]) ? .osc9 : nil
    }
}
