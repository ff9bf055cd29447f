import Foundation
import NotificationServer
import TestSupport
import Testing

/// How what the user does finds the app, whether it runs or not.
@Suite(.serialized) struct AppLinkTests {
    private static func heard(_ identifier: String) -> String {
        "heard: closure \(identifier) DefaultActionIdentifier 7 plain main"
    }

    @Test func ofTwoProcessesTheOneThatSetItsDelegateLastHears() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen closure", "listening: 0")
        let other = try fixture.anotherRun()
        try await other.tell("listen closure", "listening: 0")
        try await fixture.click(try await fixture.show("one"))
        try await other.waitForOutput(Self.heard("one"))
        other.kill(SIGKILL)
        _ = try await other.waitForExit()
        try await fixture.click(try await fixture.show("two"))
        try await fixture.app.waitForOutput(Self.heard("two"))
        #expect(fixture.app.heard.count == 1)
    }

    @Test func whatHappensWithoutADelegateIsHeardByTheNext() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen closure", "listening: 0")
        let (one, two) = (try await fixture.show("one"), try await fixture.show("two"))
        try await fixture.tell("deafen", "deaf: 0")
        try await fixture.click(one)
        try await fixture.click(two)
        try await fixture.tell("delivered", "delivered: ")
        #expect(fixture.app.heard == [])
        try await fixture.tell("listen closure", "listening: 0")
        try await fixture.app.waitForOutput(Self.heard("two"))
        #expect(fixture.app.heard == [Self.heard("one")[...], Self.heard("two")[...]])
    }

    @Test func aDelegateThatWentIsNoLoss() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen briefly", "listening: 0")
        try await fixture.click(try await fixture.show("one"))
        // Its refusal detaches the app; a later delegate hears.
        try await fixture.tell("delivered", "delivered: ")
        try await fixture.tell("listen closure", "listening: 0")
        try await fixture.app.waitForOutput(Self.heard("one"))
        #expect(fixture.app.heard.count == 1)
    }

    @Test func anAgentThatIsKilledFindsItsAppsAgain() async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen closure", "listening: 0")
        _ = try await fixture.show("before")
        try fixture.killAgent()
        try await fixture.click(try await fixture.show("after"))
        try await fixture.app.waitForOutput(Self.heard("after"))
    }

    @Test func anAgentKilledBetweenTheActAndTheNextRunOfTheAppTellsItOnce() async throws {
        let fixture = try await AppFixture()
        let id = try await fixture.show("one")
        fixture.app.kill(SIGKILL)
        _ = try await fixture.app.waitForExit()
        try await fixture.click(id)
        let later = try fixture.anotherRun()
        try await later.tell("delivered", "delivered: ")
        try fixture.killAgent()
        try await later.tell("listen closure", "listening: 0")
        try await later.waitForOutput(Self.heard("one"))
        // Nothing is left for a third.
        let last = try fixture.anotherRun()
        try await later.tell("settle", "settled")
        later.kill(SIGKILL)
        _ = try await later.waitForExit()
        try await last.tell("listen closure", "listening: 0")
        try await last.tell("delivered", "delivered: ")
        #expect(last.heard == [])
    }

    /// Whatever it does at that moment.
    @Test(arguments: ["listen closure", "storm 200", "pending", "settings"])
    func anAppOutlivesItsBus(line: String) async throws {
        let fixture = try await AppFixture()
        try await fixture.tell("listen closure", "listening: 0")
        fixture.tell(line)
        fixture.bus.kill()
        // What it does later fails, and is answered.
        try await fixture.app.tell("add later 60", beginning: "added: later Error")
        try await fixture.bus.restart()
        try await fixture.app.tell("settings", beginning: "settings: ")
        fixture.app.closeInput()
        #expect(try await fixture.app.waitForExit().code == 0)
    }

    @Test(arguments: ["closure", "async"])
    func aDelegateThatEndsItsProcessHearsOnce(form: String) async throws {
        let fixture = try await AppFixture()
        let log = try await AppLog(in: fixture.bus)
        try log.install(AppFixture.appID)
        try await fixture.tell("listen leaving \(form)", "listening: 0")
        try await fixture.click(try await fixture.show("one"))
        #expect(try await fixture.app.waitForExit().code == 5)
        // Neither a process that is started for it nor a later one hears it.
        let later = try fixture.anotherRun()
        try await later.tell("listen closure", "listening: 0")
        try await later.tell("delivered", "delivered: ")
        try await later.tell("settle", "settled")
        #expect(later.heard == [])
        #expect(log.text == "ready\n")
    }

    @Test(arguments: ["default", "yes", "text"])
    func anAppThatDoesNotRunIsStartedByItsDesktopFile(action: String) async throws {
        let isText = action == "text"
        let fixture = try await AppFixture(profile: isText ? .plasma : .standard)
        let log = try await AppLog(in: fixture.bus)
        try log.install(AppFixture.appID)
        try await fixture.tell("categories", "categories: 2")
        let id = try await fixture.show("one", "question")
        fixture.app.kill(SIGKILL)
        _ = try await fixture.app.waitForExit()
        if isText {
            await fixture.server.reply(id, "typed")
        } else {
            try await fixture.click(id, action, token: "leave")
        }
        // Only a foreground action may take the focus.
        let token = isText ? "" : "leave"
        try await log.wait(for: "started \(AppFixture.appID) token \(token).\n")
        let name = action == "default" ? "DefaultActionIdentifier" : action
        let kind = isText ? "typed" : "plain"
        try await log.wait(for: "heard: closure one \(name) 7 \(kind) main\n")
        #expect(log.text.split(separator: "\n").count { $0.hasPrefix("heard:") } == 1)
        log.endApp()
    }
}
