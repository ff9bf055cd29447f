/// A value of JSON (RFC 8259), with the members of an object in their order.
package enum JSONValue: Hashable, Sendable {
    /// A member of an object.
    package struct Member: Hashable, Sendable {
        /// Its name.
        package let key: String
        /// Its value.
        package let value: JSONValue

        /// Makes a member.
        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Nothing.
    case null
    /// True or false.
    case boolean(Bool)
    /// A number without a fraction and an exponent that fits into 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by name; names are unique.
    case object([Member])

    /// The value of a member; `nil` if this is no object or has none of that name.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The text; `nil` for another kind.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The values of an array; `nil` for another kind.
    package var elements: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    /// The kind of value, for messages.
    package var kind: String {
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

/// A syntax error in JSON.
package struct JSONFault: Error, Hashable, Sendable {
    /// The byte of the text, counted from 1.
    package let column: Int
    /// What is wrong there.
    package let message: String

    /// Makes a fault.
    package init(column: Int, message: String) {
        self.column = column
        self.message = message
    }
}
