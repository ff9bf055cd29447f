import GLibBridge

/// Carries out what ``ServerLink`` decides for one topic of an ntfy server.
@GLibActor
final class TopicFollower {
    private let topic: String
    private let server: NtfyRequests
    private let receive: @GLibActor @Sendable (TransportEvent) -> Void
    private var link: ServerLink
    private var current: Cancellation?
    private var timer: ClockTimer?

    /// Makes one that does not follow yet.
    init(
        _ topic: FollowedTopic,
        on server: NtfyRequests,
        _ receive: @escaping @GLibActor @Sendable (TransportEvent) -> Void
    ) {
        self.topic = topic.name
        self.server = server
        self.receive = receive
        link = ServerLink(topic)
    }

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

    /// Handles that the machine has got or changed a network.
    func noteNetwork() { handle(.networkChanged) }

    private static var jitter: Double { Double.random(in: 0...1) }

    private func handle(_ event: ServerLink.Event) {
        for action in link.handle(event) { run(action) }
    }

    private func run(_ action: ServerLink.Action) {
        switch action {
        case .poll(let attempt, let since):
            begin(attempt, "\(topic)/json?poll=1&since=\(since)") {
                $0.handle(.polled(attempt: attempt))
            }
        case .stream(let attempt, let since):
            begin(attempt, "\(topic)/json?since=\(since)") {
                $0.handle(.failed(attempt: attempt, Self.ended, jitter: Self.jitter))
            }
        case .look(let attempt, let since): look(attempt, since)
        case .abort:
            current?.cancel()
            current = nil
        case .startTimer(let milliseconds):
            timer?.arm(at: ClockTimer.Clock.bootTime.now + Int64(milliseconds) * 1000)
        case .stopTimer: timer?.disarm()
        case .report(let event): receive(event)
        }
    }

    private static let ended = RelayError(
        .unreachable,
        "the server has ended the connection; see whether it was restarted"
    )

    private func begin(
        _ attempt: Int,
        _ path: String,
        atEnd: @escaping @GLibActor @Sendable (TopicFollower) -> Void
    ) {
        let cancellation = Cancellation()
        current = cancellation
        GLibActor.thread.task { @GLibActor [server, weak self] in
            do throws(RelayError) {
                let answer = try await server.get(path, cancellation)
                var splitter = LineSplitter(maxSize: NtfyLine.maxSize)
                while true {
                    let piece = try await answer.next()
                    guard let self else { return }
                    if piece.isEmpty { return atEnd(self) }
                    guard let lines = splitter.lines(with: piece) else {
                        throw RelayError(
                            .otherServer,
                            "the server sends lines of more than \(NtfyLine.maxSize) bytes"
                        )
                    }
                    for line in lines { self.handle(line, attempt) }
                }
            } catch {
                self?.handle(.failed(attempt: attempt, error, jitter: Self.jitter))
            }
        }
    }

    /// Asks for what came while the stream began, which ends with the stream.
    private func look(_ attempt: Int, _ since: String) {
        guard let current else { return }
        GLibActor.thread.task { @GLibActor [server, topic, weak self] in
            do throws(RelayError) {
                let answer = try await server.get("\(topic)/json?poll=1&since=\(since)", current)
                var splitter = LineSplitter(maxSize: NtfyLine.maxSize)
                while true {
                    let piece = try await answer.next()
                    guard let self, !piece.isEmpty else { return }
                    for line in splitter.lines(with: piece) ?? [] {
                        guard case .message(let message) = NtfyLine(line), message.topic == topic
                        else { continue }
                        self.handle(.looked(attempt: attempt, message))
                    }
                }
            } catch {
                self?.handle(.failed(attempt: attempt, error, jitter: Self.jitter))
            }
        }
    }

    private func handle(_ bytes: [UInt8], _ attempt: Int) {
        switch NtfyLine(bytes) {
        case .open: handle(.opened(attempt: attempt))
        case .message(let message) where message.topic == topic:
            handle(.message(attempt: attempt, message))
        case .message, .keepAlive: handle(.alive(attempt: attempt))
        case nil:
            let error = RelayError(
                .otherServer,
                "what answers is not ntfy; write the address of an ntfy server to Server="
            )
            handle(.failed(attempt: attempt, error, jitter: Self.jitter))
        }
    }
}
