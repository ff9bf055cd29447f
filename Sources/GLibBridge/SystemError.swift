import Glibc

/// A system call that failed.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number, as in `errno`.
    public let number: Int32
    /// What was tried, such as `open /home/me/x`.
    public let action: String

    /// Makes an error from a number.
    public init(number: Int32, doing action: String) {
        self.number = number
        self.action = action
    }

    /// Makes an error from the current `errno`.
    init(doing action: String) {
        self.init(number: errno, doing: action)
    }

    /// A sentence for people.
    public var description: String {
        "could not \(action): \(String(cString: strerror(number)))"
    }
}
