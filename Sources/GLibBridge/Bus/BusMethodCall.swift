import CGLib

/// A method call to an exported object, which needs one reply.
package final class BusMethodCall: Sendable {
    /// The unique name of the caller.
    package let sender: String
    /// The method's name.
    package let method: String
    /// Where a call is known: the bus, by an identifier that it keeps as long as it runs, and the number that the caller's
    /// connection gave to the message.
    struct Identity: Sendable {
        let bus: String
        let serial: UInt32
    }

    private let identity: Identity
    /// Distinguishes this call from all others, also those over other buses and those of other connections.
    package var name: String { name(ofSerial: identity.serial) }
    /// Its arguments, a tuple of the types that the interface declares.
    package let parameters: Variant
    /// The files in the message, if the method accepts any; a handle among the arguments is an index of them.
    package var files: [OpenFile] { received?.files ?? [] }
    private let received: ReceivedFiles?
    // Safe: a reply is documented as possible from any thread, and happens once.
    nonisolated(unsafe) private let invocation: OpaquePointer
    private let answered = OnceFlag()

    init(
        sender: String,
        method: String,
        parameters: Variant,
        identity: Identity,
        invocation: OpaquePointer,
        received: ReceivedFiles?
    ) {
        self.sender = sender
        self.method = method
        self.parameters = parameters
        self.identity = identity
        self.received = received
        self.invocation = invocation
    }

    /// The name of another call of the same connection.
    package func name(ofSerial serial: UInt32) -> String { "\(identity.bus) \(sender) \(serial)" }

    deinit {
        // A caller always gets a reply, whatever happened to the handler.
        fail("org.freedesktop.DBus.Error.Failed", "no answer was given to \(method)")
    }

    /// Replies with a tuple of the method's out-types; later replies are ignored.
    ///
    /// - Parameter files: the files to send; a handle among the values is an index of them.
    package func reply(_ values: [Variant] = [], files: [OpenFile] = []) {
        let list: UnsafeMutablePointer<GUnixFDList>?
        do {
            list = try BusConnection.descriptors(of: files)
        } catch {
            return fail("org.freedesktop.DBus.Error.LimitsExceeded", error.message)
        }
        defer { if let list { g_object_unref(UnsafeMutableRawPointer(list)) } }
        Variant.tuple(values).withPointer {
            if let size = ReplySize.ofTooLarge($0, to: invocation) { return failAsTooLarge(size) }
            guard answered.first() else { return }
            g_dbus_method_invocation_return_value_with_unix_fd_list(invocation, $0, list)
        }
    }

    /// The size above which ``reply(_:files:)`` refuses a reply, in bytes.
    package static var maxReply: Int { ReplySize.max }

    /// Refuses a message for which the bus would close the connection.
    ///
    /// - Parameter size: its size, or that of a part of it that is too large by itself.
    package func failAsTooLarge(_ size: Int) {
        fail(
            "org.freedesktop.DBus.Error.LimitsExceeded",
            "the answer to \(method) has \(size >> 20) MiB or more, and a message of D-Bus has at most "
                + "\(ReplySize.max >> 20) MiB; ask for less, such as what one app has"
        )
    }

    /// Replies with a named error; later replies are ignored.
    package func fail(_ name: String, _ message: String) {
        guard answered.first() else { return }
        g_dbus_method_invocation_return_dbus_error(invocation, name, message)
    }
}

extension BusMethodCall.Identity {
    /// Reads it from a call.
    init(of invocation: OpaquePointer) {
        let id = g_dbus_connection_get_guid(g_dbus_method_invocation_get_connection(invocation))
        bus = id.map { String(cString: $0) } ?? ""
        serial = g_dbus_message_get_serial(g_dbus_method_invocation_get_message(invocation))
    }
}
