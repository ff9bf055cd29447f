import CGLib

extension Variant {
    /// The text of a string, object path or signature.
    package var string: String? {
        switch form {
        case .string(let value): return value
        case .foreign(let value):
            guard value.hasType("s") || value.hasType("o") || value.hasType("g") else { return nil }
            return String(cString: g_variant_get_string(value.pointer, nil))
        default: return nil
        }
    }

    /// The value of a boolean.
    package var boolean: Bool? {
        switch form {
        case .boolean(let value): value
        case .foreign(let value) where value.hasType("b"): g_variant_get_boolean(value.pointer) != 0
        default: nil
        }
    }

    /// The value of any integer type that fits.
    package var integer: Int64? {
        switch form {
        case .byte(let value): Int64(value)
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        case .foreign(let value):
            switch value.type {
            case "y": Int64(g_variant_get_byte(value.pointer))
            case "n": Int64(g_variant_get_int16(value.pointer))
            case "q": Int64(g_variant_get_uint16(value.pointer))
            case "i": Int64(g_variant_get_int32(value.pointer))
            case "u": Int64(g_variant_get_uint32(value.pointer))
            case "x": Int64(g_variant_get_int64(value.pointer))
            case "t": Int64(exactly: g_variant_get_uint64(value.pointer))
            default: nil
            }
        default: nil
        }
    }

    /// The index of a file in the message.
    package var handle: Int32? {
        switch form {
        case .handle(let index): index
        case .foreign(let value) where value.hasType("h"): g_variant_get_handle(value.pointer)
        default: nil
        }
    }

    /// The value of a double.
    package var double: Double? {
        switch form {
        case .double(let value): value
        case .foreign(let value) where value.hasType("d"): g_variant_get_double(value.pointer)
        default: nil
        }
    }

    /// The bytes of an `ay`.
    package var bytes: [UInt8]? {
        switch form {
        case .bytes(let value): return value
        case .foreign(let value) where value.hasType("ay"):
            return value.withBytes([UInt8].init)
        default: return nil
        }
    }

    /// The parts of an `aay`.
    package var byteArrays: [[UInt8]]? {
        type == "aay" ? children.compactMap(\.bytes) : nil
    }

    /// The strings of an `as`.
    package var strings: [String]? {
        switch form {
        case .strings(let values): values
        case .foreign(let value) where value.hasType("as"): value.children.compactMap(\.string)
        default: nil
        }
    }

    /// The value inside a `v`.
    package var unboxed: Variant? {
        switch form {
        case .boxed(let value): value
        case .foreign(let value) where value.hasType("v"):
            Variant(sinking: g_variant_get_variant(value.pointer))
        default: nil
        }
    }

    /// Whether the value is an array, tuple, dictionary entry or variant.
    package var isContainer: Bool {
        switch form {
        case .bytes, .strings, .dictionary, .encoded, .array, .boxed: true
        case .foreign(let value): g_variant_is_container(value.pointer) != 0
        default: false
        }
    }

    /// The parts of a container, in order; empty for anything else.
    package var children: [Variant] {
        switch form {
        case .bytes(let values): values.map(Variant.byte)
        case .strings(let values): values.map { Variant(.string($0)) }
        case .array(_, let values): values
        case .boxed(let value): [value]
        case .dictionary, .encoded: foreign.children
        case .foreign(let value): value.children
        default: []
        }
    }

    /// The part of a container at an index; `nil` if there is none.
    package subscript(index: Int) -> Variant? {
        guard case .foreign(let value) = form else {
            let children = children
            return children.indices.contains(index) ? children[index] : nil
        }
        guard isContainer, index >= 0, index < Int(g_variant_n_children(value.pointer)) else {
            return nil
        }
        return Variant(sinking: g_variant_get_child_value(value.pointer, gsize(index)))
    }

    /// The entries of an `a{sv}` in order, unboxed; `nil` for anything else.
    package var entries: [(key: String, value: Variant)]? {
        switch form {
        case .dictionary(let entries): entries
        case .encoded(let bytes): bytes.withUnsafeBytes(VariantDecoder.entries)
        case .foreign(let value): value.entries
        default: nil
        }
    }

    /// The value of a key in an `a{sv}`, unboxed.
    package subscript(key: String) -> Variant? {
        switch form {
        case .dictionary(let entries):
            return entries.first { $0.key == key }?.value
        case .encoded: return entries?.first { $0.key == key }?.value
        case .foreign(let value):
            guard value.hasType("a{sv}") else { return nil }
            return g_variant_lookup_value(value.pointer, key, nil).map { Variant(sinking: $0) }
        default: return nil
        }
    }
}

extension Variant {
    /// The size of the serialised form, in bytes.
    package var size: Int {
        switch form {
        case .foreign(let value): value.size
        default: serialized.count
        }
    }

    /// The value's bytes in GVariant's serialised form, in this machine's byte order.
    package var serialized: [UInt8] {
        var writer = VariantWriter()
        writer.write(self)
        return writer.bytes
    }

    /// Makes a value from a serialised `a{sv}`; `nil` if the bytes are not in normal form.
    package static func dictionary(serialized bytes: [UInt8]) -> Variant? {
        bytes.withUnsafeBytes(VariantDecoder.entries).map { Variant(.dictionary($0)) }
    }
}
