import GLibBridge
import RelayServers
import TestSupport

/// A client of a server, and the events of the topics that it follows.
final class TopicRecorder: Sendable {
    let events = Recorder<TransportEvent>()
    let server: any RelayTransport

    @GLibActor
    init(_ url: String, token: String? = nil, authorities: String? = nil) throws {
        var access = ServerAccess()
        access.token = token
        access.authorities = authorities
        access.sizeLimit = 4096
        server = try access.transport(to: try ServerAddress(url))
    }

    @GLibActor
    func follow(_ topics: FollowedTopic...) {
        server.follow(topics) { [events] in events.append($0) }
    }

    /// Publishes a text.
    @discardableResult
    func publish(_ text: String, to topic: String = "t") async throws -> String {
        try await server.publish(TopicPost(topic: topic, text: text))
    }

    /// The texts of the messages so far.
    static func texts(_ events: [TransportEvent]) -> [String] {
        events.compactMap { if case .message(let message) = $0 { message.text } else { nil } }
    }

    /// Waits until as many messages have come, and returns their texts.
    func texts(_ count: Int) async throws -> [String] {
        try await events.wait(30, "\(count) messages") { events in
            let texts = Self.texts(events)
            return texts.count >= count ? texts : nil
        }
    }

    /// Waits until it has caught up so many times.
    func caughtUp(_ count: Int = 1) async throws {
        _ = try await events.wait(30, "the end of what is kept") { events in
            events.count { if case .caughtUp = $0 { true } else { false } } >= count ? true : nil
        }
    }

    /// Waits for the first failure.
    func failure() async throws -> RelayError {
        try await events.wait(30, "a failure") { events in
            events.lazy.compactMap {
                if case .disconnected(_, let error, _) = $0 { error } else { nil }
            }.first
        }
    }
}
