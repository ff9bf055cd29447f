#if NATS
import GLibBridge

/// Carries out what ``ServerLink`` decides for one topic of a NATS server.
///
/// One consumer brings what the stream keeps and then what comes, so that nothing is missed between the two.
@GLibActor
final class NATSFollower {
    private let topic: String
    private let connector: NATSConnector
    private let receive: @GLibActor @Sendable (TransportEvent) -> Void
    private var link: ServerLink
    private var timer: ClockTimer?
    /// The link's number of the attempt under way.
    private var attempt = 0
    private var isOpening = false
    private var consumer: Consumer?

    /// What has come of a consumer.
    private struct Consumer {
        /// What its messages are reported with.
        let events: UInt
        /// The connection; `nil` until it is there.
        var connection: NATSConnection?
        /// `nil` until the server has answered.
        var subscription: NATSSubscription?
        /// The number of the last message that it has brought.
        var last: UInt64 = 0
    }

    /// Makes one that does not follow yet.
    init(
        _ topic: FollowedTopic,
        on connector: NATSConnector,
        _ receive: @escaping @GLibActor @Sendable (TransportEvent) -> Void
    ) {
        self.topic = topic.name
        self.connector = connector
        self.receive = receive
        link = ServerLink(topic)
    }

    isolated deinit { end() }

    /// Begins to follow.
    func start() throws(SystemError) {
        // With the time in suspend, so that a connection that ended in it is found at once.
        timer = try ClockTimer(on: .bootTime) { [weak self] _ in
            self?.handle(.timer(jitter: Self.jitter))
        }
        handle(.start)
    }

    /// Ends for good.
    func stop() {
        handle(.stop)
        timer = nil
    }

    /// Handles that the connection is lost.
    func noteClosed(_ error: RelayError) { fail(error) }

    private static var jitter: Double { Double.random(in: 0...1) }

    private func fail(_ error: RelayError) {
        handle(.failed(attempt: attempt, error, jitter: Self.jitter))
    }

    private func handle(_ event: ServerLink.Event) {
        for action in link.handle(event) { run(action) }
        guard isOpening else { return }
        isOpening = false
        handle(.opened(attempt: attempt))
    }

    private func run(_ action: ServerLink.Action) {
        switch action {
        case .poll(let number, let since):
            attempt = number
            begin(since)
        case .stream(let number, _):
            // The consumer that has brought what was kept goes on.
            attempt = number
            isOpening = true
        case .look: break
        case .abort: end()
        case .startTimer(let milliseconds):
            timer?.arm(at: ClockTimer.Clock.bootTime.now + Int64(milliseconds) * 1000)
        case .stopTimer: timer?.disarm()
        case .report(let event): receive(event)
        }
    }

    private func begin(_ since: String) {
        let events = NATSCallbacks.add { [weak self] in self?.handle($0) }
        consumer = Consumer(events: events)
        GLibActor.thread.task { @GLibActor [connector, topic, weak self] in
            do throws(RelayError) {
                let connection = try await connector.connection()
                guard let self, consumer?.events == events else { return }
                consumer?.connection = connection
                let subscription = try await connector.perform {
                    connection.follow(topic, since: since, events: events)
                }
                began(subscription, events)
            } catch {
                guard let self, consumer?.events == events else { return }
                fail(error)
            }
        }
    }

    private func began(_ subscription: NATSSubscription, _ events: UInt) {
        guard consumer?.events == events else { return }
        consumer?.subscription = subscription
        noteProgress()
    }

    private func end() {
        guard let consumer else { return }
        NATSCallbacks.remove(consumer.events)
        self.consumer = nil
    }

    private func noteProgress() {
        guard let consumer, let target = consumer.subscription?.target, consumer.last >= target
        else { return }
        handle(.polled(attempt: attempt))
    }

    private func handle(_ event: NATSEvent) {
        guard let last = consumer?.last else { return }
        switch event {
        case .message(let message):
            guard message.consumed == last + 1 else { return fail(Self.gap) }
            consumer?.last = message.consumed
            guard let connection = consumer?.connection else { return }
            var content = message.content
            content.topic = topic
            content.id = connection.id(of: message.sequence)
            handle(.message(attempt: attempt, content))
            noteProgress()
        case .idle(let sent, let answer):
            if let sent, sent > last { return fail(Self.gap) }
            if let answer { consumer?.connection?.answer(answer) }
            handle(.alive(attempt: attempt))
        case .closed, .refused: break
        }
    }

    private static let gap = RelayError(
        .unreachable,
        "messages were lost on the way, and are asked for again; see whether the network is too slow for them"
    )
}
#endif
