import GLibBridge
import NotifyCore
import RelayServers

/// Follows the inbox's topic, and carries out what ``TopicInbox`` decides.
@GLibActor
final class InboxFollower {
    /// Why the topic is not followed; `nil` if it is.
    private(set) var problem: String?
    private let topic: String
    private let server: any RelayTransport
    private let agent: AgentCalls
    private let folder: String
    private var position: InboxPosition
    private var inbox: TopicInbox
    private var timer: ClockTimer?

    /// Prepares to follow a topic.
    ///
    /// - Parameter folder: where the position is stored.
    /// - Throws: ``NotifyCore/RequestError`` if the position cannot be read.
    init(
        _ configuration: InboxConfiguration,
        at address: String,
        _ server: any RelayTransport,
        _ agent: AgentCalls,
        folder: String
    ) throws(RequestError) {
        topic = configuration.topic
        self.server = server
        self.agent = agent
        self.folder = folder
        let stored = try InboxPosition(in: folder, server: address, topic: topic)
        position = stored ?? InboxPosition(server: address, topic: topic)
        inbox = TopicInbox(configuration, isFirst: stored == nil, begun: position.begun)
    }

    /// Begins to follow.
    func start() throws(SystemError) {
        timer = try ClockTimer(on: .bootTime) { [weak self] _ in self?.handle(.timer) }
        server.follow([FollowedTopic(topic, since: position.since)]) { [weak self] event in
            self?.receive(event)
        }
    }

    /// Follows the topic no longer.
    func stop() {
        timer = nil
        server.follow([]) { _ in }
    }

    /// Handles that an agent has started.
    func agentStarted() { handle(.agentStarted) }

    private func receive(_ event: TransportEvent) {
        switch event {
        case .message(let message): handle(.message(message))
        case .caughtUp:
            problem = nil
            handle(.caughtUp)
        case .disconnected(_, let error, _):
            if problem != error.message {
                RelayProgram.log("[\(InboxConfiguration.group)] \(error.message)")
            }
            problem = error.message
            handle(.disconnected)
        }
    }

    private func handle(_ event: TopicInbox.Event) {
        for action in inbox.handle(event, now: ClockTimer.Clock.bootTime.now) { run(action) }
        if let wake = inbox.nextWake { timer?.arm(at: wake) } else { timer?.disarm() }
    }

    private func run(_ action: TopicInbox.Action) {
        switch action {
        case .add(let request):
            GLibActor.thread.task { @GLibActor [self] in
                handle(.added(await agent.add(request)))
            }
        case .addLate(let late):
            GLibActor.thread.task { @GLibActor [self] in
                let (outcome, refusals) = await agent.addLate(late)
                for refusal in refusals where !refusal.isEmpty {
                    RelayProgram.log("a message of the topic \(topic) was dropped: \(refusal)")
                }
                handle(.added(outcome))
            }
        case .begin(let last):
            position.begun = last
            store()
        case .store(let since):
            position.since = since ?? position.since
            position.begun = nil
            store()
        case .log(let message): RelayProgram.log(message)
        }
    }

    private func store() {
        do throws(RequestError) {
            try position.write(in: folder)
        } catch {
            RelayProgram.log(error.message)
        }
    }
}
