import GLibBridge
import Glibc

/// The versions of TLS that are used with a server: 1.2 and later.
///
/// The clients of ntfy and of NATS leave that to the system's libraries, of which some allow 1.0 and 1.1.
package enum TLSVersions {
    /// Where GLib's TLS reads what GnuTLS may use, at its first connection.
    private static let variable = "G_TLS_GNUTLS_PRIORITY"

    /// Has earlier versions refused by ntfy's client.
    ///
    /// Call this before the process has another thread, because it changes the environment.
    package static func refuseOld() {
        let given = Environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        setenv(variable, "\(given ?? "NORMAL:%COMPAT"):-VERS-TLS1.0:-VERS-TLS1.1", 1)
    }
}
