import AgentTestSupport
import DesktopBubbles
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What apps hear of clicks on their bubbles.
extension SchedulerFixture {
    /// What a click on the bubble itself is called.
    static let opened = NotificationAction.defaultIdentifier

    /// Begins with a server that the test answers for; on the store of an earlier one, if any.
    static func begun(
        _ earlier: SchedulerFixture? = nil,
        answerTime: Duration = .seconds(600),
        appStartTime: Duration = .seconds(10)
    ) async throws -> SchedulerFixture {
        let fixture = try withManualServer(
            earlier,
            answerTime: answerTime,
            appStartTime: appStartTime
        )
        try await fixture.scheduler.start(serverOwner: owner, bus: "a bus")
        return fixture
    }

    /// Shows a notification and clicks it.
    func showAndClick(
        _ identifier: String,
        _ action: String = "default",
        token: String? = nil
    ) async throws {
        let id = UInt32(server.calls.elements.count + 1)
        let bubble = BubbleKey(owner: Self.owner, id: id)
        try await show(identifier, as: bubble)
        await click(bubble, action, token: token)
        await settle()
    }

    /// Attaches a connection of the app.
    func attach(_ name: String) async throws {
        try await scheduler.attach(name, to: Self.app)
        await settle()
    }

    /// Returns when all has been done that can be done now.
    func settle() async {
        await scheduler.reach(Self.app, activationToken: nil)
    }

    /// Whether a response waits for the app.
    var hasWaitingResponse: Bool {
        get throws { try store.firstResponse(of: Self.app) != nil }
    }

    /// Waits until nothing waits for the app any more; the write follows the answer of the app.
    func waitUntilHeard() async throws {
        try await poll(10, "the last response") { try hasWaitingResponse ? nil : () }
    }

    /// Waits until apps have received that much, in this order: connections and the identifiers that were opened.
    func expectResponses(_ expected: String...) async throws {
        try await expectActions(expected.map { "\($0) \(Self.opened)" })
    }

    /// Waits until apps have received that much, in this order; one that follows another waits for its answer.
    ///
    /// - Throws: if they do not arrive in time.
    func expectActions(_ expected: [String]) async throws {
        let count = expected.count
        let received = try await apps.responses.wait(10, "\(count) responses") {
            $0.count >= count ? $0 : nil
        }
        #expect(received == expected)
    }
}
