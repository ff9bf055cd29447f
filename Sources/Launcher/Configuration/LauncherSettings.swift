import GLibBridge
import NotifyCore

/// How entries become bubbles.
public enum LauncherStyle: String, Sendable, CaseIterable {
    /// A bubble an entry; a click on it opens the entry.
    case each
    /// A bubble an app or category, with its entries as buttons.
    case grouped
}

/// The group `[Launcher]`.
public struct LauncherSettings: Sendable, Equatable {
    /// Whether the enabled entries are registered anew when the user logs in.
    public var isAutostarted: Bool { autostart ?? false }
    /// How they are registered where nothing else is said.
    public var style: LauncherStyle { chosenStyle ?? .each }

    private var autostart: Bool?
    private var chosenStyle: LauncherStyle?

    private static let autostartKey = "Autostart"
    private static let styleKey = "Style"

    /// Takes from a file what is not said yet.
    ///
    /// - Returns: what does not hold in the group.
    mutating func add(_ group: KeyFile.Group) -> [String] {
        var problems: [String] = []
        for entry in group.entries {
            switch entry.key {
            case Self.autostartKey:
                if let value = KeyFile.boolean(entry.value) {
                    autostart = autostart ?? value
                } else {
                    problems.append(
                        "\(Self.autostartKey) is \(entry.value.quoted); write true or false"
                    )
                }
            case Self.styleKey:
                if let value = LauncherStyle(rawValue: entry.value) {
                    chosenStyle = chosenStyle ?? value
                } else {
                    problems.append(
                        "\(Self.styleKey) is \(entry.value.quoted); write "
                            + LauncherStyle.allCases.map(\.rawValue).joined(separator: " or ")
                    )
                }
            case let key where key.hasPrefix("X-"):
                break
            case let key:
                problems.append(
                    "the key \(key) is not known; there are \(Self.autostartKey) and "
                        + Self.styleKey
                )
            }
        }
        return problems
    }
}
