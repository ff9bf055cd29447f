import GLibBridge
import Glibc
import NotifyCore

/// The window of the terminal in which the command was typed, and its pane of tmux.
///
/// It is found again at each use, because a client of tmux may be attached to another terminal meanwhile.
struct TerminalWindow {
    private enum Place {
        /// A window of X11, by the number that the terminal has set.
        case x11(UInt64)
        /// A container of sway, which belongs to the terminal's process.
        case sway(socket: String, container: Int64, isFocused: Bool)
        /// A window of Hyprland.
        case hyprland(instance: String, address: String, isFocused: Bool)
        /// The one window of some processes on Plasma.
        case kwin(Set<Int64>, isFocused: Bool)
        /// A terminal of GNOME, which raises itself.
        case gnome(GNOMETerminal)
    }

    private let place: Place
    private let display: String?
    private let pane: TmuxPane?

    /// Finds it; `nil` where nothing can give it the focus, as over ssh, and on desktops that let no program do so.
    ///
    /// - Parameter hasToken: whether there is the activation token of a click, or will be.
    private init?(hasToken: Bool = false) {
        pane = TmuxPane()
        let terminal: TerminalProcess
        if let pane {
            // The server has the environment of the terminal in which it was started.
            guard let client = pane.client else { return nil }
            terminal = TerminalProcess(client)
        } else {
            terminal = TerminalProcess(nil)
        }
        guard terminal["SSH_CONNECTION"] == nil else { return nil }
        display = terminal["DISPLAY"]
        guard
            let place = Self.sway(terminal) ?? Self.hyprland(terminal) ?? Self.kwin(terminal)
                ?? Self.x11(terminal) ?? (hasToken ? Self.gnome(terminal) : nil)
        else { return nil }
        self.place = place
    }

    /// Whether the user looks at it; `false` where that is not known.
    static var isFocused: Bool { TerminalWindow()?.isFocused ?? false }

    /// Whether ``activate(token:)`` can do something.
    ///
    /// - Parameter hasToken: whether it will get a token.
    static func canBeActivated(hasToken: Bool) -> Bool {
        guard let window = TerminalWindow(hasToken: hasToken) else { return false }
        guard case .x11 = window.place else { return true }
        return xTools(0).contains { InstalledProgram.path(of: $0[0]) != nil }
    }

    /// Gives it the focus, where the desktop lets programs do so.
    ///
    /// - Parameter token: the desktop's activation token of a click.
    static func activate(token: String?) {
        TerminalWindow(hasToken: token != nil)?.activate(token: token)
    }

    private var isFocused: Bool {
        guard pane?.isActive ?? true else { return false }
        switch place {
        case .sway(_, _, let isFocused), .hyprland(_, _, let isFocused), .kwin(_, let isFocused):
            return isFocused
        case .gnome: return false
        case .x11(let id):
            guard let display else { return false }
            let text = Self.output(["xprop", "-display", display, "-root", "_NET_ACTIVE_WINDOW"])
            // `_NET_ACTIVE_WINDOW(WINDOW): window id # 0x3a00006`
            let word = text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "," })
                .first(where: { $0.hasPrefix("0x") })
            return word.flatMap { UInt64($0.dropFirst(2), radix: 16) } == id
        }
    }

    private func activate(token: String?) {
        pane?.select()
        switch place {
        case .sway(let socket, let container, _):
            _ = Self.output(["swaymsg", "-s", socket, "[con_id=\(container)] focus"])
        case .hyprland(let instance, let address, _):
            _ = Self.output([
                "hyprctl", "-i", instance, "dispatch", "focuswindow", "address:\(address)",
            ])
        case .gnome(let terminal): if let token { terminal.activate(token: token) }
        case .kwin(let processes, _): _ = KWin()?.window(of: processes, focusing: true)
        case .x11(let id):
            var environment: [String: String] = [:]
            if let display { environment["DISPLAY"] = display }
            if let token {
                (environment["DESKTOP_STARTUP_ID"], environment["XDG_ACTIVATION_TOKEN"]) =
                    (token, token)
            }
            for tool in Self.xTools(id) {
                let start = ProgramStart(arguments: tool, environment: environment, isQuiet: true)
                if (try? start.start()) != nil { return }
            }
        }
    }

    // MARK: - Compositors

    private static func xTools(_ id: UInt64) -> [[String]] {
        [["xdotool", "windowactivate", "\(id)"], ["wmctrl", "-i", "-a", "\(id)"]]
    }

    private static func x11(_ terminal: TerminalProcess) -> Place? {
        guard terminal["DISPLAY"]?.isEmpty == false else { return nil }
        return terminal["WINDOWID"].flatMap(UInt64.init).flatMap { id in
            // Konsole on Wayland has small numbers there, which are those of no client of X11.
            id >> 18 == 0 ? nil : .x11(id)
        }
    }

    private static func kwin(_ terminal: TerminalProcess) -> Place? {
        guard ["WAYLAND_DISPLAY", "DISPLAY"].contains(where: { terminal[$0]?.isEmpty == false })
        else { return nil }
        return KWin()?.window(of: terminal.ancestors).map { window in
            .kwin(terminal.ancestors, isFocused: window == .focused)
        }
    }

    private static func sway(_ terminal: TerminalProcess) -> Place? {
        guard let socket = terminal["SWAYSOCK"], !socket.isEmpty,
            let tree = json(["swaymsg", "-s", socket, "-r", "-t", "get_tree"])
        else { return nil }
        var found: [JSONValue] = []
        var rest = [tree]
        while let node = rest.popLast() {
            rest += (node["nodes"]?.elements ?? []) + (node["floating_nodes"]?.elements ?? [])
            // Workspaces have no process.
            if case .integer(let process)? = node["pid"], terminal.ancestors.contains(process) {
                found.append(node)
            }
        }
        // A terminal with several windows does not say which one it is.
        guard found.count == 1, let node = found.first, case .integer(let id)? = node["id"] else {
            return nil
        }
        return .sway(socket: socket, container: id, isFocused: node["focused"] == .boolean(true))
    }

    private static func hyprland(_ terminal: TerminalProcess) -> Place? {
        guard let instance = terminal["HYPRLAND_INSTANCE_SIGNATURE"], !instance.isEmpty,
            let windows = json(["hyprctl", "-i", instance, "-j", "clients"])?.elements
        else { return nil }
        let found = windows.filter { window in
            guard case .integer(let process)? = window["pid"] else { return false }
            return terminal.ancestors.contains(process)
        }
        guard found.count == 1, let address = found[0]["address"]?.text,
            address.dropFirst(2).allSatisfy(\.isHexDigit), address.hasPrefix("0x")
        else { return nil }
        // The window that had the focus last has the number 0.
        return .hyprland(
            instance: instance,
            address: address,
            isFocused: found[0]["focusHistoryID"] == .integer(0)
        )
    }

    private static func gnome(_ terminal: TerminalProcess) -> Place? {
        GNOMETerminal(terminal).map { .gnome($0) }
    }

    private static func json(_ command: [String]) -> JSONValue? {
        try? JSONValue(parsing: Array(output(command).utf8))
    }

    /// Runs a tool, and returns its output; empty where it fails.
    fileprivate static func output(_ command: [String]) -> String {
        guard let program = command.first, InstalledProgram.path(of: program) != nil else {
            return ""
        }
        let quiet = ["sh", "-c", "exec \"$@\" 2>/dev/null", "sh"]
        return (try? ProgramStart(arguments: quiet + command).output()) ?? ""
    }
}

