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
    static func line(_ text: String) -> String {
        plain(text).replacing("\n", with: "<U+000A>")
    }

    /// Returns a visible text whose lines after the first are marked, so that none of them can pass for another line
    /// of the notification.
    static func marked(_ text: String) -> String {
        plain(text).replacing("\n", with: "\n| ")
    }

    /// Returns a line of its own, with a mark that no text of an agent has: a long line, which the server wraps, can then
    /// not pass for another one.
    static func item(_ line: String) -> String { "\(bullet) \(line)" }

    private static let bullet = "•"

    /// Whether a text has letters that are written from right to left.
    static func turns(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: \.isFromRightToLeft)
    }

    /// Returns a visible text in which also the marks of directions are code points, which stay in other texts of a
    /// language from right to left, and so is the bullet.
    private static func plain(_ text: String) -> String {
        visible(text).unicodeScalars.reduce(into: "") { plain, scalar in
            let isMark = scalar.isDirectionMark || [0x061C, 0x200E, 0x200F].contains(scalar.value)
            if isMark || String(scalar) == bullet {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                plain += "<U+\(String(repeating: "0", count: 4 - digits.count))\(digits)>"
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
    }

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

    /// Returns the columns of a text; scripts other than Latin, Greek and Cyrillic have wide characters, and some
    /// characters are as wide as a line.
    ///
    /// What is invisible are the marks of sentences in the user's language: that of an agent's text is shown.
    static func width(_ text: some StringProtocol) -> Int {
        text.unicodeScalars.reduce(0) { width, scalar in
            if scalar.properties.isDefaultIgnorableCodePoint { return width }
            return width + columns(of: scalar)
        }
    }

    /// The columns of a character that may be drawn wider than a line of text has room for, such as a whole sentence in
    /// one character.
    private static let widest = 20

    /// The blocks whose characters take no more room than two letters.
    private static let ordinary: [ClosedRange<UInt32>] = [
        0x530...0x6FF, 0x900...0xBFF, 0xC00...0xDFF, 0xE00...0xEFF, 0x10A0...0x11FF,
        0x1E00...0x1FFF,
        0x2000...0x206F, 0x20A0...0x218B, 0x2190...0x23FF, 0x2460...0x2BFF, 0x2E80...0x2FDF,
        0x3000...0x33FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE00...0xFE0F,
        0xFF00...0xFFEF,
        0x1F100...0x1FAFF, 0x20000...0x3FFFF,
    ]

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        // Two letters in one.
        case 0x132...0x133, 0x1C4...0x1CC, 0x1F1...0x1F3: 2
        case ..<0x530: 1
        // Some letters of the scripts of India are as wide as three.
        case 0x980...0xDFF: 3
        case let value: ordinary.contains { $0.contains(value) } ? 2 : widest
        }
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
