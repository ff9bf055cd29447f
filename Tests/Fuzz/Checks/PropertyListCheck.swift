import Launcher
import NotifyCore

/// What must hold for any property list.
enum PropertyListCheck {
    static func check(_ bytes: [UInt8]) {
        guard let value = try? PropertyList.read(bytes) else { return }
        precondition(value.depth <= PropertyList.Limits.depth, "deeper than its bound")
    }
}
