import GLibBridge
import NotifyCore

/// Writes the fields of a record as the entries of an `a{sv}`.
struct RecordEncoder: FieldVisitor {
    private(set) var entries: [(key: String, value: Variant)] = []

    init() {
        // Most records have fewer fields.
        entries.reserveCapacity(8)
    }

    var isReading: Bool { false }

    mutating func field<Value>(
        _ key: String,
        _ kind: FieldKind<Value>,
        _ value: inout Value?,
        isRequired: Bool
    ) {
        if let value { entries.append((key, kind.encode(value))) }
    }
}
