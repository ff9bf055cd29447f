/// The error of a date, a span or a rule, with what to write instead.
package struct TimeSpecError: Error, Hashable, Sendable {
    /// The kind of error.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String, Hashable, Sendable {
            case syntax, unknownName, duplicate, outOfRange, empty, contradiction, never, past
            case ambiguous, unsupported
        }

        private let value: Value

        /// The name of the code, such as `outOfRange`.
        package var description: String { value.rawValue }

        /// The text does not follow its grammar.
        package static let syntax = Code(value: .syntax)
        /// A key, a unit or another word is not known.
        package static let unknownName = Code(value: .unknownName)
        /// Something was given twice.
        package static let duplicate = Code(value: .duplicate)
        /// A number is outside the range of its field.
        package static let outOfRange = Code(value: .outOfRange)
        /// There is no time.
        package static let empty = Code(value: .empty)
        /// Two fields contradict each other.
        package static let contradiction = Code(value: .contradiction)
        /// No date can ever match.
        package static let never = Code(value: .never)
        /// The only date is past.
        package static let past = Code(value: .past)
        /// The text is ambiguous.
        package static let ambiguous = Code(value: .ambiguous)
        /// The text is valid but not supported.
        package static let unsupported = Code(value: .unsupported)
    }

    /// The kind of error.
    package var code: Code
    /// What is wrong with what.
    package let reason: String
    /// What to write instead; `nil` if the reason says it.
    package let wayOut: String?
    /// The column of the error in characters from 1; nil if there is no text.
    package var column: Int?

    /// Makes an error from its kind, what is wrong, what to write instead, and its column.
    package init(
        _ code: Code,
        _ reason: String,
        wayOut: String? = nil,
        column: Int? = nil
    ) {
        (self.code, self.reason, self.wayOut) = (code, reason, wayOut)
        self.column = column
    }

    /// A sentence that names the field and the value, and what to write instead.
    package var message: String { wayOut.map { "\(reason); \($0)" } ?? reason }
}

extension TimeSpecError: CustomStringConvertible {
    /// The message, after the column if it is not the first one.
    package var description: String {
        column.flatMap { $0 > 1 ? "column \($0): \(message)" : nil } ?? message
    }
}
