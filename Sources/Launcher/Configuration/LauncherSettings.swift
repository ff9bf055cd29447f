import GLibBridge
import NotifyCore

/// How entries become bubbles.
package enum LauncherStyle: String, Sendable, CaseIterable {
    /// A bubble per entry; a click on it opens the entry.
    case each
    /// A bubble per app or category, with its entries as buttons.
    case grouped
}

/// The group `[Launcher]`.
package struct LauncherSettings: Sendable, Equatable {
    /// Whether the enabled entries are registered again at login.
    package var isAutostarted: Bool { autostart ?? false }
    /// The default style of registration.
    package var style: LauncherStyle { chosenStyle ?? .each }

    private var autostart: Bool?
    private var chosenStyle: LauncherStyle?

    private static let autostartKey = "Autostart"
    private static let styleKey = "Style"

    /// Sets missing values from a file.
    mutating func add(_ group: KeyFile.Group) -> [RequestError] {
        var faults: [RequestError] = []
        for entry in group.entries {
            switch entry.key {
            case Self.autostartKey:
                if let value = KeyFile.boolean(entry.value) {
                    autostart = autostart ?? value
                } else {
                    faults.append(Self.fault(entry, "write true or false"))
                }
            case Self.styleKey:
                if let value = LauncherStyle(rawValue: entry.value) {
                    chosenStyle = chosenStyle ?? value
                } else {
                    let all = LauncherStyle.allCases.map(\.rawValue).joined(separator: " or ")
                    faults.append(Self.fault(entry, "write \(all)"))
                }
            case let key where key.hasPrefix("X-"):
                break
            case let key:
                faults.append(
                    RequestError(
                        .invalidContent,
                        .init(key, "the key \(key)"),
                        reason: "is unknown",
                        wayOut: "use \(Self.autostartKey) or \(Self.styleKey)"
                    )
                )
            }
        }
        return faults
    }

    private static func fault(_ entry: KeyFile.Entry, _ wayOut: String) -> RequestError {
        RequestError(
            .invalidContent,
            .init(entry.key, entry.key),
            reason: "is \(entry.value.quoted)",
            wayOut: wayOut
        )
    }
}
