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
            + "log in to a desktop (or let the user have a bus without a login: loginctl enable-linger), "
            + "or run this inside dbus-run-session"
    }

    /// What a person must know where there is an address and no bus behind it that answers.
    public static func silenceExplanation(_ error: GLibError) -> String {
        if let address, let owner = owner(of: address), owner != getuid() {
            return "the session bus at \(address) is another user's (uid \(owner), and this is "
                + "\(getuid())); run this as that user, or without DBUS_SESSION_BUS_ADDRESS in the "
                + "environment"
        }
        return
            "the session bus at \(address ?? "") does not answer (\(error)); log in to a desktop, "
            + "or run this inside dbus-run-session"
    }

    /// Whose socket an address names; `nil` where it names none that is there.
    private static func owner(of address: String) -> uid_t? {
        let start = "unix:path="
        guard address.hasPrefix(start) else { return nil }
        var status = stat()
        let path = String(address.dropFirst(start.count).prefix { $0 != "," && $0 != ";" })
        return stat(path, &status) == 0 ? status.st_uid : nil
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
