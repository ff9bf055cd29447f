import DesktopBubbles
import Foundation
import Logging
import NotifyCore
import Synchronization
import TestSupport

@testable import SchedulerAgent

/// A notification server that a test plays call by call, with no bus in between.
final class PlayedServer: BubblePresenting {
    /// A call that waits for the test's answer.
    struct Call: Sendable {
        let identifier: String
        let replaced: BubbleKey?
        let reply: @Sendable (ShowOutcome) -> Void
    }

    let events = AsyncStream<BubbleEvent> { $0.finish() }
    let profile: SchedulerAgent.ServerProfile
    /// The bubbles that were to be shown, in order.
    let calls = Recorder<Call>()
    /// The bubbles that were to be closed, in order.
    let closings = Recorder<BubbleKey>()
    /// Whose sounds were to be played without a bubble, in order.
    let sounds = Recorder<String>()
    /// The questions that wait for an answer, while ``answersQuestions`` is off.
    let questions = Recorder<@Sendable () -> Void>()
    private let answers = Mutex(true)

    init(profile: SchedulerAgent.ServerProfile = SchedulerAgent.ServerProfile()) {
        self.profile = profile
    }

    /// Whether it says at once what it can do.
    var answersQuestions: Bool {
        get { answers.withLock { $0 } }
        set { answers.withLock { $0 = newValue } }
    }

    func show(_ delivery: Delivery, replacing bubble: BubbleKey?) async -> ShowOutcome {
        await withCheckedContinuation { continuation in
            calls.append(
                Call(identifier: delivery.request.identifier, replaced: bubble) {
                    continuation.resume(returning: $0)
                }
            )
        }
    }

    func playSound(of delivery: Delivery) { sounds.append(delivery.request.identifier) }

    func close(_ bubble: BubbleKey) async { closings.append(bubble) }

    func meetServer() async -> Bool {
        guard !answersQuestions else { return true }
        await withCheckedContinuation { continuation in questions.append { continuation.resume() } }
        return true
    }

    func startServer() async -> Bool { false }
}

/// A scheduler between a clock that stands still and a server that a test plays.
struct Stage {
    let scheduler: Scheduler
    let server: PlayedServer
    let apps = PlayedApps()
    let clock = ManualClock()
    /// What the agent would tell its listeners, in order.
    let told = Recorder<AgentEvent>()
    let store: Store
    private let folder: TemporaryFolder

    /// Makes one; with a store of its own where none is handed on from an earlier one.
    init(
        _ earlier: Stage? = nil,
        profile: SchedulerAgent.ServerProfile = SchedulerAgent.ServerProfile(),
        configuration: ConfigurationSource = .defaults,
        questionTime: UInt32 = 600_000,
        answerTime: UInt32 = 600_000,
        appStartTime: UInt32 = 10_000,
        ask: @escaping @Sendable (ReplyPrompt, String?) async -> ReplyAnswer = { _, _ in .cancelled
        }
    ) throws {
        folder = try earlier?.folder ?? TemporaryFolder()
        let store = try earlier?.store ?? Store(path: "\(folder.path)/store.sqlite")
        let told = told
        self.store = store
        server = PlayedServer(profile: profile)
        scheduler = Scheduler(
            store: store,
            clock: clock,
            presenter: server,
            appLink: apps,
            configuration: configuration,
            questionTime: questionTime,
            answerTime: answerTime,
            appStartTime: appStartTime,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            open: { _, _ throws(RequestError) in [] },
            ask: ask,
            tell: { told.append($0) }
        )
    }

    /// Adds a request that is due now, and lets it be delivered.
    func add(_ identifier: String, title: String? = nil) async throws {
        let front = NotificationAction(identifier: "front", title: "F", options: .foreground)
        let yes = NotificationAction(identifier: "yes", title: "Y")
        try await add(identifier, title: title, actions: [front, yes])
    }

    /// Adds a request with what is given, and lets it be delivered.
    func add(
        _ identifier: String,
        title: String? = nil,
        badge: Int? = nil,
        actions: [NotificationAction],
        isResident: Bool = false
    ) async throws {
        _ = try await scheduler.add(
            NotificationRequest(
                appID: "org.example.Test",
                identifier: identifier,
                content: NotificationContent(title: title ?? identifier, badge: badge),
                trigger: .immediate,
                actions: actions,
                isResident: isResident
            )
        )
        await scheduler.deliverSoon()
    }

    /// Adds a request and answers its call.
    func show(
        _ identifier: String,
        as bubble: BubbleKey,
        title: String? = nil
    ) async throws {
        try await answer(identifier, as: bubble) { try await add(identifier, title: title) }
    }

    /// Does what has a request shown, and answers its call.
    func answer(
        _ identifier: String,
        as bubble: BubbleKey,
        _ body: () async throws -> Void
    ) async throws {
        let count = told.elements.count
        try await body()
        try await server.next(identifier).reply(.shown(owner: bubble.owner, id: bubble.id))
        _ = try await told.wait(10, "word of \(identifier)") { $0.count > count ? true : nil }
    }

    /// Plays a choice of the user's.
    func click(_ bubble: BubbleKey, _ action: String = "default") async {
        await scheduler.handle(
            .invoked(owner: bubble.owner, id: bubble.id, action: action, activationToken: nil)
        )
    }

    /// The responses that were told, as `TITLE ACTION TEXT`.
    var responses: [String] {
        told.elements.compactMap { event in
            guard case .responded(let response) = event else { return nil }
            let title = response.delivery.request.content.title
            return "\(title) \(response.action) \(response.userText ?? "-")"
        }
    }

    /// What a notification's state is called in the store; `nil` where it has left the list.
    func state(of identifier: String) throws -> String? {
        try store.delivered(app: "org.example.Test", identifier: identifier).first?.state.name
    }

    /// When a notification in the list was delivered.
    func date(of identifier: String) throws -> Instant? {
        try store.delivered(app: "org.example.Test", identifier: identifier).first?.delivered
    }
}

extension PlayedServer {
    /// Waits for the next call, which is for this request.
    func next(_ identifier: String) async throws -> Call {
        let call = try await calls.next()
        guard call.identifier == identifier else {
            throw StartFailureInTest(what: "\(call.identifier) is shown in place of \(identifier)")
        }
        return call
    }
}
