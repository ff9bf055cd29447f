#if NATS
package import GLibBridge

/// A NATS server with JetStream: a stream that has the messages of all topics of this user.
@GLibActor
package final class NATSServer: RelayTransport {
    /// The maximum length of a message unless it is configured otherwise.
    package nonisolated static let usualSizeLimit = 65_536

    private let sizeLimit: Int
    private let connector: NATSConnector
    private var followers: [String: NATSFollower] = [:]
    /// The IDs of messages of which it is not known whether the server has them, so that it stores them once.
    private var unconfirmed: [TopicPost: String] = [:]
    private static let maxUnconfirmed = 64

    /// Prepares the use of a server.
    ///
    /// - Throws: ``RelayError`` if the file of authorities cannot be used.
    package init(_ address: ServerAddress, _ access: ServerAccess) throws(RelayError) {
        sizeLimit = access.sizeLimit ?? Self.usualSizeLimit
        connector = NATSConnector(try NATSOptions(address, access), ServerToken(access))
        connector.onClose = { [weak self] error in
            for follower in self?.followers.values ?? [:].values { follower.noteClosed(error) }
        }
    }

    package var maxMessage: Int { min(sizeLimit - 1, connector.maxPayload) }

    package func publish(_ message: TopicPost) async throws(RelayError) -> String {
        let size = message.text.utf8.count
        guard size < sizeLimit else {
            throw RelayError(
                .tooLong,
                "the message has \(size) bytes, and MaxMessage= allows \(sizeLimit - 1) of them"
            )
        }
        let connection = try await connector.connection()
        guard size <= connector.maxPayload else { throw .tooLongForNATS }
        let id = unconfirmed.removeValue(forKey: message) ?? Self.newID
        do throws(RelayError) {
            return try await connector.perform { connection.publish(message, id: id) }
        } catch {
            if error.kind == .unreachable, unconfirmed.count < Self.maxUnconfirmed {
                unconfirmed[message] = id
            }
            throw error
        }
    }

    package func follow(
        _ topics: [FollowedTopic],
        _ receive: @escaping @GLibActor @Sendable (TransportEvent) -> Void
    ) {
        let names = Set(topics.map(\.name))
        for (name, follower) in followers where !names.contains(name) {
            follower.stop()
            followers[name] = nil
        }
        for topic in topics where followers[topic.name] == nil {
            let follower = NATSFollower(topic, on: connector, receive)
            followers[topic.name] = follower
            do throws(SystemError) {
                try follower.start()
            } catch {
                let reason = RelayError(.unreachable, "\(topic.name) is not followed: \(error)")
                receive(.disconnected(topic: topic.name, reason, retryIn: 0))
            }
        }
    }

    private static var newID: String {
        (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
    }
}
#endif
