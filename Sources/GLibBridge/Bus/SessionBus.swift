import CGLib
import Glibc
package import Synchronization

/// The address of the user's session bus.
package enum SessionBus {
    /// The environment variable with the address.
    private static let variable = "DBUS_SESSION_BUS_ADDRESS"

    /// The bus's address: the environment's, else the socket in the user's runtime directory, else the one that
    /// `dbus-launch` left for the display, if that bus lives.
    ///
    /// `nil` if there is none. With X11, GLib would then start its own bus, which no other program uses.
    package static var address: String? { named ?? runtimeAddress ?? launched }

    /// The address that the environment names.
    private static var named: String? {
        Environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static var runtimeAddress: String? {
        runtimeDirectories.map { directory -> String in "\(directory)/bus" }
            .first { socket in access(socket, R_OK | W_OK) == 0 }
            .map { path in "unix:path=\(path)" }
    }

    /// Looked for once, because it may ask the display.
    private static let launched = LaunchedBus.addresses.first(where: isOwnAndAlive)

    /// Whether a process of this user listens at an address.
    ///
    /// The user's files and whoever may use the display name it, so it must not lead to a bus of somebody else.
    private static func isOwnAndAlive(_ address: String) -> Bool {
        BusSocket(address: address)?.state == .alive(owner: getuid())
    }

    /// Finds a bus of this user that lives, where the one that ``address`` names has ended, and uses it from now on, also
    /// for the programs that this one starts.
    ///
    /// This is how it is in a terminal of an earlier session, such as one of tmux.
    ///
    /// - Returns: the other bus's address; `nil` if there is none, or if somebody listens at `ended`.
    package static func replacement(for ended: String) -> String? {
        guard BusSocket(address: ended)?.state == .dead else { return nil }
        // Where the variable names a directory, that of another session is not meant.
        let directory = runtimeDirectories[0]
        let other =
            ["unix:path=\(directory)/bus"].first { $0 != ended && isOwnAndAlive($0) }
            ?? launched
        guard let other, other != ended else { return nil }
        let origin =
            named == ended ? "the bus that \(variable) names, \(ended)," : "the bus at \(ended)"
        Environment.replace([variable], by: [variable: other])
        let remark =
            "\(origin) has ended; the one at \(other) is used; to keep to it in this shell: "
            + "export \(variable)=\(other)"
        remarks.withLock { $0 = remark }
        onReplacement.withLock { $0 }(remark)
        return other
    }

    /// What to say about the bus that is used in place of one that has ended; `nil` if none is.
    package static var remark: String? { remarks.withLock { $0 } }
    private static let remarks = Mutex<String?>(nil)
    /// Receives ``remark``.
    package static let onReplacement = Mutex<@Sendable (String) -> Void>({ _ in })

    /// The message for a missing bus.
    package static var absenceExplanation: String {
        let sockets = runtimeDirectories.map { "\($0)/bus" }
        let absence =
            sockets.count == 1
            ? "\(sockets[0]) does not exist"
            : "neither \(sockets.joined(separator: " nor ")) exists"
        return "no session bus: \(variable) is not set and \(absence); "
            + (adviceToCallerOfSudo
                ?? "log in to a desktop (or let the user have a bus without a login: loginctl enable-linger), "
                + "or run this inside dbus-run-session")
    }

    /// The message for an address at which no bus answers.
    package static func silenceExplanation(_ error: GLibError) -> String {
        if let address, let owner = owner(of: address), owner != getuid() {
            return
                "the session bus at \(address) is another user's (uid \(owner), and this is \(getuid())); "
                + (adviceToCallerOfSudo
                    ?? "run this as that user, or without \(variable) in the environment")
        }
        return "the session bus at \(address ?? "") does not answer (\(error)); "
            + (adviceToCallerOfSudo ?? "log in to a desktop, or run this inside dbus-run-session")
    }

    /// The line to type for somebody who runs this as root by sudo; `nil` for others.
    private static var adviceToCallerOfSudo: String? {
        guard getuid() == 0, let user = Environment["SUDO_USER"], user != "root", !user.isEmpty,
            user.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        let program = CommandLine.arguments.first.map {
            $0.split(separator: "/").last.map(String.init) ?? $0
        }
        var words = [program ?? "notify-schedule"] + CommandLine.arguments.dropFirst()
        if words.reduce(0, { $0 + $1.utf8.count }) > 200 { words = [words[0], "…"] }
        let line = words.map { $0 == "…" ? $0 : ShellWords.quoted($0) }.joined(separator: " ")
        return "sudo runs this as root, and the desktop is \(user)'s; type: sudo -u \(user) \(line)"
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

    /// Sets the variable with the address for GIO, in processes started without it (cron, ssh), or with that of a bus
    /// that has ended.
    ///
    /// Must be called before the process has a second thread, which may read the environment.
    package static func exportAddress() {
        let fresh: String?
        if let named {
            fresh = replacement(for: named)
            guard fresh != nil else { return }
        } else {
            fresh = address
        }
        // With an empty address GIO fails instead of starting its own bus.
        setenv(variable, fresh ?? "unix:path=/nonexistent", 1)
    }
}
