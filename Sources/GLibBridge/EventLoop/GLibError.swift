package import CGLib

/// An error that GLib or GIO reported.
package struct GLibError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error's domain, such as `g-io-error-quark`.
    package let domain: String
    /// The code in the domain.
    package let code: Int32
    /// The message, without the prefix that GDBus adds to remote messages.
    package let message: String
    /// The D-Bus error name, if it is a remote error.
    package let remoteName: String?

    /// Makes an error from its parts.
    package init(domain: String, code: Int32, message: String, remoteName: String? = nil) {
        self.domain = domain
        self.code = code
        self.message = message
        self.remoteName = remoteName
    }

    /// The message.
    package var description: String { message }

    /// Whether the call timed out.
    package var isTimeout: Bool {
        (domain == "g-io-error-quark" && code == G_IO_ERROR_TIMED_OUT.rawValue.asCode)
            || remoteName == "org.freedesktop.DBus.Error.NoReply"
            || remoteName == "org.freedesktop.DBus.Error.Timeout"
    }

    /// Whether the receiver left without a reply, or does not exist.
    package var saysPeerIsGone: Bool {
        switch remoteName {
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner":
            true
        default:
            false
        }
    }

    /// Whether the receiver left the bus while it had the call, so that nobody knows what it did.
    package var saysPeerLeft: Bool { remoteName == "org.freedesktop.DBus.Error.NoReply" }

    /// Returns an error of a timeout.
    static func timeout(_ message: String) -> GLibError {
        GLibError(
            domain: "g-io-error-quark",
            code: G_IO_ERROR_TIMED_OUT.rawValue.asCode,
            message: message
        )
    }

    /// Makes an error from one that C returned, and frees that.
    package init(taking error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self.init(domain: "unknown", code: 0, message: "GLib failed without saying why")
            return
        }
        defer { g_error_free(error) }
        self.init(copying: error)
    }

    /// Makes a copy of an error that C owns.
    init(copying error: UnsafeMutablePointer<GError>) {
        let remote = g_dbus_error_get_remote_error(error).map(String.freeing)
        g_dbus_error_strip_remote_error(error)
        self.init(
            domain: g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? "",
            code: error.pointee.code,
            message: error.pointee.message.map { String(cString: $0) } ?? "",
            remoteName: remote
        )
    }

    /// Calls a C function that reports failure only through an error out-parameter.
    static func check<Result>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result
    ) throws(GLibError) -> Result {
        var error: UnsafeMutablePointer<GError>?
        let result = body(&error)
        if let error { throw GLibError(taking: error) }
        return result
    }
}

extension UInt32 {
    /// Returns a C enumeration's value as the signed number in GError.
    var asCode: Int32 { Int32(bitPattern: self) }
}

extension String {
    /// Copies a string that C returned, and frees the original.
    static func freeing(_ text: UnsafeMutablePointer<CChar>) -> String {
        defer { g_free(text) }
        return String(cString: text)
    }
}
