import GLibBridge

/// The names of the Desktop Notifications Specification.
enum Specification {
    static let bus = "org.freedesktop.Notifications"
    static let path = "/org/freedesktop/Notifications"
    static let interface = "org.freedesktop.Notifications"
    static let destination = BusDestination(name: bus, path: path, interface: interface)
}
