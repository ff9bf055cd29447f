package import NotifyCore

/// What is not clear in what the user writes, and the way out.
package struct Refusal: Error, Hashable, Sendable {
    /// The sentence of the command's error.
    package let message: String
    /// The part that it is about; `nil` if it is about none, or about several.
    package let part: WrittenPart?

    /// Takes over an error.
    package init(_ error: any Error) {
        switch error {
        case let error as Refusal: self = error
        case let error as TimeSpecError: (message, part) = (error.message, nil)
        case let error as WrittenError: (message, part) = (error.message(in: .options), error.part)
        case let error as RequestError: (message, part) = (error.message, nil)
        default: (message, part) = ("\(error)", nil)
        }
    }

    /// Makes one of its own.
    init(_ part: WrittenPart?, _ message: String) { (self.part, self.message) = (part, message) }
}
