/// The destination of a method call.
package struct BusDestination: Hashable, Sendable {
    /// The bus name.
    package var name: String
    /// The object path.
    package var path: String
    /// The interface.
    package var interface: String

    /// Makes a destination from a bus name, an object path and an interface.
    package init(name: String, path: String, interface: String) {
        self.name = name
        self.path = path
        self.interface = interface
    }

    /// The message bus itself.
    package static let bus = BusDestination(
        name: "org.freedesktop.DBus",
        path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus"
    )
}
