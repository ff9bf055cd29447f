import CGLib
import Glibc

/// The address of the user's session bus.
package enum SessionBus {
    /// The bus's address: the environment's, else the socket in the user's runtime directory.
    ///
    /// `nil` if neither exists. With X11, GLib would then start its own bus, which no other program uses.
    package static var address: String? {
        if let address = Environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            return address
        }
        let socket = runtimeDirectories.map { directory -> String in "\(directory)/bus" }
            .first { socket in access(socket, R_OK | W_OK) == 0 }
        return socket.map { path in "unix:path=\(path)" }
    }

    /// The message for a missing bus.
    package static var absenceExplanation: String {
        let sockets = runtimeDirectories.map { "\($0)/bus" }
        let absence =
            sockets.count == 1
            ? "\(sockets[0]) does not exist"
            : "neither \(sockets.joined(separator: " nor ")) exists"
        return "no session bus: DBUS_SESSION_BUS_ADDRESS is not set and \(absence); "
            + "log in to a desktop (or let the user have a bus without a login: loginctl enable-linger), "
            + "or run this inside dbus-run-session"
    }

    /// The message for an address at which no bus answers.
    package static func silenceExplanation(_ error: GLibError) -> String {
        if let address, let owner = owner(of: address), owner != getuid() {
            return "the session bus at \(address) is another user's (uid \(owner), and this is "
                + "\(getuid())); run this as that user, or without DBUS_SESSION_BUS_ADDRESS in the "
                + "environment"
        }
        return
            "the session bus at \(address ?? "") does not answer (\(error)); log in to a desktop, "
            + "or run this inside dbus-run-session"
    }

    /// Returns the owner of the socket of an address; `nil` if there is none.
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
    package static var systemAddress: String {
        Environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Sets the variable with the address for GIO, in processes started without it (cron, ssh).
    ///
    /// Must be called before the process has a second thread, which may read the environment.
    package static func exportAddress() {
        guard Environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty ?? true else { return }
        // With an empty address GIO fails instead of starting its own bus.
        setenv("DBUS_SESSION_BUS_ADDRESS", address ?? "unix:path=/nonexistent", 1)
    }
}
