import AgentInterface
import GLibBridge
import NotifyCore

/// A terminal of GNOME, which raises its own window if it gets the activation token of a click.
///
/// GNOME Shell lets no other program raise it on Wayland: `FocusApp` of its interface is for programs of its own.
struct GNOMETerminal {
    private let connection: BusConnection
    private let application: BusDestination
    /// The tab of GNOME Terminal; `nil` for another terminal, which has one window.
    private let screen: String?

    private static let names = ["org.gnome.Terminal", "org.gnome.Console", "org.gnome.Ptyxis"]
    /// How long it may take for each step, in milliseconds.
    private static let limit: Int32 = 2_000
    /// The first version of GNOME Shell that is known to send a token; 43 sends none.
    private static let firstVersion = 48

    /// Finds the terminal; `nil` if it is none of these, or does not say which of its windows is meant.
    init?(_ terminal: TerminalProcess) {
        guard terminal["WAYLAND_DISPLAY"]?.isEmpty == false, let address = SessionBus.address,
            let connection = try? BusConnection.connect(to: address, within: UInt32(Self.limit))
        else { return nil }
        self.connection = connection
        var nearest: (name: String, owner: String, distance: Int)?
        for name in Self.names {
            guard let owner = connection.nameOwner(name),
                let process = connection.processID(of: owner),
                let distance = terminal.line.firstIndex(of: Int64(process)),
                distance < nearest?.distance ?? .max
            else { continue }
            nearest = (name, owner, distance)
        }
        guard let (name, owner, _) = nearest else { return nil }
        application = BusDestination(
            name: owner,
            path: "/\(name.replacing(".", with: "/"))",
            interface: "org.freedesktop.Application"
        )
        guard name == Self.names[0] else {
            screen = nil
            guard hasOneWindow else { return nil }
            return
        }
        // `/org/gnome/Terminal/screen/f098f370_3e46_4220_a011_08e0c639f12b`
        let start = "\(application.path)/screen/"
        guard let path = terminal["GNOME_TERMINAL_SCREEN"], path.hasPrefix(start) else {
            return nil
        }
        let number = path.dropFirst(start.count)
        guard number.allSatisfy({ $0.isHexDigit || $0 == "_" }) else { return nil }
        screen = String(number).replacing("_", with: "-")
        guard hasScreen else { return nil }
    }

    /// Whether a click on a notification of the command has a token.
    ///
    /// - Parameter status: the agent's.
    static func getsToken(_ status: Variant?) -> Bool {
        guard let server = status?["server"], server["name"]?.string == "gnome-shell",
            let version = server["version"]?.string.flatMap({ Int($0.prefix(while: \.isNumber)) })
        else { return false }
        // The shell makes it for an installed app.
        return version >= firstVersion && DesktopApps.app(AgentNames.app) != nil
    }

    /// Has it raise the window.
    func activate(token: String) {
        let data = Variant.dictionary([
            ("activation-token", .string(token)), ("desktop-startup-id", .string(token)),
        ])
        _ = call("Activate", application, .tuple([data]))
        // It uses the token, which the call before has only left with it.
        guard let screen else { return }
        _ = call(
            "ActivateResult",
            search,
            .tuple([.string(screen), .strings([]), .uint32(0)])
        )
    }

    /// The search provider of gnome-terminal, which its setting `shell-integration-enabled` takes away.
    private var search: BusDestination {
        BusDestination(
            name: application.name,
            path: "\(application.path)/SearchProvider",
            interface: "org.gnome.Shell.SearchProvider2"
        )
    }

    private var hasScreen: Bool {
        let found = call("GetResultMetas", search, .tuple([.strings([screen ?? ""])]))
        return found?[0]?.children.count == 1
    }

    private var hasOneWindow: Bool {
        let windows = BusDestination(
            name: application.name,
            path: "\(application.path)/window",
            interface: "org.freedesktop.DBus.Introspectable"
        )
        let text = call("Introspect", windows, .tuple([]))?[0]?.string ?? ""
        return text.ranges(of: "<node name=").count == 1
    }

    private func call(
        _ method: String,
        _ destination: BusDestination,
        _ parameters: Variant
    ) -> Variant? {
        try? connection.callBlocking(
            method,
            on: destination,
            parameters,
            deadline: .milliseconds(Self.limit),
            mayStart: false
        )
    }
}
