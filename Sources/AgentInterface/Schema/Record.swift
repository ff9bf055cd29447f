package import GLibBridge
package import NotifyCore

/// A dictionary of the interface, described field by field.
///
/// ``visit(_:)`` names each field once: its key, its kind and its default. From it come the dictionary on the
/// bus, which is also what the store keeps, the line of an export, and the keys that are refused as unknown.
package protocol Record {
    /// What messages call it, such as `content`.
    static var recordName: String { get }

    /// A record to read the fields into; its values are not used.
    static var blank: Self { get }

    /// Hands each field to a visitor, in the order in which they are written.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if what is read is not of the documented form.
    mutating func visit(_ fields: inout some FieldVisitor) throws(RequestError)
}

extension Record {
    /// The record as the dictionary that the interface documents; the store keeps the same.
    package var record: Variant { encoded }

    var encoded: Variant {
        var copy = self
        var encoder = RecordEncoder()
        // Only what is read is refused.
        try? copy.visit(&encoder)
        return .dictionary(encoder.entries)
    }

    /// Reads a record; what its fields may be beyond their types is not checked here.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed` if the dictionary is not of the
    ///   documented form.
    package init(record: Variant?) throws(RequestError) {
        try self.init(decoding: record)
    }

    init(decoding record: Variant?) throws(RequestError) {
        self = .blank
        var decoder = try RecordDecoder(record, of: Self.recordName)
        do throws(RequestError) {
            try visit(&decoder)
        } catch {
            // A key that is not known says more than what is wrong beside it.
            try decoder.check(keys: Self.keys)
            throw error
        }
        if !decoder.isEmptied { try decoder.check(keys: Self.keys) }
    }

    private static var keys: [String] { FieldList(of: self).fields.map(\.key) }
}

/// What is done with each field of a record: written, read or listed.
package protocol FieldVisitor {
    /// Whether the values change, so that what several keys say together has to be put into the record.
    var isReading: Bool { get }

    /// Whether to visit the fields of one of several forms that a record can have.
    ///
    /// - Returns: `isForm`, but true if the fields are listed.
    func covers(_ isForm: Bool) -> Bool

    /// Visits one field.
    ///
    /// - Parameters:
    ///   - value: its value; `nil` if the key is absent.
    ///   - isRequired: whether its key must be there.
    /// - Throws: ``NotifyCore/RequestError`` if the value that is read has another type.
    mutating func field<Value>(
        _ key: String,
        _ kind: FieldKind<Value>,
        _ value: inout Value?,
        isRequired: Bool
    ) throws(RequestError)
}

extension FieldVisitor {
    package func covers(_ isForm: Bool) -> Bool { isForm }

    /// A field whose key is always there.
    package mutating func required<Value>(
        _ key: String,
        _ kind: FieldKind<Value>,
        _ value: inout Value
    ) throws(RequestError) {
        var given: Value? = value
        try field(key, kind, &given, isRequired: true)
        if isReading, let given { value = given }
    }

    /// A field whose key may be absent; the value is `nil` then.
    package mutating func optional<Value>(
        _ key: String,
        _ kind: FieldKind<Value>,
        _ value: inout Value?
    ) throws(RequestError) {
        try field(key, kind, &value, isRequired: false)
    }

    /// A field whose key is absent if it has its default.
    package mutating func optional<Value: Equatable>(
        _ key: String,
        _ kind: FieldKind<Value>,
        _ value: inout Value,
        default absent: Value
    ) throws(RequestError) {
        var given: Value? = isReading || value == absent ? nil : value
        try field(key, kind, &given, isRequired: false)
        if isReading { value = given ?? absent }
    }

    /// Records of one kind; their key is absent if there are none.
    mutating func list<Element: Record & Equatable>(
        _ key: String,
        _ records: inout [Element]
    ) throws(RequestError) {
        try optional(key, .list(), &records, default: [])
    }

    /// A field that is written even if it has its default, and may be absent in what is read.
    package mutating func written<Value>(
        _ key: String,
        _ kind: FieldKind<Value>,
        _ value: inout Value,
        default absent: Value
    ) throws(RequestError) {
        var given: Value? = isReading ? nil : value
        try field(key, kind, &given, isRequired: false)
        if isReading { value = given ?? absent }
    }
}
