/// An error of a request: what it is about, what is wrong with that, and the way out.
///
/// ``message`` is the sentence of the interface. Who takes requests by other names, such as options or the keys of a
/// file, puts its own name in with ``calling(_:)``. Nobody reads the sentence to find out what it is about.
package struct RequestError: Error, Hashable, Sendable {
    /// The kind.
    package private(set) var code: Code
    /// What it is about; `nil` if it is no single field.
    package private(set) var field: Field?
    /// The value as sentences have it, a text in quotes; `nil` if they do without it.
    package let value: String?
    /// What is wrong, without the way out.
    package let reason: String
    /// What to do instead; `nil` if the reason says it.
    package private(set) var wayOut: String?
    /// Where it was written, such as `line 7`; `nil` if nobody has said so.
    package private(set) var place: String?
    private let form: Form

    /// How the reason goes on from the field and its value.
    private enum Form {
        /// It is said of them: `the badge -1` `is not between …`.
        case predicate
        /// It stands after them and a colon: `snooze "5x"` `: column 2 …`.
        case clause
        /// It is a sentence without them.
        case whole
    }

    /// Makes an error whose reason is said of a field, such as `is empty`.
    package init(
        _ code: Code,
        _ field: Field,
        value: String? = nil,
        reason: String,
        wayOut: String? = nil
    ) {
        self.init(code, field, value, reason, wayOut, .predicate)
    }

    /// Makes an error whose reason stands after a field's name, its value and a colon.
    package init(
        _ code: Code,
        _ field: Field,
        value: String,
        because reason: String,
        wayOut: String? = nil
    ) {
        self.init(code, field, value, reason, wayOut, .clause)
    }

    /// Makes an error whose reason is a sentence.
    package init(
        _ code: Code,
        _ reason: String,
        about field: Field? = nil,
        wayOut: String? = nil
    ) {
        self.init(code, field, nil, reason, wayOut, .whole)
    }

    private init(
        _ code: Code,
        _ field: Field?,
        _ value: String?,
        _ reason: String,
        _ wayOut: String?,
        _ form: Form
    ) {
        (self.code, self.field, self.value) = (code, field, value)
        (self.reason, self.wayOut, self.form) = (reason, wayOut, form)
    }
}

extension RequestError: CustomStringConvertible {
    /// The sentence: what is wrong with what, and the way out, after the place if there is one.
    package var message: String {
        (place.map { "\($0): " } ?? "") + clause + (wayOut.map { "; \($0)" } ?? "")
    }

    /// What is wrong with what.
    private var clause: String {
        let subject = [field?.words, value].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: " ")
        return switch form {
        case .predicate: "\(subject) \(reason)"
        case .clause: "\(subject): \(reason)"
        case .whole: reason
        }
    }

    /// The sentence.
    package var description: String { message }
}

extension RequestError {
    /// Returns the error with another name for its field, such as that of an option.
    package func calling(_ name: String) -> RequestError {
        about(field.map { Field($0.path, name) })
    }

    /// Returns the error about another field.
    package func about(_ field: Field?) -> RequestError {
        var error = self
        error.field = field
        return error
    }

    /// Returns the error about the same field of a part, such as `url` of `actions[2]`.
    package func within(_ part: String) -> RequestError {
        about(field?.within(part))
    }

    /// Returns the error of a text in which the field was written, after the text, its name and a colon.
    ///
    /// - Parameter name: what sentences call the text; `nil` for the field's name.
    package func of(_ name: String? = nil, value text: String) -> RequestError {
        let field = Field(field?.path ?? "", name ?? field?.words ?? "")
        return RequestError(code, field, value: text.quoted, because: clause, wayOut: wayOut)
    }

    /// Returns the error with one more way out.
    package func adding(wayOut: String) -> RequestError {
        var error = self
        error.wayOut = self.wayOut.map { "\($0); \(wayOut)" } ?? wayOut
        return error
    }

    /// Returns the error as one of another kind.
    package func coded(_ code: Code) -> RequestError {
        var error = self
        error.code = code
        return error
    }

    /// Returns the error with where it was written, before a place that it has.
    package func at(_ place: String) -> RequestError {
        var error = self
        error.place = self.place.map { "\(place): \($0)" } ?? place
        return error
    }
}

extension RequestError {
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
}