/// The process that the terminal runs: this one, or the client of tmux that shows it.
struct TerminalProcess {
    private let variables: [String: String]?
    /// The process and those above it, upwards, of which one is the terminal.
    let line: [Int64]
    /// The same.
    var ancestors: Set<Int64> { Set(line) }

    /// - Parameter id: the process; `nil` for this one.
    init(_ id: Int32?) {
        variables = id.map { id in
            let text = Self.file("/proc/\(id)/environ", 1 << 20)
            let pairs = text.split(separator: "\0").compactMap { entry in
                entry.firstIndex(of: "=").map { end in
                    (String(entry[..<end]), String(entry[entry.index(after: end)...]))
                }
            }
            return Dictionary(pairs) { first, _ in first }
        }
        var line: [Int64] = []
        var next = Int64(id ?? getpid())
        while next > 1, !line.contains(next) {
            line.append(next)
            // The name in parentheses may have any characters.
            let fields = Self.file("/proc/\(next)/stat", 4_096).split(separator: ")").last?
                .split(separator: " ")
            next = fields.flatMap { $0.count > 1 ? Int64($0[1]) : nil } ?? 0
        }
        self.line = line
    }

    subscript(name: String) -> String? {
        if let variables { return variables[name] }
        return Environment[name]
    }

    private static func file(_ path: String, _ limit: Int) -> String {
        let bytes = (try? OpenFile(reading: path).start(limit)) ?? []
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The pane of tmux in which the command was typed.
private struct TmuxPane {
    private let id: String

    /// `nil` outside of tmux.
    init?() {
        guard Environment["TMUX"]?.isEmpty == false, let id = Environment["TMUX_PANE"],
            id.hasPrefix("%"), id.dropFirst().allSatisfy(\.isNumber)
        else { return nil }
        self.id = id
    }

    /// The process of the client that was used last and shows the pane's session; `nil` if none does.
    var client: Int32? {
        let format = "#{client_activity} #{client_pid}"
        let session = TerminalWindow.output([
            "tmux", "display-message", "-p", "-t", id, "#{session_id}",
        ])
        .filter { !$0.isNewline }
        guard !session.isEmpty else { return nil }
        let clients = TerminalWindow.output(["tmux", "list-clients", "-t", session, "-F", format])
            .split(separator: "\n").map { $0.split(separator: " ").compactMap { Int64($0) } }
            .filter { $0.count == 2 }
        return clients.max { $0[0] < $1[0] }.flatMap { Int32(exactly: $0[1]) }
    }

    /// Whether it is the one that its window shows, and its window that of the session.
    var isActive: Bool {
        TerminalWindow.output([
            "tmux", "display-message", "-p", "-t", id, "#{window_active}#{pane_active}",
        ]).filter { !$0.isNewline } == "11"
    }

    /// Has its session show it.
    func select() {
        _ = TerminalWindow.output(["tmux", "select-window", "-t", id, ";", "select-pane", "-t", id])
    }
}
