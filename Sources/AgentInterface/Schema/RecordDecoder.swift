import GLibBridge
import NotifyCore

/// Reads the fields of a record from an `a{sv}`.
struct RecordDecoder: FieldVisitor {
    /// The keys and values; a record has so few that a search is quicker than hashing.
    private let entries: [(key: String, value: Variant)]
    private let record: String
    /// Whether a value of another type counts as absent.
    private let isLenient: Bool
    /// The entry after the last one that was found: most records have their fields in the order of the visit.
    private var next = 0
    private var found = 0
    /// A bit for each length that keys have: most fields are absent, and no key is as long as theirs.
    private let lengths: UInt64

    /// Opens a record.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with code `Malformed` if it is absent or not an `a{sv}`.
    init(_ variant: Variant?, of record: String, isLenient: Bool = false) throws(RequestError) {
        guard let variant else {
            throw RequestError(.malformed, RequestError.Field("", record), reason: "is missing")
        }
        guard let entries = variant.entries else {
            throw RequestError(
                .malformed,
                RequestError.Field("", record),
                reason: "is not a dictionary of type a{sv}"
            )
        }
        self.entries = entries
        lengths = entries.reduce(0) { $0 | Self.bit(of: $1.key) }
        self.record = record
        self.isLenient = isLenient
    }

    var isReading: Bool { true }

    /// Whether each entry was a field.
    var isEmptied: Bool { found == entries.count }

    mutating func field<Value>(
        _ key: String,
        _ kind: FieldKind<Value>,
        _ value: inout Value?,
        isRequired: Bool
    ) throws(RequestError) {
        guard let index = index(of: key) else {
            value = nil
            if isRequired { throw missing(key, kind) }
            return
        }
        found += 1
        next = index + 1
        let variant = entries[index].value
        do throws(RequestError) {
            value = try kind.decode(variant, FieldPlace(key: key, record: record))
        } catch {
            let field = error.field?.within(key) ?? RequestError.Field(key, key)
            throw error.about(field)
        }
        if value == nil, isRequired || !isLenient { throw mistyped(variant, key, kind) }
    }

    private static func bit(of key: String) -> UInt64 { 1 << UInt64(key.utf8.count % 64) }

    private func index(of key: String) -> Int? {
        guard lengths & Self.bit(of: key) != 0 else { return nil }
        // Most lengths differ, and are quicker to compare.
        let length = key.utf8.count
        var index = next
        for _ in entries.indices {
            if index == entries.count { index = 0 }
            if entries[index].key.utf8.count == length, entries[index].key == key { return index }
            index += 1
        }
        return nil
    }

    /// Throws for a key that is repeated or unknown.
    func check(keys: [String]) throws(RequestError) {
        for (index, entry) in entries.enumerated() {
            guard keys.contains(entry.key) else {
                throw RequestError(
                    .malformed,
                    "\(record) has the unknown key \(entry.key.quoted)",
                    about: RequestError.Field(entry.key, entry.key)
                )
            }
            guard !entries[..<index].contains(where: { $0.key == entry.key }) else {
                throw RequestError(
                    .malformed,
                    "\(record) has the key \(entry.key.quoted) twice",
                    about: RequestError.Field(entry.key, entry.key)
                )
            }
        }
    }

    /// Returns the error of a required key that is absent.
    func missing<Value>(_ key: String, _ kind: FieldKind<Value>) -> RequestError {
        RequestError(
            .malformed,
            kind.isContainer ? "\(key) is missing" : "\(record) lacks the key \(key.quoted)",
            about: RequestError.Field(key, key)
        )
    }

    private func mistyped<Value>(
        _ variant: Variant,
        _ key: String,
        _ kind: FieldKind<Value>
    ) -> RequestError {
        let words = kind.isContainer ? key : "\(FieldPlace(key: key, record: record))"
        return RequestError(
            .malformed,
            RequestError.Field(key, words),
            reason: "has the type \(variant.type), not \(kind.type)"
        )
    }
}
