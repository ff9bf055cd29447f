import GLibBridge
package import NotifyCore

/// How a field's value is written on the bus and in a file.
package struct FieldKind<Value> {
    /// The type on the bus, in the words of messages.
    let type: String
    /// Whether messages name a field of the kind without the record that has it.
    var isContainer = false
    /// How it is written in a file; `nil` if it is not.
    var shape: () -> RecordShape?
    let encode: (Value) -> Variant
    /// Reads a value; `nil` if it has another type.
    let decode: (Variant, FieldPlace) throws(RequestError) -> Value?

    init(
        _ type: String,
        _ shape: @autoclosure @escaping () -> RecordShape?,
        isContainer: Bool = false,
        _ encode: @escaping (Value) -> Variant,
        _ decode: @escaping (Variant, FieldPlace) throws(RequestError) -> Value?
    ) {
        self.type = type
        self.shape = shape
        self.isContainer = isContainer
        self.encode = encode
        self.decode = decode
    }

    /// The same for a field that is not written in files.
    var onBusOnly: Self {
        var kind = self
        kind.shape = { nil }
        return kind
    }
}

/// Where a field is, for messages.
package struct FieldPlace: CustomStringConvertible {
    let key: String
    let record: String

    /// The place, such as `"title" of content`.
    package var description: String { "\(key.quoted) of \(record)" }

    /// The field itself, for the error of a value.
    var field: RequestError.Field { RequestError.Field("", description) }
}

extension FieldKind<Bool> {
    /// True or false.
    package static var flag: Self {
        Self("a boolean (b)", .boolean, Variant.boolean) { value, _ in value.boolean }
    }
}

extension FieldKind<String> {
    /// A text.
    package static var text: Self {
        Self("a string (s)", .string, Variant.string) { value, _ in value.string }
    }

    /// The path of a file, whose bytes go into a file that is exported.
    static var path: Self {
        Self("a string (s)", .contents, Variant.string) { value, _ in value.string }
    }
}

extension FieldKind<[String]> {
    /// Texts.
    package static var texts: Self {
        Self("an array of strings (as)", .strings, Variant.strings) { value, _ in value.strings }
    }
}

extension FieldKind<[[UInt8]]> {
    /// Records as their bytes.
    package static var records: Self {
        Self(
            "an array of bytes (aay)",
            nil,
            { .array(of: "ay", $0.map(Variant.bytes)) },
            { value, _ in value.byteArrays }
        )
    }
}

extension FieldKind<Double> {
    /// A number.
    package static var number: Self {
        Self("a number (d)", .double, Variant.double) { value, _ in value.double }
    }
}

extension FieldKind where Value: FixedWidthInteger {
    /// A whole number of 32 bits.
    package static var int32: Self {
        integer(.int32) { .int32(Int32(clamping: $0)) }
    }

    /// A number of 32 bits without a sign.
    package static var uint32: Self {
        integer(.uint32) { .uint32(UInt32(clamping: $0)) }
    }

    /// A whole number of 64 bits.
    package static var int64: Self {
        integer(.int64) { .int64(Int64(clamping: $0)) }
    }

    /// A number of microseconds, which is one of seconds in a file.
    package static var span: Self {
        integer(.span) { .int64(Int64(clamping: $0)) }
    }

    private static func integer(
        _ shape: RecordShape,
        _ encode: @escaping (Value) -> Variant
    ) -> Self {
        Self("an integer", shape, encode) { value, _ in value.integer.map { Value(clamping: $0) } }
    }
}

extension FieldKind<Int32> {
    /// The index of a file that comes along with a message.
    static var handle: Self {
        Self("a file descriptor (h)", nil, Variant.handle) { value, _ in value.handle }
    }
}

extension FieldKind<Instant> {
    /// A date.
    package static var instant: FieldKind<Instant> {
        Self(
            "an integer",
            .instant,
            { .int64($0.microseconds) },
            { value, _ in
                value.integer.map { Instant(microseconds: $0) }
            }
        )
    }
}

extension FieldKind<[Instant]> {
    /// Dates.
    static var instants: Self {
        Self(
            "an array (ax)",
            .instants,
            { .array(of: "x", $0.map { .int64($0.microseconds) }) },
            { value, _ in
                guard value.type == "ax" else { return nil }
                return value.children.compactMap { $0.integer.map { Instant(microseconds: $0) } }
            }
        )
    }
}

extension FieldKind<[Int64]> {
    /// Numbers of microseconds, which are ones of seconds in a file.
    static var spans: Self {
        Self(
            "an array (ax)",
            .spans,
            { .array(of: "x", $0.map(Variant.int64)) },
            { value, _ in value.type == "ax" ? value.children.compactMap(\.integer) : nil }
        )
    }
}

extension FieldKind where Value: OptionSet & Sendable, Value.RawValue == UInt32 {
    /// Flags, as their bits; unknown ones are kept.
    static var bits: Self {
        Self("an integer", .uint32, { .uint32($0.rawValue) }, read)
    }

    private static func read(
        _ value: Variant,
        _ place: FieldPlace
    ) throws(RequestError) -> Value? {
        guard let integer = value.integer else { return nil }
        if let bits = UInt32(exactly: integer) { return Value(rawValue: bits) }
        throw RequestError(.malformed, place.field, reason: "is \(integer), not 32 bits")
    }
}

extension FieldKind where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// One of a fixed set of words.
    static var choice: Self {
        Self("a string (s)", .string, { .string($0.rawValue) }, read)
    }

    private static func read(
        _ value: Variant,
        _ place: FieldPlace
    ) throws(RequestError) -> Value? {
        guard let word = value.string else { return nil }
        if let choice = Value(rawValue: word) { return choice }
        let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
        throw RequestError(
            .malformed,
            place.field,
            reason: "is \(word.quoted), not one of \(words)"
        )
    }
}

extension FieldKind where Value: Record {
    /// A record.
    package static var record: Self {
        Self(
            "a{sv}",
            .record(FieldList(of: Value.self).fields),
            isContainer: true,
            { $0.record },
            {
                (value, _) throws(RequestError) in try Value(record: value)
            }
        )
    }
}

extension FieldKind {
    /// Records of one kind.
    static func list<Element: Record>() -> Self where Value == [Element] {
        Self(
            "aa{sv}",
            .records(FieldList(of: Element.self).fields),
            isContainer: true,
            { .array(of: "a{sv}", $0.map { $0.record }) },
            { (value, _) throws(RequestError) in
                guard value.type == "aa{sv}" else { return nil }
                var elements: [Element] = []
                for (index, record) in value.children.enumerated() {
                    do throws(RequestError) {
                        elements.append(try Element(record: record))
                    } catch {
                        throw error.about((error.field ?? .init("", "")).within("[\(index)]"))
                    }
                }
                return elements
            }
        )
    }
}
