import GLibBridge
import NotifyCore

/// A writer of records as JSON.
struct RecordWriter {
    var text: JSONText
    /// Reads the file of an attachment, by its path.
    let file: (String) throws(RequestError) -> [UInt8]

    /// Writes a record with its keys in their order.
    mutating func write(
        _ record: Variant,
        _ fields: [FieldList.Field],
        _ name: String
    ) throws(RequestError) {
        text.open("{")
        for entry in record.entries ?? [] {
            guard let field = fields.first(where: { $0.key == entry.key }), let shape = field.shape
            else {
                throw RequestError(
                    .malformed,
                    "\(name) has the key \(entry.key.quoted), which this program cannot write; the running "
                        + "agent is another version, so restart it: notify-schedule agent restart"
                )
            }
            text.key(field.name)
            try write(entry.value, shape, entry.key)
        }
        text.close("}")
    }

    private mutating func write(
        _ value: Variant,
        _ shape: RecordShape,
        _ name: String
    ) throws(RequestError) {
        switch shape {
        case .boolean: text.boolean(value.boolean ?? false)
        case .string: text.string(value.string ?? "")
        case .strings: list(value.strings ?? []) { $0.string($1) }
        case .int32, .uint32, .int64: text.integer(value.integer ?? 0)
        case .double: text.number(value.double ?? 0)
        case .instant: text.string(Self.date(value))
        case .instants: list(value.children) { $0.string(Self.date($1)) }
        case .spans: list(value.children) { $0.seconds($1.integer ?? 0) }
        case .span: text.seconds(value.integer ?? 0)
        case .properties: members(try Self.properties(value))
        case .hints: write(hints: value.entries ?? [])
        case .contents: text.plain(Base64.encoded(try file(value.string ?? "")))
        case .record(let fields): try write(value, fields, name)
        case .records(let fields):
            text.open("[")
            for record in value.children { try write(record, fields, name) }
            text.close("]")
        }
    }

    private mutating func list<Element>(
        _ elements: [Element],
        _ write: (inout JSONText, Element) -> Void
    ) {
        text.open("[")
        for element in elements { write(&text, element) }
        text.close("]")
    }

    private static func date(_ value: Variant) -> String {
        RFC3339.string(Instant(microseconds: value.integer ?? 0), in: FixedZone.utc)
    }

    private static func properties(
        _ value: Variant
    ) throws(RequestError) -> [String: PropertyValue] {
        guard case .dictionary(let values) = try PropertyValue(value, depth: 0) else { return [:] }
        return values
    }

    private mutating func members(_ values: [String: PropertyValue]) {
        text.open("{")
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            text.key(key)
            write(value)
        }
        text.close("}")
    }

    private mutating func write(_ value: PropertyValue) {
        switch value {
        case .boolean(let value): text.boolean(value)
        case .integer(let value): text.integer(value)
        case .real(let value) where value.isFinite: text.number(value)
        case .real(let value): typed(.real) { $0.number(value) }
        case .string(let value): text.string(value)
        case .date(let seconds): typed(.date) { $0.number(seconds) }
        case .data(let bytes): typed(.data) { $0.plain(Base64.encoded(bytes)) }
        case .null: text.null()
        case .array(let values):
            text.open("[")
            for value in values { write(value) }
            text.close("]")
        case .dictionary(let values):
            guard values.count == 1, values.keys.first?.hasPrefix("$") == true else {
                return members(values)
            }
            // It would be read as a typed value.
            text.open("{")
            text.key(TypedProperty.dictionary.rawValue)
            members(values)
            text.close("}")
        }
    }

    private mutating func typed(_ type: TypedProperty, _ write: (inout JSONText) -> Void) {
        text.open("{")
        text.key(type.rawValue)
        write(&text)
        text.close("}")
    }

    private mutating func write(hints: [(key: String, value: Variant)]) {
        text.open("{")
        for hint in hints {
            text.key(hint.key)
            text.open("{")
            text.key("type")
            let type = HintType(hint.value)
            text.string(type.rawValue)
            text.key("value")
            if type == .variant {
                text.string(hint.value.typedText)
            } else if let value = hint.value.boolean {
                text.boolean(value)
            } else if let value = hint.value.integer {
                text.integer(value)
            } else if let value = hint.value.double {
                text.number(value)
            } else {
                text.string(hint.value.string ?? "")
            }
            text.close("}")
        }
        text.close("}")
    }
}

/// Types that JSON lacks, written as an object with one of these names.
enum TypedProperty: String {
    /// Seconds since 1970.
    case date = "$date"
    /// Bytes in base64.
    case data = "$data"
    /// NaN or infinity.
    case real = "$real"
    /// A dictionary whose only key is one of these names.
    case dictionary = "$dictionary"
}

/// The type of a hint, as on the command line.
enum HintType: String, CaseIterable {
    case boolean, byte, int, double, string
    /// Any other, in GVariant's text format.
    case variant

    init(_ value: Variant) {
        switch value.type {
        case "b": self = .boolean
        case "y": self = .byte
        case "i": self = .int
        case "d": self = .double
        case "s": self = .string
        default: self = .variant
        }
    }
}
