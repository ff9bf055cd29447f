import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// What an app hears of messages of its server.
@Suite(.serialized) struct PushTests {
    /// A message that is shown, with a number for the app.
    private static let alert = #"{"aps":{"alert":{"title":"T"}},"number":7}"#
    /// A message that wakes the app.
    private static let silent = #"{"aps":{"content-available":1},"number":7}"#

    @Test func aRunningAppHearsTheClickAndSeesTheTrigger() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen closure", "listening: 0")
        let identifier = try #require(try fixture.push(Self.alert))
        let bubble = try await fixture.server.next(within: 30)
        #expect(bubble.call.summary == "T")
        try await fixture.event(of: identifier)
        try await fixture.click(bubble.id)
        try await fixture.app.waitForOutput("pushed: \(identifier)\n")
        try await fixture.app.waitForOutput(
            "heard: closure \(identifier) DefaultActionIdentifier 7 plain main\n"
        )
    }

    @Test func aRunningAppHearsASilentMessage() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen closure", "listening: 0")
        #expect(try fixture.push(Self.silent) == nil)
        try await fixture.app.waitForOutput("remote: 7 1 main\n")
        try await fixture.showOther("other")
        #expect(fixture.server.calls.elements.count == 1)
        #expect(fixture.app.heard == [])
    }

    @Test func aDelegateWithoutTheMethodIsNotCalled() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen async", "listening: 0")
        _ = try fixture.push(Self.silent)
        // It comes before what is clicked later.
        try await fixture.click(try await fixture.show("one"))
        try await fixture.app.waitForOutput("heard: async one")
        #expect(fixture.app.heard.count == 1)
    }

    @Test func anAppThatDoesNotRunIsStartedAndHears() async throws {
        let fixture = try await AppFixture()
        let log = try await AppLog(in: fixture.bus)
        try log.install(AppFixture.appID)
        defer { log.endApp() }
        // This starts the agent.
        _ = try await fixture.show("before")
        fixture.app.kill(SIGKILL)
        _ = try await fixture.app.waitForExit()
        _ = try fixture.push(Self.silent)
        try await log.wait(for: "remote: 7 1 main\n")
        let identifier = try #require(try fixture.push(Self.alert))
        let bubble = try await fixture.server.next(within: 30)
        try await fixture.event(of: identifier)
        log.endApp()
        try await fixture.click(bubble.id)
        try await log.wait(
            for: "heard: closure \(identifier) DefaultActionIdentifier 7 plain main\n"
        )
        #expect(log.text.components(separatedBy: "started \(AppFixture.appID)").count == 3)
    }
}

extension AppFixture {
    /// Brings a message for the app; returns the identifier of what is shown.
    func push(_ payload: String) throws -> String? {
        let connection = try bus.connect()
        let reply = try connection.callBlocking(
            "Push",
            on: AgentNames.destination,
            .tuple([.string(Self.appID), .bytes(Array(payload.utf8)), .dictionary([])])
        )
        return reply[0]?["identifier"]?.string
    }
}
