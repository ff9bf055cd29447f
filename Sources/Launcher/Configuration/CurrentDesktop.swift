import GLibBridge

/// The desktop that the user sits at.
public enum CurrentDesktop {
    /// Its names, the most particular first, such as `ubuntu` and `GNOME`.
    ///
    /// Desktop Entry Specification: the variable `XDG_CURRENT_DESKTOP`, separated by colons.
    public static var names: [String] {
        (Environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map(String.init)
    }
}
