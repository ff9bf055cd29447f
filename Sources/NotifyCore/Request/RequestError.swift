/// Why a request was refused or could not be served.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error; it crosses the bus by its name.
    public struct Code: Hashable, Sendable {
        /// The name, such as `InvalidTrigger`.
        public let name: String

        /// Makes a code from its name; unknown ones are kept as they are.
        public init(name: String) {
            self.name = name
        }

        /// A text or number of the content does not hold.
        public static let invalidContent = Code(name: "InvalidContent")
        /// The identifier does not hold.
        public static let invalidIdentifier = Code(name: "InvalidIdentifier")
        /// The time does not hold.
        public static let invalidTrigger = Code(name: "InvalidTrigger")
        /// A URL does not hold.
        public static let invalidURL = Code(name: "InvalidURL")
        /// A file cannot be attached.
        public static let invalidAttachment = Code(name: "InvalidAttachment")
        /// A message is not of the documented form.
        public static let malformed = Code(name: "Malformed")
        /// Nothing has that identifier.
        public static let notFound = Code(name: "NotFound")
        /// More than one app has that identifier.
        public static let ambiguous = Code(name: "Ambiguous")
        /// The store could not be read or written.
        public static let storage = Code(name: "Storage")
        /// The caller may not do that.
        public static let notAllowed = Code(name: "NotAllowed")
    }

    /// The kind.
    public let code: Code
    /// One sentence that names the field and value, and the way out.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    public var description: String { message }
}
