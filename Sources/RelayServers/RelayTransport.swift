package import GLibBridge

/// Passes messages between devices through a server.
///
/// A message is passed at least once. What a device missed while it was away comes when it is back, as far as the
/// server keeps it.
@GLibActor
package protocol RelayTransport: AnyObject, Sendable {
    /// The maximum length of a message's text in bytes.
    var maxMessage: Int { get }

    /// Publishes a message.
    ///
    /// - Returns: the server's ID of the message, which the server has on its disk.
    @discardableResult
    func publish(_ message: TopicPost) async throws(RelayError) -> String

    /// Follows these topics from now on, and no others.
    ///
    /// - Parameter topics: the topics. The position of one that is followed already is ignored.
    func follow(
        _ topics: [FollowedTopic],
        _ receive: @escaping @GLibActor @Sendable (TransportEvent) -> Void
    )
}

/// A topic to follow.
package struct FollowedTopic: Hashable, Sendable {
    /// The topic's name.
    package let name: String
    /// The server's ID of the last message that was read; `nil` to read all that the server keeps.
    package let since: String?

    /// Makes a topic to follow.
    package init(_ name: String, since: String? = nil) {
        self.name = name
        self.since = since
    }
}

/// What happens to a topic that is followed.
package enum TransportEvent: Hashable, Sendable {
    /// A message has come.
    case message(ServerMessage)
    /// All that the server keeps has come, and the connection stands.
    case caughtUp(topic: String)
    /// There is no connection; the next attempt comes after these milliseconds.
    case disconnected(topic: String, RelayError, retryIn: UInt32)
}

/// A message for a topic.
package struct TopicPost: Hashable, Sendable {
    /// The topic.
    package var topic: String
    /// The text.
    package var text: String
    /// The title; empty for messages between devices.
    package var title: String = ""
    /// The priority, from 1 to 5.
    package var priority: Int = 3
    /// What a tap opens; `nil` for nothing.
    package var click: String?
    /// Whether the server may pass it on to the services that wake phones.
    package var wakesPhones = false

    /// Makes a message.
    package init(topic: String, text: String) {
        self.topic = topic
        self.text = text
    }
}

/// A message of a topic.
package struct ServerMessage: Hashable, Sendable {
    /// A link under a message.
    package struct Link: Hashable, Sendable {
        /// Its label.
        package let label: String
        /// What it opens.
        package let url: String
    }

    /// The topic.
    package var topic: String
    /// The server's ID.
    package var id: String
    /// When the server took it, in seconds since 1970.
    package var time: Int64
    /// The text.
    package var text: String
    /// The title; empty for none.
    package var title = ""
    /// The priority, from 1 to 5.
    package var priority = 3
    /// The tags.
    package var tags: [String] = []
    /// What a tap opens; `nil` for nothing.
    package var click: String?
    /// The links.
    package var links: [Link] = []

    /// Makes a message.
    package init(topic: String, id: String, time: Int64, text: String) {
        self.topic = topic
        self.id = id
        self.time = time
        self.text = text
    }
}
