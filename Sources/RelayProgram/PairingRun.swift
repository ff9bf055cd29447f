import GLibBridge
import NotifyCore
import RelayGroup
import RelayServers

/// An attempt to pair with another machine: carries out what the state machine of either side decides.
@GLibActor
final class PairingRun {
    private enum Side {
        case host(PairingHost)
        case guest(PairingGuest)
    }

    /// What the attempt needs of who runs it.
    struct Handlers: Sendable {
        /// Lets a device into the group.
        let admit: @GLibActor @Sendable (Member) throws(RequestError) -> Invitation
        /// Whether a device was removed from the group.
        let hasRemoved: @GLibActor @Sendable (DeviceID) -> Bool
        /// Enters a group.
        let join: @GLibActor @Sendable (Invitation) throws(RequestError) -> Void
        /// The topics to follow have changed.
        let topicChanged: @GLibActor @Sendable () -> Void
        /// The attempt is over.
        let finished: @GLibActor @Sendable (PairingOutcome) -> Void
    }

    /// The topic of the meeting; `nil` before and after it.
    private(set) var topic: String?
    private var side: Side
    private let server: any RelayTransport
    private let handlers: Handlers
    private var timer: ClockTimer?
    private var waiting: [TopicPost] = []
    private var isPublishing = false
    private static let pause: UInt32 = 2_000
    private static let maxAttempts = 5

    /// Makes the attempt of the machine that shows a code.
    init(_ host: PairingHost, _ server: any RelayTransport, _ handlers: Handlers) {
        side = .host(host)
        self.server = server
        self.handlers = handlers
    }

    /// Makes the attempt of the machine on which the code is typed.
    init(_ guest: PairingGuest, _ server: any RelayTransport, _ handlers: Handlers) {
        side = .guest(guest)
        self.server = server
        self.handlers = handlers
    }

    /// Begins.
    func start() throws(RequestError) {
        do throws(SystemError) {
            timer = try ClockTimer(on: .realTime) { [weak self] _ in self?.handle(.timer) }
        } catch {
            throw RequestError(.storage, "\(error)")
        }
        handle(.started)
    }

    /// Handles an event.
    func handle(_ event: PairingEvent) {
        let actions: [PairingAction]
        switch side {
        case .host(var host):
            actions = host.handle(event, now: RelayProgram.now)
            side = .host(host)
        case .guest(var guest):
            actions = guest.handle(event, now: RelayProgram.now)
            side = .guest(guest)
        }
        for action in actions { run(action) }
    }

    private func run(_ action: PairingAction) {
        switch action {
        case .follow(let topic):
            self.topic = topic
            handlers.topicChanged()
        case .publish(let topic, let text):
            waiting.append(TopicPost(topic: topic, text: text))
            publish()
        case .wake(let instant): timer?.arm(at: instant.microseconds)
        case .admit(let member): admit(member)
        case .join(let invitation): join(invitation)
        case .finished(let outcome):
            topic = nil
            timer = nil
            handlers.topicChanged()
            handlers.finished(outcome)
        }
    }

    private func admit(_ member: Member) {
        guard case .host(var host) = side else { return }
        do throws(RequestError) {
            let actions = host.admitted(try handlers.admit(member), now: RelayProgram.now)
            side = .host(host)
            for action in actions { run(action) }
        } catch {
            RelayProgram.log("\(member.name) was not let in: \(error.message)")
            handle(handlers.hasRemoved(member.id) ? .removedBefore : .failed(error.message))
        }
    }

    private func join(_ invitation: Invitation) {
        guard case .guest(var guest) = side else { return }
        do throws(RequestError) {
            try handlers.join(invitation)
            let actions = guest.joined()
            side = .guest(guest)
            for action in actions { run(action) }
        } catch {
            RelayProgram.log("the group was not entered: \(error.message)")
            handle(.failed(error.message))
        }
    }

    private func publish() {
        guard !isPublishing, !waiting.isEmpty else { return }
        isPublishing = true
        let message = waiting.removeFirst()
        GLibActor.thread.task { @GLibActor [self] in
            for _ in 0..<Self.maxAttempts {
                do throws(RelayError) {
                    try await server.publish(message)
                    break
                } catch {
                    RelayProgram.log("a message of the pairing waits: \(error.message)")
                    await GLibActor.thread.sleep(milliseconds: Self.pause)
                }
            }
            isPublishing = false
            publish()
        }
    }
}
