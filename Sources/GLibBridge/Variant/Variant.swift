import CGLib

/// A value of the D-Bus type system.
///
/// Immutable, so threads can share it. The types of records are plain Swift values, which are cheap to make, to
/// read and to serialise; a GVariant is created only when the value is passed to GLib.
package struct Variant: Sendable, Equatable, CustomStringConvertible {
    let form: Form

    /// The types that are Swift values, and a GVariant for all others.
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
        /// A dictionary as its serialised form, which is decoded when it is read.
        case encoded([UInt8])
        /// An array of elements of an ``ElementType``.
        case array(ElementType, [Variant])
        indirect case boxed(Variant)
        case foreign(ForeignVariant)
    }

    /// The element types of arrays that are Swift values, except bytes and strings.
    enum ElementType: String, Sendable {
        case int64 = "x"
        case variant = "v"
        case bytes = "ay"
        case dictionary = "a{sv}"
    }

    init(_ form: Form) {
        self.form = form
    }

    /// Takes ownership of a floating or full reference.
    init(sinking pointer: OpaquePointer) {
        form = .foreign(ForeignVariant(sinking: pointer))
    }

    /// Adds a reference to a value.
    init(retaining pointer: OpaquePointer) {
        form = .foreign(ForeignVariant(sinking: g_variant_ref(pointer)))
    }

    /// The value's D-Bus signature, such as `a{sv}`.
    package var type: String {
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
        case .dictionary, .encoded: "a{sv}"
        case .array(let element, _): "a" + element.rawValue
        case .boxed: "v"
        case .foreign(let value): value.type
        }
    }

    /// The value in GVariant's text format.
    package var description: String {
        withPointer { String.freeing(g_variant_print($0, 0)) }
    }

    /// The value in GVariant's text format with its type, which can be parsed again.
    package var typedText: String {
        withPointer { String.freeing(g_variant_print($0, 1)) }
    }

    /// Parses a value in GVariant's text format; `nil` if the text is invalid.
    package init?(text: String) {
        guard let value = try? GLibError.check({ g_variant_parse(nil, text, nil, nil, $0) }) else {
            return nil
        }
        self.init(sinking: value)
    }

    /// Whether two values have the same type and content.
    package static func == (left: Variant, right: Variant) -> Bool {
        left.type == right.type && left.serialized == right.serialized
    }

    func hasType(_ type: String) -> Bool {
        self.type == type
    }

    /// Calls a closure with the value as a GVariant, to which C may add a reference.
    package func withPointer<Result, Failure>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let value = foreign
        defer { withExtendedLifetime(value) {} }
        return try body(value.pointer)
    }

    /// Calls a closure with a signature as a GVariantType, valid during the call.
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
    /// It ends at the first NUL, which D-Bus does not support.
    package static func string(_ value: String) -> Variant {
        Variant(.string(withoutNUL(value)))
    }

    /// An object path; `nil` if the text is not one.
    package static func objectPath(_ value: String) -> Variant? {
        guard g_variant_is_object_path(value) != 0 else { return nil }
        return Variant(sinking: g_variant_new_object_path(value))
    }

    /// A boolean.
    package static func boolean(_ value: Bool) -> Variant {
        Variant(.boolean(value))
    }

    /// An unsigned byte.
    package static func byte(_ value: UInt8) -> Variant {
        Variant(.byte(value))
    }

    /// A signed 32-bit integer.
    package static func int32(_ value: Int32) -> Variant {
        Variant(.int32(value))
    }

    /// An unsigned 32-bit integer.
    package static func uint32(_ value: UInt32) -> Variant {
        Variant(.uint32(value))
    }

    /// A signed 64-bit integer.
    package static func int64(_ value: Int64) -> Variant {
        Variant(.int64(value))
    }

    /// An unsigned 64-bit integer.
    package static func uint64(_ value: UInt64) -> Variant {
        Variant(.uint64(value))
    }

    /// A file of a message, by its index.
    package static func handle(_ index: Int32) -> Variant {
        Variant(.handle(index))
    }

    /// A double.
    package static func double(_ value: Double) -> Variant {
        Variant(.double(value))
    }

    /// Bytes, as type `ay`.
    package static func bytes(_ value: [UInt8]) -> Variant {
        Variant(.bytes(value))
    }

    /// A value in a variant, type `v`.
    package static func variant(_ value: Variant) -> Variant {
        Variant(.boxed(value))
    }

    /// A tuple, as a method's parameters are.
    package static func tuple(_ values: [Variant]) -> Variant {
        let parts = values.map(\.foreign)
        return withExtendedLifetime(parts) {
            let children: [OpaquePointer?] = parts.map(\.pointer)
            return Variant(sinking: g_variant_new_tuple(children, gsize(children.count)))
        }
    }

    /// An array of elements of the given type; others are left out.
    package static func array(of type: String, _ values: [Variant]) -> Variant {
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
    package static func strings(_ values: [String]) -> Variant {
        Variant(.strings(values.map(withoutNUL)))
    }

    /// A dictionary of type `a{sv}`, in the order given.
    package static func dictionary(_ entries: [(key: String, value: Variant)]) -> Variant {
        let isPlain = entries.allSatisfy { !hasNUL($0.key) }
        return Variant(
            .dictionary(isPlain ? entries : entries.map { (withoutNUL($0.key), $0.value) })
        )
    }

    /// A dictionary of type `a{sv}` as its serialised form, which is decoded where it is read.
    ///
    /// - Parameter bytes: the bytes; where GLib gets them, they must be in normal form.
    package static func encoded(_ bytes: [UInt8]) -> Variant {
        Variant(.encoded(bytes))
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
