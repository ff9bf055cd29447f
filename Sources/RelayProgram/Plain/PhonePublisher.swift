import AgentInterface
import GLibBridge
import NotifyCore
import RelayServers

/// Publishes what the configured apps deliver here for the phone, and carries out what ``PhoneQueue`` decides.
@GLibActor
final class PhonePublisher {
    private var configuration: PhoneConfiguration
    private var server: any RelayTransport
    private let agent: AgentCalls
    private var queue = PhoneQueue()
    private var timer: ClockTimer?

    /// Prepares to publish.
    init(_ configuration: PhoneConfiguration, _ server: any RelayTransport, _ agent: AgentCalls) {
        self.configuration = configuration
        self.server = server
        self.agent = agent
    }

    /// Why the last message was not published; `nil` if it was.
    var problem: String? { queue.problem }

    /// Begins.
    func start() throws(SystemError) {
        timer = try ClockTimer(on: .bootTime) { [weak self] _ in self?.handle(.timer) }
    }

    /// Publishes to another topic, or over another server, from now on.
    func use(_ configuration: PhoneConfiguration, _ server: any RelayTransport) {
        self.configuration = configuration
        self.server = server
    }

    /// Handles what happened to a request of this machine.
    func handle(_ event: RequestEvent) {
        // Before anything of it is read.
        guard event.event == "delivered", configuration.includes(event.key.appID),
            !event.key.isSummary
        else { return }
        GLibActor.thread.task { @GLibActor [self] in
            guard let request = await agent.find(event.key)?.request else { return }
            let post = PhonePost.post(
                of: request,
                to: configuration.topic,
                limit: server.maxMessage
            )
            handle(.post(post))
        }
    }

    private func handle(_ event: PhoneQueue.Event) {
        for action in queue.handle(event, now: ClockTimer.Clock.bootTime.now) { run(action) }
        if let wake = queue.nextWake { timer?.arm(at: wake) } else { timer?.disarm() }
    }

    private func run(_ action: PhoneQueue.Action) {
        switch action {
        case .publish(let post):
            GLibActor.thread.task { @GLibActor [self] in
                do throws(RelayError) {
                    try await server.publish(post)
                    handle(.published)
                } catch {
                    handle(.failed(error))
                }
            }
        case .log(let message): RelayProgram.log(message)
        }
    }
}
