import AgentTestSupport
import DesktopBubbles
import NotificationServer
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// A server that stops answering before a bubble has left the agent.
@Suite(.serialized) struct UnsentBubbleTests {
    private static let bubble = BubbleKey(owner: ":1.1", id: 1)

    @Test func whatWasNotSentIsSentOnceTheServerAnswers() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.bubble.owner, bus: "a bus")
        try await fixture.add("first")
        fixture.server.answersQuestions = false
        try await fixture.server.next("first").reply(.notSent)
        let answer = try await fixture.server.questions.next()
        #expect(try fixture.state(of: "first") == "delivering")
        answer()
        try await fixture.server.next("first").reply(.shown(owner: ":1.1", id: 1))
        _ = try await fixture.reports.wait(10, "the delivery") { $0.isEmpty ? nil : true }
        #expect(try fixture.state(of: "first") == "shown")
    }

    @Test func whatWasNotSentGoesToTheServerThatComesNext() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        try await fixture.scheduler.start(serverOwner: Self.bubble.owner, bus: "a bus")
        try await fixture.add("first")
        let call = try await fixture.server.next("first")
        await fixture.scheduler.handle(.ownerChanged(":1.2"))
        call.reply(.notSent)
        try await fixture.server.next("first").reply(.shown(owner: ":1.2", id: 1))
        _ = try await fixture.reports.wait(10, "the delivery") { $0.isEmpty ? nil : true }
        #expect(try fixture.state(of: "first") == "shown")
    }

    /// libnotify asks the server what it is before its first bubble, and gives up after 25 s.
    @Test func aServerThatStopsBeforeItsFirstBubbleGetsAllOfThemOnce() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        try await within(30, "the agent's word of the server") {
            while try await !fixture.run(["agent", "status"]).output.contains("test server") {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        await server.setBehaviour(.hang)
        let titles = ["First", "Second", "Third"]
        for title in titles { try await fixture.add(title) }
        try await agent.waitForError("the notification server does not answer", within: 120)
        #expect(server.calls.elements == [])
        await server.release()
        for title in titles { _ = try await server.call(titled: title) }
        try await fixture.barrier(server)
        for title in titles { #expect(server.count(titled: title) == 1) }
        #expect(try await fixture.listed("list", "delivered").count == 4)
    }
}
