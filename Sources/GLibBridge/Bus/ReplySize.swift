import CGLib

/// The size limit of a reply.
enum ReplySize {
    /// The maximum size of a D-Bus array, in bytes; large replies contain one.
    static let max = 64 << 20
    /// The size up to which no message is too large, because small values need up to four times their bytes.
    private static let harmless = max / 4

    /// Checks whether a reply is too large.
    ///
    /// - Returns: its size if it is too large; `nil` otherwise.
    static func ofTooLarge(_ body: OpaquePointer, to invocation: OpaquePointer) -> Int? {
        let size = Int(g_variant_get_size(body))
        guard size > harmless else { return nil }
        FreeMemory.returnSoon()
        guard size <= max else { return size }
        let call = g_dbus_method_invocation_get_message(invocation)
        let message = g_dbus_message_new_method_reply(call)
        defer { g_object_unref(UnsafeMutableRawPointer(message)) }
        g_dbus_message_set_body(message, body)
        var length: gsize = 0
        let bytes = g_dbus_message_to_blob(
            message,
            &length,
            G_DBUS_CAPABILITY_FLAGS_UNIX_FD_PASSING,
            nil
        )
        defer { g_free(bytes) }
        guard bytes != nil else { return size }
        return length <= gsize(max) ? nil : Int(length)
    }
}
