import CGLib

/// A value in GLib's memory.
final class ForeignVariant: Sendable {
    // Safe: a GVariant is immutable once its floating reference is sunk, and its reference count is
    // atomic.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes ownership of a floating or full reference.
    init(sinking pointer: OpaquePointer) {
        self.pointer = g_variant_take_ref(pointer)
    }

    deinit {
        g_variant_unref(pointer)
    }

    /// Makes a value from GVariant's serialised form, which must be the normal form of a type.
    convenience init(serialized bytes: [UInt8], type: String) {
        let data = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(data) }
        self.init(sinking: Variant.withType(type) { g_variant_new_from_bytes($0, data, 1) })
    }

    var type: String { String(cString: g_variant_get_type_string(pointer)) }

    func hasType(_ type: String) -> Bool {
        Variant.withType(type) { g_variant_is_of_type(pointer, $0) != 0 }
    }

    /// The size of the serialised form, in bytes.
    var size: Int { Int(g_variant_get_size(pointer)) }

    /// Calls a closure with the serialised form, in this machine's byte order.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let start = g_variant_get_data(pointer)
        return body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : size))
    }

    /// The parts of a container, in order; empty for anything else.
    var children: [Variant] {
        guard g_variant_is_container(pointer) != 0 else { return [] }
        return (0..<g_variant_n_children(pointer)).map {
            Variant(sinking: g_variant_get_child_value(pointer, $0))
        }
    }

    /// The entries of an `a{sv}`; `nil` for other types.
    var entries: [(key: String, value: Variant)]? {
        guard hasType("a{sv}") else { return nil }
        if let entries = withBytes(VariantDecoder.entries) { return entries }
        return children.compactMap { entry in
            guard let key = entry[0]?.string, let value = entry[1]?.unboxed else { return nil }
            return (key, value)
        }
    }
}

extension Variant {
    /// The value as a GVariant.
    var foreign: ForeignVariant {
        switch form {
        case .boolean(let value): ForeignVariant(sinking: g_variant_new_boolean(value ? 1 : 0))
        case .byte(let value): ForeignVariant(sinking: g_variant_new_byte(value))
        case .int32(let value): ForeignVariant(sinking: g_variant_new_int32(value))
        case .uint32(let value): ForeignVariant(sinking: g_variant_new_uint32(value))
        case .int64(let value): ForeignVariant(sinking: g_variant_new_int64(gint64(value)))
        case .uint64(let value): ForeignVariant(sinking: g_variant_new_uint64(guint64(value)))
        case .handle(let index): ForeignVariant(sinking: g_variant_new_handle(index))
        case .double(let value): ForeignVariant(sinking: g_variant_new_double(value))
        case .string(let value): ForeignVariant(sinking: g_variant_new_string(value))
        case .bytes, .strings, .dictionary, .encoded, .array, .boxed:
            ForeignVariant(serialized: serialized, type: type)
        case .foreign(let value): value
        }
    }
}
