/// An error of a request.
package struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The code of an error; messages contain its name.
    package struct Code: Hashable, Sendable {
        /// The name, such as `InvalidTrigger`.
        package let name: String

        /// Makes a code from its name, which may be unknown.
        package init(name: String) {
            self.name = name
        }

        /// A text or number of the content is invalid.
        package static let invalidContent = Code(name: "InvalidContent")
        /// The identifier is invalid.
        package static let invalidIdentifier = Code(name: "InvalidIdentifier")
        /// The trigger is invalid.
        package static let invalidTrigger = Code(name: "InvalidTrigger")
        /// A URL is invalid.
        package static let invalidURL = Code(name: "InvalidURL")
        /// A file cannot be attached.
        package static let invalidAttachment = Code(name: "InvalidAttachment")
        /// A message does not have the documented form.
        package static let malformed = Code(name: "Malformed")
        /// Nothing has that identifier.
        package static let notFound = Code(name: "NotFound")
        /// More than one app has that identifier.
        package static let ambiguous = Code(name: "Ambiguous")
        /// The store could not be read or written.
        package static let storage = Code(name: "Storage")
        /// The caller may not do that.
        package static let notAllowed = Code(name: "NotAllowed")
        /// More would be removed than can be kept for an undo.
        package static let notKept = Code(name: "NotKept")
    }

    /// The kind.
    package let code: Code
    /// A sentence that names the field and the value, and what to do.
    package let message: String

    /// Makes an error.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    package var description: String { message }
}
