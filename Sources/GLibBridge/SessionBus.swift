import CGLib
import Glibc

/// Where the user's session bus is.
public enum SessionBus {
    /// The bus's address: the environment's, else the socket in the user's runtime directory.
    ///
    /// `nil` where neither is there. GLib would then start a bus of its own under X11, on which nobody
    /// listens.
    public static var address: String? {
        if let address = Environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            return address
        }
        let socket = runtimeDirectories.map { directory -> String in "\(directory)/bus" }
            .first { socket in access(socket, R_OK | W_OK) == 0 }
        return socket.map { path in "unix:path=\(path)" }
    }

    /// What a person must know where there is no bus.
    public static var absenceExplanation: String {
        let places = runtimeDirectories.map { "\($0)/bus" }.joined(separator: " and ")
        return "no session bus: DBUS_SESSION_BUS_ADDRESS is not set and \(places) does not exist; "
            + "log in to a desktop, or run this inside dbus-run-session"
    }

    /// What a person must know where there is an address and no bus behind it.
    public static func silenceExplanation(_ error: GLibError) -> String {
        "the session bus at \(address ?? "") does not answer (\(error)); log in to a desktop, "
            + "or run this inside dbus-run-session"
    }

    private static var runtimeDirectories: [String] {
        let standard = "/run/user/\(getuid())"
        guard let own = Environment["XDG_RUNTIME_DIR"], own.hasPrefix("/"), own != standard else {
            return [standard]
        }
        return [own, standard]
    }

    /// The system bus's address.
    public static var systemAddress: String {
        Environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Puts the address where GIO looks for it, for processes started without it (cron, ssh).
    static func exportAddress() {
        guard Environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty ?? true else { return }
        // An empty address makes GIO fail instead of starting a bus of its own.
        setenv("DBUS_SESSION_BUS_ADDRESS", address ?? "unix:path=/nonexistent", 1)
    }
}

/// The process's environment.
public enum Environment {
    /// The value of a variable; `nil` where it is not set.
    public static subscript(name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
