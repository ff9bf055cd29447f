/// A value of JSON (RFC 8259), with the members of an object in their order.
public enum JSONValue: Hashable, Sendable {
    /// A member of an object.
    public struct Member: Hashable, Sendable {
        /// Its name.
        public let key: String
        /// Its value.
        public let value: JSONValue

        /// Makes a member.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Nothing.
    case null
    /// True or false.
    case boolean(Bool)
    /// A number without a point and an exponent that fits into 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by name; no name comes twice.
    case object([Member])

    /// The value of a member; `nil` where this is no object or has none of that name.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// What kind of value it is, for messages.
    public var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "true or false"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// What is wrong with a text that should be JSON.
public struct JSONFault: Error, Hashable, Sendable {
    /// Which byte of the text it is, counted from 1.
    public let column: Int
    /// What is wrong there.
    public let message: String

    /// Makes a fault.
    public init(column: Int, message: String) {
        self.column = column
        self.message = message
    }
}
