/// Lists the fields of a record with their keys, and their forms in a file.
struct FieldList: FieldVisitor {
    /// A field.
    struct Field: Sendable {
        /// Its key on the bus.
        let key: String
        /// Its name in a file.
        let name: String
        /// Its form in a file; `nil` if it is not written there.
        let shape: RecordShape?
    }

    private(set) var fields: [Field] = []

    init<Listed: Record>(of type: Listed.Type) {
        var blank = Listed.blank
        // A visit throws only while a record is read.
        try? blank.visit(&self)
    }

    var isReading: Bool { false }

    func covers(_ isForm: Bool) -> Bool { true }

    mutating func field<Value>(
        _ key: String,
        _ kind: FieldKind<Value>,
        _ value: inout Value?,
        isRequired: Bool
    ) {
        let shape = kind.shape()
        let name: String
        if case .contents = shape { name = RecordShape.contentsName } else { name = key }
        fields.append(Field(key: key, name: name, shape: shape))
    }
}

/// The form of a record's value in a file.
indirect enum RecordShape: Sendable {
    case boolean
    case string
    case strings
    case int32
    case uint32
    case int64
    case double
    /// Microseconds since 1970, written as a date of RFC 3339 in UTC.
    case instant
    case instants
    /// Microseconds, written as seconds.
    case span
    case spans
    /// The value of `userInfo`.
    case properties
    case hints
    /// The path of a file, written as the file's bytes in base64 and read as its descriptor.
    case contents
    case record([FieldList.Field])
    case records([FieldList.Field])

    /// The name in a file of a field that is the path of a file on the bus.
    static let contentsName = "data"
    /// The key on the bus of the descriptor that a reader opens for such a field.
    static let descriptorKey = "file"
}
