/// What happened to a device of a group.
package enum RelayEvent: Sendable {
    /// The program has started; the first event.
    case started
    /// The connection is lost.
    case disconnected
    /// A message has arrived.
    case received(topic: String, serverID: String, text: String)
    /// All that the server keeps of these topics has been read, and the connection stands.
    case caughtUp(topics: Set<String>)
    /// The server has what ``RelayAction/publish(_:)`` asked for.
    case published(Publication.ID)
    /// The server does not have it, with the reason; it is sent again after a pause.
    case unpublished(Publication.ID, reason: String)
    /// The agent has an item, or will never take it.
    case handled(item: Int64)
    /// The agent lists these items in a summary.
    case summarized(items: [Int64])
    /// The agent cannot take an item now; it comes again after a pause.
    case postponed(item: Int64)
    /// The agent has started, and takes what waits.
    case agentStarted
    /// The time of ``RelayPeer/nextWake`` has come.
    case timer
}

/// What is to be done for a group.
///
/// What has to be on the disk before, is.
package enum RelayAction: Hashable, Sendable {
    /// Follow these topics, and no others. A repetition with the same topics changes nothing.
    case follow([TopicPosition])
    /// Publish a text, and report ``RelayEvent/published(_:)`` or ``RelayEvent/unpublished(_:reason:)``. There is one
    /// at a time.
    case publish(Publication)
    /// Hand an item to the agent, and report ``RelayEvent/handled(item:)`` or ``RelayEvent/postponed(item:)``. There is
    /// one at a time.
    case deliver(InboxItem)
    /// Have several listed, which came while this machine was away, with one bubble for them; report each of the items.
    case summarize([InboxItem])
    /// Devices or what waits for them have changed.
    case changed
    /// Tell the user that a machine has removed others from the group.
    case removed([String], by: String)
    /// Write a line to the log.
    case log(String)
}

/// A topic with the last message that was read of it.
package struct TopicPosition: Hashable, Sendable {
    /// The topic's name.
    package let topic: String
    /// The server's ID of the last message; `nil` to read all that the server keeps.
    package let since: String?
}

/// A text for a topic.
package struct Publication: Hashable, Sendable {
    /// A number that identifies it until the program ends.
    package struct ID: Hashable, Sendable {
        let number: UInt64
    }

    /// What its outcome is reported with.
    package let id: ID
    /// The topic.
    package let topic: String
    /// The text, in ASCII.
    package let text: String
}
