import GLibBridge
import NotifyCore

/// The window of the terminal in which the command was typed.
enum TerminalWindow {
    /// The X11 window; `nil` where the terminal does not say it, and inside tmux, where another one may show the command.
    static var id: UInt64? {
        guard Environment["DISPLAY"]?.isEmpty == false, Environment["TMUX"] == nil,
            Environment["SSH_CONNECTION"] == nil
        else { return nil }
        return Environment["WINDOWID"].flatMap(UInt64.init)
    }

    /// Whether the user looks at the window; `false` where that is not known, as on Wayland.
    static var isFocused: Bool {
        guard let id,
            let text = try? ProgramStart(arguments: ["xprop", "-root", "_NET_ACTIVE_WINDOW"])
                .output(),
            // `_NET_ACTIVE_WINDOW(WINDOW): window id # 0x3a00006`
            let word = text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "," })
                .first(where: { $0.hasPrefix("0x") })
        else { return false }
        return UInt64(word.dropFirst(2), radix: 16) == id
    }

    /// Gives the window the focus, where the desktop lets programs do so: on X11, by xdotool or wmctrl.
    static func activate(token: String?) {
        guard let id else { return }
        var environment: [String: String] = [:]
        if let token { environment = ["DESKTOP_STARTUP_ID": token, "XDG_ACTIVATION_TOKEN": token] }
        for tool in [["xdotool", "windowactivate", "\(id)"], ["wmctrl", "-i", "-a", "\(id)"]] {
            let start = ProgramStart(arguments: tool, environment: environment, isQuiet: true)
            if (try? start.start()) != nil { return }
        }
    }
}
