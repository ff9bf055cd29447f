import AgentInterface
import GLibBridge
import Glibc
import NotifyCore
import RelayServers

/// The topics beside the group's, whose messages are not encrypted: `[Inbox]` and `[Phone]` of relay.conf.
///
/// They have a connection of their own, so that a flood of them does not delay the group's messages.
@GLibActor
final class PlainTopics {
    private var inbox: InboxFollower?
    private var phone: PhonePublisher?
    private let agent: AgentCalls
    private let folder: String

    /// Prepares what relay.conf asks for.
    ///
    /// - Parameter folder: where the position in the inbox's topic is stored.
    /// - Throws: ``NotifyCore/RequestError`` if that cannot be read.
    init(
        _ configuration: RelayConfiguration,
        _ server: any RelayTransport,
        _ agent: AgentCalls,
        folder: String
    ) throws(RequestError) {
        self.agent = agent
        self.folder = folder
        inbox = try configuration.inbox.map { inbox throws(RequestError) in
            try InboxFollower(inbox, at: configuration.server.url, server, agent, folder: folder)
        }
        phone = configuration.phone.map { PhonePublisher($0, server, agent) }
    }

    /// Uses what relay.conf says now; what waits for the phone goes on waiting.
    ///
    /// - Throws: ``NotifyCore/RequestError`` or ``GLibBridge/SystemError``; nothing is changed then.
    func use(_ configuration: RelayConfiguration, _ server: any RelayTransport) throws {
        let fresh = try configuration.inbox.map { inbox throws(RequestError) in
            try InboxFollower(inbox, at: configuration.server.url, server, agent, folder: folder)
        }
        let publisher = configuration.phone.map { phone ?? PhonePublisher($0, server, agent) }
        if phone == nil { try publisher?.start() }
        inbox?.stop()
        inbox = fresh
        try fresh?.start()
        if let settings = configuration.phone { publisher?.use(settings, server) }
        phone = publisher
    }

    /// Why the topics are not used now; `nil` for one that is, or is not configured.
    var problems: (inbox: String?, phone: String?) { (inbox?.problem, phone?.problem) }

    /// Begins.
    func start() throws(SystemError) {
        try inbox?.start()
        try phone?.start()
    }

    /// Handles what happened to a request of this machine.
    func handle(_ event: RequestEvent) { phone?.handle(event) }

    /// Handles that an agent has started.
    func agentStarted() { inbox?.agentStarted() }

    /// Asks the server whether it allows the topics.
    ///
    /// The phone gets a message, because a server says in no other way whether one may be published.
    static func check(
        _ configuration: RelayConfiguration,
        _ server: any RelayTransport
    ) async throws(RelayFailure) {
        if let inbox = configuration.inbox {
            try await reach(
                FollowedTopic(inbox.topic, since: "none"),
                InboxConfiguration.group,
                server
            )
        }
        guard let phone = configuration.phone else { return }
        var post = TopicPost(
            topic: phone.topic,
            text: "notify-relay --check on \(configuration.name)"
        )
        post.priority = 1
        post.wakesPhones = true
        do throws(RelayError) {
            try await server.publish(post)
        } catch {
            throw failure(error, PhoneConfiguration.group, phone.topic)
        }
    }

    private static func reach(
        _ topic: FollowedTopic,
        _ group: String,
        _ server: any RelayTransport
    ) async throws(RelayFailure) {
        let (events, event) = AsyncStream.makeStream(of: TransportEvent.self)
        server.follow([topic]) { event.yield($0) }
        for await event in events {
            switch event {
            case .message: continue
            case .caughtUp: return
            case .disconnected(_, let error, _): throw failure(error, group, topic.name)
            }
        }
    }

    private static func failure(
        _ error: RelayError,
        _ group: String,
        _ topic: String
    ) -> RelayFailure {
        RelayFailure(
            status: EX_UNAVAILABLE,
            message: "the topic \(topic) of [\(group)] cannot be used: \(error.message)"
        )
    }
}
