/// Who sent a request, if that is not the user.
package struct Sender: Hashable, Sendable {
    /// The kinds of senders.
    package enum Kind: String, CaseIterable, Sendable {
        /// An app inside a sandbox, or a program that cannot be identified.
        case sandbox
        /// Another machine of the relay's group.
        case machine
        /// Whoever writes to the socket of `forward`.
        case forward
        /// An assistant, by the Model Context Protocol.
        case assistant
        /// The server of an app, by push messages.
        case push
        /// Whoever publishes on the topic of `[Inbox]`.
        case inbox
        /// A calendar file that is not trusted.
        case calendar
    }

    /// The kind.
    package let kind: Kind
    /// Distinguishes it from others of its kind, such as the app's id; empty if there is one alone.
    package let name: String

    /// Makes a sender.
    package init(_ kind: Kind, _ name: String = "") {
        self.kind = kind
        self.name = name
    }

    /// Reads the text that is stored; `nil` for another one.
    package init?(text: String) {
        let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = Kind(rawValue: String(parts[0])) else { return nil }
        self.init(kind, parts.count > 1 ? String(parts[1]) : "")
    }

    /// The text that is stored.
    package var text: String { name.isEmpty ? kind.rawValue : "\(kind.rawValue) \(name)" }

    /// What it may do.
    package var limits: SenderLimits { SenderLimits.of(kind) }
}
