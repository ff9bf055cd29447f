import DesktopBubbles
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// A scheduler with a server, on which bubbles are clicked as they come.
final class ClickedApps: Sendable {
    static let app = "org.example.Test"
    static let owner = ":1.5"
    static let opened = NotificationAction.defaultIdentifier

    let stage: Stage
    private let shown = Mutex<UInt32>(0)

    init(
        _ earlier: Stage? = nil,
        answerTime: UInt32 = 600_000,
        appStartTime: UInt32 = 10_000
    ) async throws {
        stage = try Stage(earlier, answerTime: answerTime, appStartTime: appStartTime)
        try await stage.scheduler.start(serverOwner: Self.owner, bus: "a bus")
    }

    /// Shows a notification and clicks it.
    func click(
        _ identifier: String,
        _ action: String = "default",
        token: String? = nil
    ) async throws {
        let id = shown.withLock { number in
            number += 1
            return number
        }
        try await stage.show(identifier, as: BubbleKey(owner: Self.owner, id: id))
        await stage.scheduler.handle(
            .invoked(
                owner: Self.owner,
                id: id,
                action: action,
                activationToken: token
            )
        )
        await settle()
    }

    func attach(_ name: String) async throws {
        try await stage.scheduler.attach(name, to: Self.app)
        await settle()
    }

    /// Returns when all has been done that can be done now.
    func settle() async {
        await stage.scheduler.reach(Self.app, activationToken: nil)
    }

    /// Waits until nothing waits for the app any more; the write follows the word to the app.
    func waitUntilHeard() async throws {
        let end = ContinuousClock.now + .seconds(10)
        while try waits {
            guard ContinuousClock.now < end else {
                throw DeadlineExceeded(what: "the last response", seconds: 10)
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Lets connections answer in order.
    func answer(_ answers: HandOver...) {
        stage.apps.handOvers.withLock { $0 = answers }
    }

    /// Waits until that much was told, in this order.
    func expectTold(_ expected: String...) async throws {
        let count = expected.count
        let told = try await stage.apps.told.wait(10, "\(count) responses") {
            $0.count >= count ? $0 : nil
        }
        #expect(told == expected.map { "\($0) \(Self.opened)" })
    }

    var told: [String] { stage.apps.told.elements }
    var starts: [String] { stage.apps.starts.elements }
    var waits: Bool {
        get throws { try stage.store.firstResponse(of: Self.app) != nil }
    }
}
