import Foundation
import GLibBridge
import RelayServers
import TestSupport

/// What comes on a topic that a test follows.
final class FollowedTestTopic: Sendable {
    let messages = Recorder<ServerMessage>()
    private let isReady = Recorder<Bool>()
    private let server: any RelayTransport

    @GLibActor
    fileprivate init(_ names: [String], _ server: any RelayTransport) {
        self.server = server
        let (messages, isReady) = (messages, isReady)
        server.follow(names.map { FollowedTopic($0) }) { event in
            switch event {
            // One that came while the follower began may come twice.
            case .message(let message) where messages.elements.contains { $0.id == message.id }:
                break
            case .message(let message): messages.append(message)
            case .caughtUp: isReady.append(true)
            case .disconnected: break
            }
        }
    }

    fileprivate func waitUntilReady(_ count: Int) async throws {
        _ = try await isReady.first(count)
    }

    /// Waits for a message of a text, and returns the first.
    func message(containing text: String) async throws -> ServerMessage {
        try await messages.wait(30, "the message \(text)") { messages in
            messages.first { $0.text.contains(text) }
        }
    }
}

extension RelayTestServer {
    /// Publishes as a script does.
    func publish(_ text: String, to topic: String, _ headers: String...) async throws {
        let outcome =
            try await Self.engine == .nats
            ? Program(path: "/usr/bin/python3").run(
                [Self.script("publish-nats.py"), "\(port)", topic, text] + headers,
                environment: ["PATH": "/usr/bin:/bin"]
            )
            : Program(path: "/usr/bin/curl").run(
                ["--fail", "--silent", "--show-error"] + headers.flatMap { ["-H", $0] }
                    + ["-d", text, "\(url)/\(topic)"],
                environment: ["PATH": "/usr/bin:/bin"]
            )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
    }

    /// Publishes texts as somebody does who has the address alone.
    func publish(_ texts: [String], to topics: [String]) async throws {
        let server = try await stranger()
        for topic in topics {
            for text in texts {
                _ = try await server.publish(TopicPost(topic: topic, text: text))
            }
        }
    }

    /// Follows topics from the first message that is kept, and waits until all of these have come.
    func follow(_ topics: String...) async throws -> FollowedTestTopic {
        try await follow(topics)
    }

    /// Follows topics from the first message that is kept, and waits until all of these have come.
    func follow(_ topics: [String]) async throws -> FollowedTestTopic {
        let client = try await stranger()
        let followed = await FollowedTestTopic(topics, client)
        try await followed.waitUntilReady(topics.count)
        return followed
    }

    /// The topics of groups that the server's files have.
    func groupTopics() throws -> [String] {
        let text = String(decoding: try stored(), as: UTF8.self)
        let names = text.matches(of: /n[0-9a-f]{32}/).map { String($0.output) }
        return Set(names).sorted()
    }

    private func stranger() async throws -> any RelayTransport {
        let url = url
        return try await ServerAccess().transport(to: try ServerAddress(url))
    }
}
