import AgentInterface
import GLibBridge
import Glibc
import NotifyCore
import TestSupport
import Testing

/// Responses that wait until the session is unlocked.
@Suite(.serialized) struct LockedSessionTests {
    /// A fixture with one bubble, whose button wants an unlocked session.
    private struct Shown {
        let fixture: AgentFixture
        let server: FakeNotificationServer
        let logind: FakeLogind
        let recorder: CommandRecorder
        let agent: RunningProgram
        let id: UInt32

        init(isLocked: Bool, textInput: NotificationAction.TextInput? = nil) async throws {
            fixture = try await AgentFixture()
            server = try await FakeNotificationServer(on: fixture.bus)
            logind = try await FakeLogind(on: fixture.bus, isLocked: isLocked)
            recorder = try await CommandRecorder(in: fixture)
            try recorder.configure(["pay": "\(recorder.program) %u"])
            agent = try await fixture.startAgent(Self.environment(fixture))
            try await fixture.addBill(textInput: textInput)
            id = try await server.next(within: 30).id
            try await fixture.waitForDeliveries()
        }

        /// The fixture's bus is the system's, too.
        static func environment(_ fixture: AgentFixture) -> [String: String] {
            [
                "DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address,
                "PATH": "\(fixture.directory):/usr/bin:/bin",
            ]
        }

        /// Waits until the agent has asked so often, and has had the time to act on the answer.
        func waitForQuestion(_ count: Int = 1) async throws {
            _ = try await logind.answers.wait(30, "question \(count)") { answers in
                answers.count >= count ? true : nil
            }
            let shown = fixture.deliveries.count
            try await fixture.barrier(server)
            // The agent's signals come in order: one of a response would be here.
            try await fixture.waitForDeliveries(shown + 1)
        }
    }

    @Test func inAnUnlockedOneItIsActedOnAtOnce() async throws {
        let shown = try await Shown(isLocked: false)
        await shown.server.click(shown.id, "pay")
        #expect(try await shown.recorder.expectCalls(["pay:now"]))
        #expect(try await shown.fixture.waitForResponses().map(\.action) == ["pay"])
        #expect(shown.logind.answers.elements == [false])
    }

    @Test func withoutLogindItIsActedOnAtOnce() async throws {
        let shown = try await Shown(isLocked: true)
        await shown.logind.stop()
        await shown.server.click(shown.id, "pay")
        #expect(try await shown.recorder.expectCalls(["pay:now"]))
    }

    @Test func inALockedOneItWaitsAndOthersDoNot() async throws {
        let shown = try await Shown(isLocked: true)
        await shown.server.click(shown.id, "pay")
        try await shown.waitForQuestion()
        // It has been answered, and is not shown as if it had not.
        let listed = try await shown.fixture.listed("list", "delivered")
        #expect(!listed.contains { $0.identifier == "bill" })
        try await shown.fixture.add("Other", "--id", "other", "--open", "pay:other")
        let other = try await shown.server.call(titled: "Other")
        await shown.server.click(other.id)
        #expect(try await shown.recorder.expectCalls(["pay:other"]))
        _ = try await shown.fixture.waitForResponses(1)
        try await shown.logind.set(isLocked: false)
        #expect(try await shown.recorder.expectCalls(["pay:other"], ["pay:now"]))
        let responses = try await shown.fixture.waitForResponses(2)
        #expect(responses.map(\.identifier) == ["other", "bill"])
        #expect(responses[1].url == "pay:now")
    }

    @Test func itOutlivesTheAgent() async throws {
        let shown = try await Shown(isLocked: true)
        await shown.server.click(shown.id, "pay")
        try await shown.waitForQuestion()
        try await shown.fixture.endAgent(SIGKILL, id: shown.agent.id)
        let later = try await shown.fixture.startAgent(Shown.environment(shown.fixture))
        try await shown.waitForQuestion(2)
        #expect(shown.fixture.responses.isEmpty)
        #expect(shown.recorder.isUntouched)
        try await shown.logind.set(isLocked: false)
        #expect(try await shown.recorder.expectCalls(["pay:now"]))
        #expect(try await shown.fixture.waitForResponses().map(\.action) == ["pay"])
        withExtendedLifetime(later) {}
    }

    @Test func aTextIsAskedForOnceItIsUnlocked() async throws {
        let shown = try await Shown(isLocked: true, textInput: .init(placeholder: "PIN"))
        let mark = "\(shown.fixture.directory)/asked"
        _ = try shown.recorder.makeProgram("zenity", "touch \(mark); echo 1234")
        await shown.server.click(shown.id, "pay")
        try await shown.waitForQuestion()
        #expect(shown.fixture.responses.isEmpty)
        #expect(access(mark, F_OK) != 0)
        try await shown.logind.set(isLocked: false)
        let response = try await shown.fixture.waitForResponses()[0]
        #expect(response.userText == "1234")
        #expect(try await shown.recorder.expectCalls(["pay:now"]))
    }
}
