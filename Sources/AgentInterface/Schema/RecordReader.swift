package import GLibBridge
package import NotifyCore

/// Reads the options of a call, which are read once and never written, and so are no ``Record``.
package struct RecordReader {
    private let decoder: RecordDecoder

    /// Opens a dictionary.
    ///
    /// - Throws: ``RequestError`` with code `Malformed` if it is absent or no `a{sv}`, or has a key twice
    ///   or one that is not named.
    package init(
        _ variant: Variant?,
        _ name: String,
        keys: [String]
    ) throws(RequestError) {
        decoder = try RecordDecoder(variant, of: name)
        try decoder.check(keys: keys)
    }

    /// The value of a key; `nil` if it is absent.
    package func optional<Value>(
        _ key: String,
        _ kind: FieldKind<Value>
    ) throws(RequestError) -> Value? {
        var value: Value?
        var decoder = decoder
        try decoder.field(key, kind, &value, isRequired: false)
        return value
    }

    /// The value of a key that must be there.
    package func required<Value>(
        _ key: String,
        _ kind: FieldKind<Value>
    ) throws(RequestError) -> Value {
        guard let value = try optional(key, kind) else { throw decoder.missing(key, kind) }
        return value
    }
}
