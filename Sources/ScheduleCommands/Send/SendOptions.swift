import GLibBridge
import NotifyCore

/// The options of notify-send.
enum SendOptions {
    /// Reads a command line as notify-send does.
    ///
    /// - Throws: ``GLibBridge/GLibError`` with the message that notify-send prints.
    static func parse(_ words: [[UInt8]]) throws(GLibError) -> ParsedOptions {
        try OptionParser(
            program: "notify-schedule send",
            usage: "<SUMMARY> [BODY] - show a notification as notify-send does",
            footer: footer,
            entries: entries
        ).parse(words)
    }

    /// The level of `--urgency` in the hint's numbers; `nil` where there is no such level.
    static func urgency(_ name: String) -> UInt8? {
        switch name.lowercased() {
        case "low": 0
        case "normal": 1
        case "critical": 2
        default: nil
        }
    }

    /// What an option is for; empty where there is no such option.
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
            "After how many milliseconds it goes; 0 for never.",
            valueName: "TIME"
        ),
        Entry(
            "app-name",
            "a",
            .text,
            "The name of the program it is said to come from.",
            valueName: "APP_NAME"
        ),
        Entry(
            "icon",
            "i",
            .file,
            "Its image: a file, or a name of the icon theme.",
            valueName: "ICON"
        ),
        Entry(
            "app-icon",
            "n",
            .file,
            "The program's icon, which the server may show.",
            valueName: "ICON"
        ),
        Entry("category", "c", .file, "What it is about.", valueName: "TYPE[,TYPE...]"),
        Entry("transient", "e", .flag, "The desktop keeps it in no list of its own."),
        Entry(
            "hint",
            "h",
            .files,
            "A hint for the server; TYPE is boolean, int, double, string, byte or variant.",
            valueName: "TYPE:NAME:VALUE"
        ),
        Entry("print-id", "p", .flag, "Print the server's number of the notification."),
        Entry(
            "id-fd",
            nil,
            .number(-1),
            "The file descriptor to which the number is written.",
            valueName: "FD"
        ),
        Entry(
            "replace-id",
            "r",
            .number(0),
            "The number of the notification whose place it takes.",
            valueName: "REPLACE_ID"
        ),
        Entry("wait", "w", .flag, "Wait until it is closed."),
        Entry(
            "action",
            "A",
            .files,
            "A button; waits, and prints the name of the one that is chosen. May be given several times. "
                + "Without NAME it is the button's number, from 0.",
            valueName: "[NAME=]Text..."
        ),
        Entry(
            "selected-action-fd",
            nil,
            .number(-1),
            "The file descriptor to which the chosen name is written.",
            valueName: "FD"
        ),
        Entry(
            "activation-token-fd",
            nil,
            .number(-1),
            "The file descriptor to which the leave to take the focus is written.",
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

        Takes notify-send's command lines, of 0.8.8, as they are. The agent shows the notification: its
        buttons work after this command has ended, and it is in notify-schedule list.
        """
}
