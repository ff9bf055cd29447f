import GLibBridge
import Glibc

/// A compositor or window manager that by itself starts nothing of the desktop's autostart.
struct BareCompositor: Sendable {
    /// A line of its configuration that runs a command at login.
    struct StartLine: Sendable {
        /// The file, below the folder of the user's configuration.
        let file: String
        /// What comes before the command.
        let start: String
        /// What comes after it.
        var end = ""
        /// Whether each word of the command is quoted.
        var quotesWords = false

        /// Returns the line for a command.
        func line(_ command: [String]) -> String {
            let words = quotesWords ? command.map { "\"\($0)\"" } : command
            return start + words.joined(separator: " ") + end
        }
    }

    /// Its name, as it writes it itself.
    let name: String
    /// Variables that only it sets.
    let variables: [String]
    /// The lines for its configuration; those of a file that exists come first.
    let lines: [StartLine]

    /// Those that are known; sway also sets the variable of i3.
    private static let all = [
        BareCompositor(
            name: "sway",
            variables: ["SWAYSOCK"],
            lines: [StartLine(file: "sway/config", start: "exec ")]
        ),
        BareCompositor(
            name: "Hyprland",
            variables: ["HYPRLAND_INSTANCE_SIGNATURE"],
            lines: [
                StartLine(
                    file: "hypr/hyprland.lua",
                    start: "hl.on(\"hyprland.start\", function() hl.exec_cmd(\"",
                    end: "\") end)"
                ),
                StartLine(file: "hypr/hyprland.conf", start: "exec-once = "),
            ]
        ),
        BareCompositor(
            name: "niri",
            variables: ["NIRI_SOCKET"],
            lines: [
                StartLine(file: "niri/config.kdl", start: "spawn-at-startup ", quotesWords: true)
            ]
        ),
        BareCompositor(
            name: "river",
            variables: [],
            lines: [StartLine(file: "river/init", start: "riverctl spawn \"", end: "\"")]
        ),
        BareCompositor(
            name: "labwc",
            variables: ["LABWC_PID"],
            lines: [StartLine(file: "labwc/autostart", start: "", end: " &")]
        ),
        BareCompositor(
            name: "i3",
            variables: ["I3SOCK"],
            lines: [StartLine(file: "i3/config", start: "exec --no-startup-id ")]
        ),
        BareCompositor(
            name: "bspwm",
            variables: ["BSPWM_SOCKET"],
            lines: [StartLine(file: "bspwm/bspwmrc", start: "", end: " &")]
        ),
        BareCompositor(
            name: "awesome",
            variables: [],
            lines: [
                StartLine(file: "awesome/rc.lua", start: "awful.spawn.once(\"", end: "\")")
            ]
        ),
    ]

    /// The desktops that start what is in the folders `autostart`, by their names in `XDG_CURRENT_DESKTOP`.
    private static let readers: Set<String> = [
        "budgie", "cinnamon", "cosmic", "dde", "deepin", "enlightenment", "gnome", "gnome-classic",
        "gnome-flashback", "kde", "lxde", "lxqt", "mate", "openbox", "pantheon", "phosh", "plasma",
        "trinity", "ukui", "unity", "x-cinnamon", "xfce",
    ]

    /// The one of this session; `nil` in a desktop that reads autostart, and in a session that is not known.
    static var current: BareCompositor? {
        let desktops = names("XDG_CURRENT_DESKTOP")
        guard readers.isDisjoint(with: desktops) else { return nil }
        let all = desktops + names("XDG_SESSION_DESKTOP") + names("DESKTOP_SESSION")
        return Self.all.first { all.contains($0.name.lowercased()) }
            ?? Self.all.first { $0.variables.contains { Environment[$0]?.isEmpty == false } }
    }

    private static func names(_ variable: String) -> [String] {
        (Environment[variable] ?? "").split(separator: ":").map { name in
            name.split(separator: "/").last?.lowercased() ?? ""
        }
    }

    /// The folder of the user's configuration.
    private static var folder: String {
        Environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? "\(Environment["HOME"] ?? "")/.config"
    }

    private static let longestFile = 1_048_576

    /// Returns its configuration file and the line that runs a command at login.
    func advice(_ command: [String]) -> (file: String, line: String)? {
        let found = lines.first { access("\(Self.folder)/\($0.file)", R_OK) == 0 }
        return (found ?? lines.last).map { ("\(Self.folder)/\($0.file)", $0.line(command)) }
    }

    /// Returns the file of its configuration with a line that has some words, each of them; `nil` if none has.
    func file(naming words: [String]) -> String? {
        lines.map { "\(Self.folder)/\($0.file)" }.first { path in
            guard let bytes = try? OpenFile(reading: path).start(Self.longestFile) else {
                return false
            }
            return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                .contains { line in
                    let text = line.drop { $0.isWhitespace }
                    let isComment = ["#", "//", "--"].contains { text.hasPrefix($0) }
                    return !isComment && words.allSatisfy { text.contains($0) }
                }
        }
    }
}
