import Glibc

/// A system call that failed.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number, as in `errno`.
    package let number: Int32
    /// The operation, such as `open /home/me/x`.
    package let action: String

    /// Makes an error from a number.
    package init(number: Int32, doing action: String) {
        self.number = number
        self.action = action
    }

    /// Makes an error from the current `errno`.
    init(doing action: String) {
        self.init(number: errno, doing: action)
    }

    /// A sentence for people.
    package var description: String {
        "could not \(action): \(String(cString: strerror(number)))"
    }
}
