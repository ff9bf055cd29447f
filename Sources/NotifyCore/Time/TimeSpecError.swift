/// Why a date, a span or a rule of time was refused, and what to write instead.
public struct TimeSpecError: Error, Hashable, Sendable {
    /// The kind of refusal, for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String, Hashable, Sendable {
            case syntax, unknownName, duplicate, outOfRange, empty, contradiction, never, past
            case ambiguous, unsupported
        }

        private let value: Value

        /// The name of the code, such as `outOfRange`.
        public var description: String { value.rawValue }

        /// The text does not follow its grammar.
        public static let syntax = Code(value: .syntax)
        /// A key, a unit or another word is not known.
        public static let unknownName = Code(value: .unknownName)
        /// Something was given twice.
        public static let duplicate = Code(value: .duplicate)
        /// A number is outside what its field can hold.
        public static let outOfRange = Code(value: .outOfRange)
        /// Nothing was given that says when.
        public static let empty = Code(value: .empty)
        /// Two fields say different things about one date.
        public static let contradiction = Code(value: .contradiction)
        /// No date can ever match.
        public static let never = Code(value: .never)
        /// The only date lies in the past.
        public static let past = Code(value: .past)
        /// The text can be read in more than one way.
        public static let ambiguous = Code(value: .ambiguous)
        /// The text is understood and not offered here.
        public static let unsupported = Code(value: .unsupported)
    }

    /// The kind of refusal.
    public var code: Code
    /// One sentence that names the field and the value, and says what to write instead.
    public var message: String
    /// Where in the input the fault begins, counted in characters from 1; nil where no text was read.
    public var column: Int?

    /// Makes an error from its kind, its sentence and the place in the input.
    public init(_ code: Code, _ message: String, column: Int? = nil) {
        self.code = code
        self.message = message
        self.column = column
    }
}

extension TimeSpecError: CustomStringConvertible {
    /// The sentence, with the column in front where there is one.
    public var description: String {
        column.map { "column \($0): \(message)" } ?? message
    }
}
