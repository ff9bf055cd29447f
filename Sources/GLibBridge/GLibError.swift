public import CGLib

/// An error that GLib or GIO reported.
public struct GLibError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error's family, such as `g-io-error-quark`.
    public let domain: String
    /// The number inside the family.
    public let code: Int32
    /// The sentence for people, without the prefix that GDBus puts before remote messages.
    public let message: String
    /// The D-Bus error name, where the error came over the bus.
    public let remoteName: String?

    /// Makes an error from its parts.
    public init(domain: String, code: Int32, message: String, remoteName: String? = nil) {
        self.domain = domain
        self.code = code
        self.message = message
        self.remoteName = remoteName
    }

    /// The sentence for people.
    public var description: String { message }

    /// Whether the call ran into its deadline.
    public var isTimeout: Bool {
        (domain == "g-io-error-quark" && code == G_IO_ERROR_TIMED_OUT.rawValue.asCode)
            || remoteName == "org.freedesktop.DBus.Error.NoReply"
            || remoteName == "org.freedesktop.DBus.Error.Timeout"
    }

    /// Whether the other side left with the call unanswered, or is not there.
    public var saysPeerIsGone: Bool {
        switch remoteName {
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
            "org.freedesktop.DBus.Error.NameHasNoOwner":
            true
        default:
            false
        }
    }

    /// Takes over an error that C returned.
    public init(taking error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self.init(domain: "unknown", code: 0, message: "GLib failed without saying why")
            return
        }
        defer { g_error_free(error) }
        self.init(copying: error)
    }

    /// Copies an error that C keeps.
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

    /// Calls a C function that reports failure through an error out-parameter alone.
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
    /// A C enumeration's value as the signed number that GError carries.
    var asCode: Int32 { Int32(bitPattern: self) }
}

extension String {
    /// Copies a string that C handed over, and frees the original.
    static func freeing(_ text: UnsafeMutablePointer<CChar>) -> String {
        defer { g_free(text) }
        return String(cString: text)
    }
}
