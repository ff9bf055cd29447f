public import GLibBridge
public import NotifyCore

/// Reads a record from an `a{sv}` and refuses what its documentation does not name.
public struct RecordReader {
    /// A record has few keys: to look through them is quicker than to hash them.
    private let entries: [(key: String, value: Variant)]
    private let name: String

    /// Opens a record.
    ///
    /// - Parameters:
    ///   - variant: the record.
    ///   - name: what messages call it, such as `content`.
    ///   - keys: the keys that the record may have.
    /// - Throws: ``RequestError`` with code `Malformed` where it is absent or no `a{sv}`, or has a key twice
    ///   or one that is not named.
    public init(
        _ variant: Variant?,
        _ name: String,
        keys: [String]
    ) throws(RequestError) {
        guard let variant else { throw RequestError(.malformed, "\(name) is missing") }
        guard let entries = variant.entries else {
            throw RequestError(.malformed, "\(name) is not a dictionary of type a{sv}")
        }
        self.name = name
        self.entries = entries
        for (index, entry) in entries.enumerated() {
            guard keys.contains(entry.key) else {
                throw RequestError(.malformed, "\(name) has the unknown key \(entry.key.quoted)")
            }
            guard !entries[..<index].contains(where: { $0.key == entry.key }) else {
                throw RequestError(.malformed, "\(name) has the key \(entry.key.quoted) twice")
            }
        }
    }

    /// The value of a key as it came; `nil` where it is absent.
    public subscript(key: String) -> Variant? {
        entries.first { $0.key == key }?.value
    }

    /// A text; `nil` where it is absent.
    public func string(_ key: String) throws(RequestError) -> String? {
        try value(key, "a string (s)") { $0.string }
    }

    /// A boolean; `nil` where it is absent.
    public func boolean(_ key: String) throws(RequestError) -> Bool? {
        try value(key, "a boolean (b)") { $0.boolean }
    }

    /// An integer of any type; `nil` where it is absent.
    public func integer(_ key: String) throws(RequestError) -> Int64? {
        try value(key, "an integer") { $0.integer }
    }

    /// A set of flags as its bits; 0 where it is absent.
    public func bits(_ key: String) throws(RequestError) -> UInt32 {
        guard let value = try integer(key) else { return 0 }
        guard let bits = UInt32(exactly: value) else {
            throw RequestError(.malformed, "\(key.quoted) of \(name) is \(value), not 32 bits")
        }
        return bits
    }

    /// Texts; `nil` where they are absent.
    public func strings(_ key: String) throws(RequestError) -> [String]? {
        try value(key, "an array of strings (as)") { $0.strings }
    }

    /// Records as their bytes; `nil` where they are absent.
    public func records(_ key: String) throws(RequestError) -> [[UInt8]]? {
        try value(key, "an array of bytes (aay)") { $0.byteArrays }
    }

    /// An instant; `nil` where it is absent.
    public func instant(_ key: String) throws(RequestError) -> Instant? {
        try integer(key).map(Instant.init(microseconds:))
    }

    /// The instant of a key that must be there.
    public func required(instant key: String) throws(RequestError) -> Instant {
        guard let value = try instant(key) else { throw missing(key) }
        return value
    }

    /// The number of type d of a key that must be there.
    public func required(number key: String) throws(RequestError) -> Double {
        guard let value = try value(key, "a number (d)", { $0.double }) else { throw missing(key) }
        return value
    }

    /// The text of a key that must be there.
    public func required(_ key: String) throws(RequestError) -> String {
        guard let value = try string(key) else { throw missing(key) }
        return value
    }

    /// One of a fixed set of words; its key must be there.
    public func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(RequestError) -> Choice {
        let word = try required(key)
        guard let choice = Choice(rawValue: word) else {
            throw RequestError(
                .malformed,
                "\(key.quoted) of \(name) is \(word.quoted), not one of "
                    + Choice.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        return choice
    }

    private func missing(_ key: String) -> RequestError {
        RequestError(.malformed, "\(name) lacks the key \(key.quoted)")
    }

    private func value<Value>(
        _ key: String,
        _ kind: String,
        _ read: (Variant) -> Value?
    ) throws(RequestError) -> Value? {
        guard let variant = self[key] else { return nil }
        guard let value = read(variant) else {
            throw RequestError(
                .malformed,
                "\(key.quoted) of \(name) has the type \(variant.type), not \(kind)"
            )
        }
        return value
    }
}
