/// Why a server was not reached, or did not take something.
///
/// The message names the setting and what to do.
package struct RelayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    package enum Kind: String, Hashable, Sendable {
        /// Nothing answers at the address, or the answer came too late.
        case unreachable
        /// The certificate is not trusted.
        case certificate
        /// The server does not accept the token.
        case token
        /// The server does not allow this user to use the topic.
        case topicTaken
        /// What answers is another program, or one that is not set up for this.
        case otherServer
        /// The message is longer than the server takes.
        case tooLong
        /// The server has no room.
        case full
        /// There were too many requests.
        case tooMany
        /// The server has a fault.
        case server
        /// This build does not have what the address needs.
        case notBuilt
    }

    /// The kind.
    package let kind: Kind
    /// A sentence with the setting and what to do.
    package let message: String
    /// How long the server asks to wait, in milliseconds; `nil` if it does not.
    package var pause: UInt32?

    /// Makes an error.
    package init(_ kind: Kind, _ message: String, pause: UInt32? = nil) {
        self.kind = kind
        self.message = message
        self.pause = pause
    }

    /// The sentence.
    package var description: String { message }
}
