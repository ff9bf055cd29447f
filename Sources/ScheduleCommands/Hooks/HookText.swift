import AgentInterface
import DesktopTexts
import GLibBridge
import NotifyCore

/// Text of a coding agent for a notification: plain, whole, and without secrets.
enum HookText {
    /// Returns a text in which nothing is invisible but blanks and line feeds.
    static func visible(_ text: String) -> String {
        // A tab is wider than one character, and shown by each server otherwise.
        text.printable.replacing("\t", with: "<U+0009>")
    }

    /// Returns a visible text on one line, in which line feeds are code points.
    static func line(_ text: String) -> String { visible(text).replacing("\n", with: "<U+000A>") }

    /// Returns a visible text whose lines after the first are marked, so that none of them can pass for another line
    /// of the notification.
    static func marked(_ text: String) -> String { visible(text).replacing("\n", with: "\n| ") }

    /// The line that names a folder.
    static func folder(_ path: String) -> String {
        // Translators: the folder in which a coding agent works
        tr("In %1$s", line(path))
    }
}

/// How much of a text a notification is sure to show.
struct HookRoom: Equatable {
    /// The most lines of the body.
    let lines: Int
    /// The columns of a line.
    let columns: Int

    /// What every notification server with buttons shows: GNOME Shell has the fewest lines, and narrow bubbles have these
    /// columns of wide letters.
    static let standard = HookRoom(lines: 6, columns: 32)

    /// Returns how many lines a text takes at most, wherever a server breaks them.
    ///
    /// Lines are broken at blanks alone, and a longer word begins on a new line, which makes more lines than the other
    /// rules that servers have.
    func count(_ text: String) -> Int {
        text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { count, line in
            count + self.count(ofLine: line)
        }
    }

    private func count(ofLine line: Substring) -> Int {
        var (full, column) = (0, 0)
        for (index, word) in line.split(separator: " ", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0 {
                column += 1
                if column > columns { (full, column) = (full + 1, 1) }
            }
            let width = Self.width(word)
            if column + width > columns, column > 0 { (full, column) = (full + 1, 0) }
            full += max(0, width - 1) / columns
            column = width > columns ? (width - 1) % columns + 1 : column + width
        }
        return full + 1
    }

    /// Returns the columns of a text; scripts other than Latin, Greek and Cyrillic have wide characters.
    static func width(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x530 ? 1 : 2) }
    }

    /// Returns the part of a text that fits into lines.
    func beginning(of text: String, lines: Int) -> String {
        guard count(text) > lines else { return text }
        var part = ""
        for character in text {
            let longer = part + String(character)
            guard count(longer) <= lines else { break }
            part = longer
        }
        return part
    }
}

extension HookRoom {
    /// The room in the bubbles of the agent's notification server; `nil` if nobody can rely on it to show a text whole,
    /// and buttons with it.
    ///
    /// - Parameter status: what the agent reports; without a server in it, one that shows what all show.
    init?(of status: Variant?) {
        self = .standard
        guard let fields = status?["profile"]?["fields"] else { return }
        // Its buttons are in a menu, beside which there is no text, and its bubbles are low.
        guard fields["DrawsButtons"]?.string != "false" else { return nil }
        guard let limit = fields["TextLimit"]?.string, limit != "none" else { return }
        // Such as "24 lines of 50 characters".
        let numbers = limit.split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
        self.init(lines: min(lines, numbers[0]), columns: min(columns, numbers[1]))
    }

    /// Whether it shows all of a question.
    func shows(title: String, body: String) -> Bool {
        Self.width(title) <= columns && count(body) <= lines
    }
}
