import GLibBridge
import NotifyCore

/// The options of notify-send.
enum SendOptions {
    /// Reads a command line as notify-send does.
    static func parse(_ words: [[UInt8]]) throws(GLibError) -> ParsedOptions {
        try OptionParser(
            program: "notify-schedule send",
            usage: "<SUMMARY> [BODY] - as notify-send does",
            footer: footer,
            entries: asksForHelp(words) ? entries.map(wrapped) : entries
        ).parse(words)
    }

    /// Whether GLib may print the help, whose lines take longer to make than all else that is read.
    private static func asksForHelp(_ words: [[UInt8]]) -> Bool {
        words.contains { word in
            word.first == UInt8(ascii: "-")
                && (word.starts(with: "--help".utf8) || word.contains(UInt8(ascii: "?")))
        }
    }

    /// An option with its help in lines of a narrow terminal, which GLib prints as it is.
    private static func wrapped(_ entry: Entry) -> Entry {
        let lines = DetailLine.lines(entry.help ?? "", width: 80, indent: helpColumn)
        var wrapped = entry
        wrapped.help = lines.joined(
            separator: "\n" + String(repeating: " ", count: helpColumn)
        )
        return wrapped
    }

    /// Where GLib begins the help of these options.
    private static let helpColumn = 36

    /// Returns the hint's number of an `--urgency` level; `nil` for an unknown level.
    static func urgency(_ name: String) -> UInt8? {
        switch name.lowercased() {
        case "low": 0
        case "normal": 1
        case "critical": 2
        default: nil
        }
    }

    /// Returns the help of an option; empty for an unknown option.
    static func help(_ name: String) -> String {
        entries.first { $0.name == name }?.help ?? ""
    }

    private typealias Entry = OptionParser.Entry

    private static let entries = [
        Entry("urgency", "u", .checked(check), "low, normal or critical.", valueName: "LEVEL"),
        Entry(
            "expire-time",
            "t",
            .number(-1),
            "Milliseconds after which it closes; 0 for never.",
            valueName: "TIME"
        ),
        Entry(
            "app-name",
            "a",
            .text,
            "The program's name in the bubble.",
            valueName: "APP_NAME"
        ),
        Entry(
            "icon",
            "i",
            .file,
            "Its image: a file, or an icon name of the theme.",
            valueName: "ICON"
        ),
        Entry(
            "app-icon",
            "n",
            .file,
            "The program's icon: a file, or an icon name of the theme.",
            valueName: "ICON"
        ),
        Entry("category", "c", .file, "The type of notification.", valueName: "TYPE[,TYPE...]"),
        Entry("transient", "e", .flag, "Do not keep it in the desktop's own list."),
        Entry(
            "hint",
            "h",
            .files,
            "A hint for the server; TYPE is boolean, int, double, string, byte or variant.",
            valueName: "TYPE:NAME:VALUE"
        ),
        Entry("print-id", "p", .flag, "Print the notification's number."),
        Entry(
            "id-fd",
            nil,
            .number(-1),
            "The file descriptor to write the number to.",
            valueName: "FD"
        ),
        Entry(
            "replace-id",
            "r",
            .number(0),
            "The number of the notification to replace.",
            valueName: "REPLACE_ID"
        ),
        Entry("wait", "w", .flag, "Wait until it is closed."),
        Entry(
            "action",
            "A",
            .files,
            "A button; repeatable. Waits, and prints the NAME of the chosen one; by default NAME is the "
                + "button's number, from 0.",
            valueName: "[NAME=]Text..."
        ),
        Entry(
            "selected-action-fd",
            nil,
            .number(-1),
            "The file descriptor to write the chosen name to.",
            valueName: "FD"
        ),
        Entry(
            "activation-token-fd",
            nil,
            .number(-1),
            "The file descriptor to write the activation token to.",
            valueName: "FD"
        ),
        Entry("version", "v", .flag, "Print the version."),
    ]

    private static let check: @Sendable (String) -> String? = { name in
        urgency(name) == nil
            ? "Unknown urgency \(name) specified. Known urgency levels: low, normal, critical."
            : nil
    }

    private static let footer = """
        Examples:
          notify-schedule send "Tea" "It is ready"
          notify-schedule send -u critical -t 0 -i dialog-warning "Disk" "Nearly full"
          notify-schedule send -A yes=Yes -A no=No "Restart now?"
          notify-schedule send -p -r 42 "Copying" "80 %" -h int:value:80

        Works as notify-send 0.8.8. The agent shows the notification, so its buttons
        work after this command has ended, and notify-schedule list delivered lists it.
        """
}
