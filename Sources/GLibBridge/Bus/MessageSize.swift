import CGLib

/// Computes the memory of a message's values, and stops at a limit.
///
/// GDBus creates an object for each value, so small ones need far more memory than their bytes in the message.
struct MessageSize {
    /// The overhead of a value, in bytes.
    static let ofValue = 64

    private var left: Int

    /// Starts to count.
    ///
    /// - Parameter limit: the limit, in bytes.
    init(limit: Int) {
        left = limit
    }

    /// Counts a message's header fields and its body.
    mutating func add(message: OpaquePointer) -> Bool {
        if let body = g_dbus_message_get_body(message), !add(body) { return false }
        guard let fields = g_dbus_message_get_header_fields(message) else { return true }
        defer { g_free(fields) }
        var index = 0
        while fields[index] != 0 {
            let field = GDBusMessageHeaderField(rawValue: UInt32(fields[index]))
            if let value = g_dbus_message_get_header(message, field), !add(value) { return false }
            index += 1
        }
        return true
    }

    /// Counts a value; the time is bounded by the limit.
    private mutating func add(_ value: OpaquePointer) -> Bool {
        left -= Self.ofValue
        guard left >= 0 else { return false }
        guard g_variant_is_container(value) != 0, !Self.isPlainArray(value) else {
            left -= Int(g_variant_get_size(value))
            return left >= 0
        }
        let count = g_variant_n_children(value)
        guard count <= gsize(left / Self.ofValue) else { return false }
        for index in 0..<count {
            let child = g_variant_get_child_value(value, index)
            defer { g_variant_unref(child) }
            guard let child, add(child) else { return false }
        }
        return true
    }

    /// Returns whether a value is an array that GDBus stores as bytes.
    private static func isPlainArray(_ value: OpaquePointer) -> Bool {
        guard let type = g_variant_get_type_string(value), type[0] == CChar(UInt8(ascii: "a"))
        else {
            return false
        }
        return type[2] == 0 && strchr("ynqiuhxtd", Int32(type[1])) != nil
    }
}
