import CGLib

/// A value of the D-Bus type system.
///
/// Immutable, so it can be handed between threads.
public final class Variant: Sendable, Equatable, CustomStringConvertible {
    // Safe: a GVariant is immutable once its floating reference is sunk, and counts references
    // atomically.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes over a floating or full reference.
    init(sinking pointer: OpaquePointer) {
        self.pointer = g_variant_take_ref(pointer)
    }

    /// Adds a reference to a value that somebody else keeps.
    init(retaining pointer: OpaquePointer) {
        self.pointer = g_variant_ref(pointer)
    }

    deinit {
        g_variant_unref(pointer)
    }

    /// The value's D-Bus signature, such as `a{sv}`.
    public var type: String {
        String(cString: g_variant_get_type_string(pointer))
    }

    /// The value in GVariant's text format.
    public var description: String {
        String.freeing(g_variant_print(pointer, 0))
    }

    /// The value in GVariant's text format with its type, from which it can be read again.
    public var typedText: String {
        String.freeing(g_variant_print(pointer, 1))
    }

    /// Reads a value in GVariant's text format; `nil` where the text is none.
    public convenience init?(text: String) {
        guard let value = try? GLibError.check({ g_variant_parse(nil, text, nil, nil, $0) }) else {
            return nil
        }
        self.init(sinking: value)
    }

    /// The GVariant for a C function that adds its own reference; valid as long as this object.
    public var unownedReference: OpaquePointer { pointer }

    /// Whether two values have the same type and content.
    public static func == (left: Variant, right: Variant) -> Bool {
        g_variant_equal(UnsafeRawPointer(left.pointer), UnsafeRawPointer(right.pointer)) != 0
    }

    func hasType(_ type: String) -> Bool {
        Self.withType(type) { g_variant_is_of_type(pointer, $0) != 0 }
    }

    /// Lends a signature to C as a type, which is the text's own memory and ends with it.
    static func withType<Result>(
        _ signature: String,
        _ body: (OpaquePointer) -> Result
    ) -> Result {
        signature.withCString { body(cglib_variant_type($0)) }
    }
}

extension Variant {
    /// A string.
    ///
    /// It ends at the first NUL, which D-Bus cannot carry.
    public static func string(_ value: String) -> Variant {
        Variant(sinking: g_variant_new_string(value))
    }

    /// An object path; `nil` where the text is not one.
    public static func objectPath(_ value: String) -> Variant? {
        guard g_variant_is_object_path(value) != 0 else { return nil }
        return Variant(sinking: g_variant_new_object_path(value))
    }

    /// A boolean.
    public static func boolean(_ value: Bool) -> Variant {
        Variant(sinking: g_variant_new_boolean(value ? 1 : 0))
    }

    /// An unsigned byte.
    public static func byte(_ value: UInt8) -> Variant {
        Variant(sinking: g_variant_new_byte(value))
    }

    /// A signed 32-bit integer.
    public static func int32(_ value: Int32) -> Variant {
        Variant(sinking: g_variant_new_int32(value))
    }

    /// An unsigned 32-bit integer.
    public static func uint32(_ value: UInt32) -> Variant {
        Variant(sinking: g_variant_new_uint32(value))
    }

    /// A signed 64-bit integer.
    public static func int64(_ value: Int64) -> Variant {
        Variant(sinking: g_variant_new_int64(gint64(value)))
    }

    /// An unsigned 64-bit integer.
    public static func uint64(_ value: UInt64) -> Variant {
        Variant(sinking: g_variant_new_uint64(guint64(value)))
    }

    /// A file that goes along with a message, by its index there.
    public static func handle(_ index: Int32) -> Variant {
        Variant(sinking: g_variant_new_handle(index))
    }

    /// A double.
    public static func double(_ value: Double) -> Variant {
        Variant(sinking: g_variant_new_double(value))
    }

    /// Bytes, as type `ay`.
    public static func bytes(_ value: [UInt8]) -> Variant {
        Variant(
            sinking: value.withUnsafeBytes { buffer in
                withType("y") {
                    g_variant_new_fixed_array($0, buffer.baseAddress, gsize(buffer.count), 1)
                }
            }
        )
    }

    /// A value boxed in type `v`.
    public static func variant(_ value: Variant) -> Variant {
        Variant(sinking: g_variant_new_variant(value.pointer))
    }

    /// A tuple, as a method's parameters are.
    public static func tuple(_ values: [Variant]) -> Variant {
        let children: [OpaquePointer?] = values.map(\.pointer)
        return Variant(sinking: g_variant_new_tuple(children, gsize(children.count)))
    }

    /// An array whose elements all have the given type; elements of another type are left out.
    public static func array(of type: String, _ values: [Variant]) -> Variant {
        let children: [OpaquePointer?] = values.filter { $0.hasType(type) }.map(\.pointer)
        return Variant(
            sinking: withType(type) { g_variant_new_array($0, children, gsize(children.count)) }
        )
    }

    /// An array of strings.
    public static func strings(_ values: [String]) -> Variant {
        array(of: "s", values.map(Variant.string))
    }

    /// A dictionary of type `a{sv}`, in the order given.
    public static func dictionary(_ entries: [(key: String, value: Variant)]) -> Variant {
        let children: [OpaquePointer?] = entries.map { entry in
            g_variant_new_dict_entry(
                g_variant_new_string(entry.key),
                g_variant_new_variant(entry.value.pointer)
            )
        }
        return Variant(
            sinking: withType("{sv}") { g_variant_new_array($0, children, gsize(children.count)) }
        )
    }
}
