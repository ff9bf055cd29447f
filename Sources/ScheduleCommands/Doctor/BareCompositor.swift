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
    /// The lines for files of another one, which it reads where it has none of its own.
    var otherLines: [StartLine] = []
    /// Whether a file such as `~/.sway/config` comes before that in the folder of the user's configuration.
    var prefersHome = false
    /// The package without which it starts nothing of the autostart; `nil` if none would help.
    var package: String?

    /// Those that are known; sway also sets the variable of i3.
    private static let all = [
        BareCompositor(
            name: "sway",
            variables: ["SWAYSOCK"],
            lines: [StartLine(file: "sway/config", start: "exec ")],
            otherLines: [StartLine(file: "i3/config", start: "exec ")],
            prefersHome: true
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

    /// Openbox where the library is missing by which it reads the autostart.
    private static let openbox = BareCompositor(
        name: "openbox",
        variables: [],
        lines: [StartLine(file: "openbox/autostart", start: "", end: " &")],
        package: "python3-xdg"
    )

    /// The desktops that start what is in the folders `autostart`, by their names in `XDG_CURRENT_DESKTOP`.
    private static let readers: Set<String> = [
        "budgie", "cinnamon", "cosmic", "dde", "deepin", "enlightenment", "gnome", "gnome-classic",
        "gnome-flashback", "kde", "lxde", "lxqt", "mate", "pantheon", "phosh", "plasma", "trinity",
        "ukui", "unity", "x-cinnamon", "xfce",
    ]

    /// The one of this session; `nil` in a desktop that reads autostart, and in a session that is not known.
    static var current: BareCompositor? {
        let desktops = names("XDG_CURRENT_DESKTOP")
        guard readers.isDisjoint(with: desktops) else { return nil }
        let all =
            desktops + names("XDG_SESSION_DESKTOP") + names("DESKTOP_SESSION")
            + names("GDMSESSION")
        if all.contains(openbox.name) { return hasPythonXDG ? nil : openbox }
        return Self.all.first { all.contains($0.name.lowercased()) }
            ?? Self.all.first { $0.variables.contains { Environment[$0]?.isEmpty == false } }
    }

    private static func names(_ variable: String) -> [String] {
        (Environment[variable] ?? "").split(separator: ":").map { name in
            name.split(separator: "/").last?.lowercased() ?? ""
        }
    }

    private static var hasPythonXDG: Bool {
        let script = "import importlib.util; print(importlib.util.find_spec('xdg') is not None)"
        // Nothing of the folder that this runs in.
        let python = ["python3", "-I", "-c", script]
        let answer = try? ProgramStart(arguments: python).output()
        return answer?.hasPrefix("True") ?? false
    }

    /// The folder of the user's configuration.
    private static var folder: String {
        Environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? "\(Environment["HOME"] ?? "")/.config"
    }

    /// What comes before the name of a file of the user; i3 and sway also read one such as `~/.i3/config`.
    private var own: [String] {
        let folders = ["\(Self.folder)/", "\(Environment["HOME"] ?? "")/."]
        return prefersHome ? folders.reversed() : folders
    }

    /// The same of the files that count for a user who has none.
    private static var system: [String] {
        let folders = Environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
        return (folders ?? "/etc/xdg").split(separator: ":").map { "\($0)/" } + ["/etc/"]
    }

    private static let longestFile = 1_048_576

    /// Returns what has it run a command at login.
    func advice(_ command: [String]) -> String? {
        if let package { return "install the package \(package)" }
        if let (path, line) = files(own).first {
            return "add to \(path): \(line.line(command))"
        }
        // A new file would take the place of the system's, with all key bindings.
        if let (path, line) = files(Self.system).first {
            return "copy \(path) to \(Self.folder)/\(line.file), which replaces it, and add there: "
                + line.line(command)
        }
        return lines.last.map { "add to \(Self.folder)/\($0.file): \($0.line(command))" }
    }

    /// Returns the file of its configuration with a line that has some words, each of them; `nil` if none has.
    func file(naming words: [String]) -> String? {
        // Only the first one is read.
        (files(own) + files(Self.system)).prefix(1).map(\.path).first { path in
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

    /// Returns the files of its configuration that can be read, those of the first line first.
    private func files(_ starts: [String]) -> [(path: String, line: StartLine)] {
        (lines + otherLines).flatMap { line in starts.map { (path: $0 + line.file, line: line) } }
            .filter { access($0.path, R_OK) == 0 }
    }
}
