import CGLib

/// A value of the D-Bus type system.
///
/// Immutable, so it can be handed between threads. The types that records are made of are plain Swift
/// values, which cost little to make, to read and to write as bytes; GLib has a value of its own made of one
/// only where it is handed over.
public struct Variant: Sendable, Equatable, CustomStringConvertible {
    let form: Form

    /// The types that are Swift values, and GLib's own value for all others.
    enum Form: Sendable {
        case boolean(Bool)
        case byte(UInt8)
        case int32(Int32)
        case uint32(UInt32)
        case int64(Int64)
        case uint64(UInt64)
        case handle(Int32)
        case double(Double)
        /// Without NUL.
        case string(String)
        case bytes([UInt8])
        case strings([String])
        case dictionary([(key: String, value: Variant)])
        /// An array of one of the types that ``ElementType`` names; all elements have it.
        case array(ElementType, [Variant])
        indirect case boxed(Variant)
        case foreign(ForeignVariant)
    }

    /// The types of elements whose arrays are Swift values, but for bytes and strings.
    enum ElementType: String, Sendable {
        case int64 = "x"
        case variant = "v"
        case bytes = "ay"
        case dictionary = "a{sv}"
    }

    init(_ form: Form) {
        self.form = form
    }

    /// Takes over a floating or full reference.
    init(sinking pointer: OpaquePointer) {
        form = .foreign(ForeignVariant(sinking: pointer))
    }

    /// Adds a reference to a value that somebody else keeps.
    init(retaining pointer: OpaquePointer) {
        form = .foreign(ForeignVariant(sinking: g_variant_ref(pointer)))
    }

    /// The value's D-Bus signature, such as `a{sv}`.
    public var type: String {
        switch form {
        case .boolean: "b"
        case .byte: "y"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .handle: "h"
        case .double: "d"
        case .string: "s"
        case .bytes: "ay"
        case .strings: "as"
        case .dictionary: "a{sv}"
        case .array(let element, _): "a" + element.rawValue
        case .boxed: "v"
        case .foreign(let value): value.type
        }
    }

    /// The value in GVariant's text format.
    public var description: String {
        withPointer { String.freeing(g_variant_print($0, 0)) }
    }

    /// The value in GVariant's text format with its type, from which it can be read again.
    public var typedText: String {
        withPointer { String.freeing(g_variant_print($0, 1)) }
    }

    /// Reads a value in GVariant's text format; `nil` where the text is none.
    public init?(text: String) {
        guard let value = try? GLibError.check({ g_variant_parse(nil, text, nil, nil, $0) }) else {
            return nil
        }
        self.init(sinking: value)
    }

    /// Whether two values have the same type and content.
    public static func == (left: Variant, right: Variant) -> Bool {
        left.type == right.type && left.serialized == right.serialized
    }

    func hasType(_ type: String) -> Bool {
        self.type == type
    }

    /// Lends the value to C as a GVariant, which C may add a reference to.
    public func withPointer<Result, Failure>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let value = foreign
        defer { withExtendedLifetime(value) {} }
        return try body(value.pointer)
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
        Variant(.string(withoutNUL(value)))
    }

    /// An object path; `nil` where the text is not one.
    public static func objectPath(_ value: String) -> Variant? {
        guard g_variant_is_object_path(value) != 0 else { return nil }
        return Variant(sinking: g_variant_new_object_path(value))
    }

    /// A boolean.
    public static func boolean(_ value: Bool) -> Variant {
        Variant(.boolean(value))
    }

    /// An unsigned byte.
    public static func byte(_ value: UInt8) -> Variant {
        Variant(.byte(value))
    }

    /// A signed 32-bit integer.
    public static func int32(_ value: Int32) -> Variant {
        Variant(.int32(value))
    }

    /// An unsigned 32-bit integer.
    public static func uint32(_ value: UInt32) -> Variant {
        Variant(.uint32(value))
    }

    /// A signed 64-bit integer.
    public static func int64(_ value: Int64) -> Variant {
        Variant(.int64(value))
    }

    /// An unsigned 64-bit integer.
    public static func uint64(_ value: UInt64) -> Variant {
        Variant(.uint64(value))
    }

    /// A file that goes along with a message, by its index there.
    public static func handle(_ index: Int32) -> Variant {
        Variant(.handle(index))
    }

    /// A double.
    public static func double(_ value: Double) -> Variant {
        Variant(.double(value))
    }

    /// Bytes, as type `ay`.
    public static func bytes(_ value: [UInt8]) -> Variant {
        Variant(.bytes(value))
    }

    /// A value boxed in type `v`.
    public static func variant(_ value: Variant) -> Variant {
        Variant(.boxed(value))
    }

    /// A tuple, as a method's parameters are.
    public static func tuple(_ values: [Variant]) -> Variant {
        let parts = values.map(\.foreign)
        return withExtendedLifetime(parts) {
            let children: [OpaquePointer?] = parts.map(\.pointer)
            return Variant(sinking: g_variant_new_tuple(children, gsize(children.count)))
        }
    }

    /// An array whose elements all have the given type; elements of another type are left out.
    public static func array(of type: String, _ values: [Variant]) -> Variant {
        let isWhole = values.allSatisfy { $0.hasType(type) }
        let fitting = isWhole ? values : values.filter { $0.hasType(type) }
        if let element = ElementType(rawValue: type) { return Variant(.array(element, fitting)) }
        switch type {
        case "s": return Variant(.strings(fitting.compactMap(\.string)))
        case "y":
            return Variant(.bytes(fitting.compactMap { $0.integer.map { UInt8(clamping: $0) } }))
        default: break
        }
        let parts = fitting.map(\.foreign)
        return withExtendedLifetime(parts) {
            let children: [OpaquePointer?] = parts.map(\.pointer)
            return Variant(
                sinking: withType(type) { g_variant_new_array($0, children, gsize(children.count)) }
            )
        }
    }

    /// An array of strings.
    public static func strings(_ values: [String]) -> Variant {
        Variant(.strings(values.map(withoutNUL)))
    }

    /// A dictionary of type `a{sv}`, in the order given.
    public static func dictionary(_ entries: [(key: String, value: Variant)]) -> Variant {
        let isPlain = entries.allSatisfy { !hasNUL($0.key) }
        return Variant(
            .dictionary(isPlain ? entries : entries.map { (withoutNUL($0.key), $0.value) })
        )
    }

    private static func withoutNUL(_ text: String) -> String {
        hasNUL(text) ? String(decoding: text.utf8.prefix { $0 != 0 }, as: UTF8.self) : text
    }

    private static func hasNUL(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
        }
    }
}
