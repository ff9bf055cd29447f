import CGLib

extension Variant {
    /// The text of a string, object path or signature.
    public var string: String? {
        guard hasType("s") || hasType("o") || hasType("g") else { return nil }
        return String(cString: g_variant_get_string(pointer, nil))
    }

    /// The value of a boolean.
    public var boolean: Bool? {
        hasType("b") ? g_variant_get_boolean(pointer) != 0 : nil
    }

    /// The value of any integer type that fits.
    public var integer: Int64? {
        switch type {
        case "y": Int64(g_variant_get_byte(pointer))
        case "n": Int64(g_variant_get_int16(pointer))
        case "q": Int64(g_variant_get_uint16(pointer))
        case "i": Int64(g_variant_get_int32(pointer))
        case "u": Int64(g_variant_get_uint32(pointer))
        case "x": Int64(g_variant_get_int64(pointer))
        case "t": Int64(exactly: g_variant_get_uint64(pointer))
        default: nil
        }
    }

    /// The index of a file that came along with the message.
    public var handle: Int32? {
        hasType("h") ? g_variant_get_handle(pointer) : nil
    }

    /// The value of a double.
    public var double: Double? {
        hasType("d") ? g_variant_get_double(pointer) : nil
    }

    /// The bytes of an `ay`.
    public var bytes: [UInt8]? {
        guard hasType("ay") else { return nil }
        var count: gsize = 0
        guard let start = g_variant_get_fixed_array(pointer, &count, 1) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    /// The strings of an `as`.
    public var strings: [String]? {
        hasType("as") ? children.compactMap(\.string) : nil
    }

    /// The value inside a `v`.
    public var unboxed: Variant? {
        hasType("v") ? Variant(sinking: g_variant_get_variant(pointer)) : nil
    }

    /// Whether the value is an array, tuple, dictionary entry or box.
    public var isContainer: Bool {
        g_variant_is_container(pointer) != 0
    }

    /// The parts of a container, in order; empty for anything else.
    public var children: [Variant] {
        guard isContainer else { return [] }
        return (0..<g_variant_n_children(pointer)).map {
            Variant(sinking: g_variant_get_child_value(pointer, $0))
        }
    }

    /// The part of a container at an index; `nil` where there is none.
    public subscript(index: Int) -> Variant? {
        guard isContainer, index >= 0, index < Int(g_variant_n_children(pointer)) else {
            return nil
        }
        return Variant(sinking: g_variant_get_child_value(pointer, gsize(index)))
    }

    /// The entries of an `a{sv}` in order, unboxed; `nil` for anything else.
    public var entries: [(key: String, value: Variant)]? {
        guard hasType("a{sv}") else { return nil }
        return children.compactMap { entry in
            guard let key = entry[0]?.string, let value = entry[1]?.unboxed else { return nil }
            return (key, value)
        }
    }

    /// The value of a key in an `a{sv}`, unboxed.
    public subscript(key: String) -> Variant? {
        guard hasType("a{sv}") else { return nil }
        return g_variant_lookup_value(pointer, key, nil).map { Variant(sinking: $0) }
    }
}

extension Variant {
    /// How many bytes the serialised form has.
    public var size: Int { Int(g_variant_get_size(pointer)) }

    /// The value's bytes in GVariant's serialised form, in this machine's byte order.
    public var serialized: [UInt8] {
        let size = Int(g_variant_get_size(pointer))
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            if let base = buffer.baseAddress { g_variant_store(pointer, base) }
            count = size
        }
    }

    /// Reads a serialised `a{sv}`; `nil` where the bytes are not the normal form of one.
    public static func dictionary(serialized bytes: [UInt8]) -> Variant? {
        let data = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(data) }
        guard let value = withType("a{sv}", { g_variant_new_from_bytes($0, data, 0) }) else {
            return nil
        }
        let variant = Variant(sinking: value)
        return g_variant_is_normal_form(variant.pointer) != 0 ? variant : nil
    }
}
