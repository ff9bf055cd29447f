import ConfigurationFiles
import GLibBridge

/// The source of a desktop's do-not-disturb state.
enum DoNotDisturbSwitch: Sendable {
    /// A key of the desktop's settings.
    case setting(schema: String, key: String, isOnWhen: Bool)
    /// A query over the bus, repeated after each signal of an interface.
    case bus(BusQuestion)
    /// A line of a program's configuration.
    case file(FileLine)

    /// A boolean in a configuration file of Qt, which is no key file for GLib: it may have other escapes.
    struct FileLine: Sendable {
        /// More than such a file has, in bytes.
        private static let maxBytes = 65_536

        let folders: [String]
        let name: String
        let key: String

        /// The value in the first of the files that has the key; `false` without one.
        var isOn: Bool {
            let start = "\(key)="
            for folder in folders {
                guard let bytes = try? OpenFile(reading: "\(folder)/\(name)").start(Self.maxBytes)
                else { continue }
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                if let line = lines.last(where: { $0.hasPrefix(start) }) {
                    return line.dropFirst(start.count).lowercased() == "true"
                }
            }
            return false
        }
    }

    /// A query, and the signal after which its answer may differ.
    struct BusQuestion: Sendable {
        let destination: BusDestination
        let method: String
        let arguments: [Variant]
        /// The interface whose signals report a change.
        let signals: String
        /// Reads the first value of the answer; `nil` if it is unusable.
        let isOn: @Sendable (Variant) -> Bool?
    }

    /// Returns the source for a server; `nil` if it has none.
    init?(of server: ServerKind?) {
        switch server {
        case .gnomeShell:
            self = .setting(
                schema: "org.gnome.desktop.notifications",
                key: "show-banners",
                isOnWhen: false
            )
        case .cinnamon:
            self = .setting(
                schema: "org.cinnamon.desktop.notifications",
                key: "display-notifications",
                isOnWhen: false
            )
        case .mate:
            self = .setting(
                schema: "org.mate.NotificationDaemon",
                key: "do-not-disturb",
                isOnWhen: true
            )
        case .budgie:
            let interface = "org.buddiesofbudgie.budgie.Dispatcher"
            self = .bus(
                BusQuestion(
                    destination: BusDestination(
                        name: "org.budgie_desktop.Notifications",
                        path: "/org/budgie_desktop/Notifications",
                        interface: interface
                    ),
                    method: "GetDoNotDisturb",
                    arguments: [],
                    signals: interface
                ) { $0.boolean }
            )
        case .plasma:
            self = .property("Inhibited", of: "org.freedesktop.Notifications") { $0.boolean }
        case .dunst:
            self = .property("paused", of: "org.dunstproject.cmd0") { $0.boolean }
        case .mako:
            self = .property("Modes", of: "fr.emersion.Mako", at: "/fr/emersion/Mako") { modes in
                modes.strings.map { $0.contains("do-not-disturb") || $0.contains("dnd") }
            }
        case .swaync:
            let name = "org.erikreider.swaync.cc"
            self = .bus(
                BusQuestion(
                    destination: BusDestination(
                        name: name,
                        path: "/org/erikreider/swaync/cc",
                        interface: name
                    ),
                    method: "GetDnd",
                    arguments: [],
                    signals: name
                ) { $0.boolean }
            )
        case .xfce:
            let name = "org.xfce.Xfconf"
            self = .bus(
                BusQuestion(
                    destination: BusDestination(
                        name: name,
                        path: "/org/xfce/Xfconf",
                        interface: name
                    ),
                    method: "GetProperty",
                    arguments: [.string("xfce4-notifyd"), .string("/do-not-disturb")],
                    signals: name
                ) { $0.unboxed?.boolean }
            )
        case .lxqt:
            self = .file(
                FileLine(
                    folders: ConfigurationFolders.configuration(of: "lxqt"),
                    name: "notifications.conf",
                    key: "doNotDisturb"
                )
            )
        case .notificationDaemon, .notifyOSD, .cosmic, .fnott, .quickshell, .astal, .wired, nil:
            return nil
        }
    }

    private static func property(
        _ name: String,
        of interface: String,
        at path: String = "/org/freedesktop/Notifications",
        _ isOn: @escaping @Sendable (Variant) -> Bool?
    ) -> DoNotDisturbSwitch {
        let properties = "org.freedesktop.DBus.Properties"
        return .bus(
            BusQuestion(
                destination: BusDestination(
                    name: "org.freedesktop.Notifications",
                    path: path,
                    interface: properties
                ),
                method: "Get",
                arguments: [.string(interface), .string(name)],
                signals: properties
            ) { $0.unboxed.flatMap(isOn) }
        )
    }
}
