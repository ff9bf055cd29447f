import GLibBridge

/// The user's desktop.
package enum CurrentDesktop {
    /// Its names, the most specific first, such as `ubuntu` and `GNOME`.
    ///
    /// Desktop Entry Specification: the variable `XDG_CURRENT_DESKTOP`, separated by colons.
    package static var names: [String] {
        (Environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map(String.init)
    }
}
