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
        let stage = try await AppStage()
        try await stage.tell("listen closure", "listening: 0")
        let other = try stage.anotherRun()
        try await other.tell("listen closure", "listening: 0")
        try await stage.click(try await stage.show("one"))
        try await other.waitForOutput(Self.heard("one"))
        other.kill(SIGKILL)
        _ = try await other.waitForExit()
        try await stage.click(try await stage.show("two"))
        try await stage.app.waitForOutput(Self.heard("two"))
        #expect(stage.app.heard.count == 1)
    }

    @Test func whatHappensWithoutADelegateIsHeardByTheNext() async throws {
        let stage = try await AppStage()
        try await stage.tell("listen closure", "listening: 0")
        let (one, two) = (try await stage.show("one"), try await stage.show("two"))
        try await stage.tell("deafen", "deaf: 0")
        try await stage.click(one)
        try await stage.click(two)
        try await stage.tell("delivered", "delivered: ")
        #expect(stage.app.heard == [])
        try await stage.tell("listen closure", "listening: 0")
        try await stage.app.waitForOutput(Self.heard("two"))
        #expect(stage.app.heard == [Self.heard("one")[...], Self.heard("two")[...]])
    }

    @Test func aDelegateThatWentIsNoLoss() async throws {
        let stage = try await AppStage()
        try await stage.tell("listen briefly", "listening: 0")
        try await stage.click(try await stage.show("one"))
        // Its refusal detaches the app; a later delegate hears.
        try await stage.tell("delivered", "delivered: ")
        try await stage.tell("listen closure", "listening: 0")
        try await stage.app.waitForOutput(Self.heard("one"))
        #expect(stage.app.heard.count == 1)
    }

    @Test func anAgentThatIsKilledFindsItsAppsAgain() async throws {
        let stage = try await AppStage()
        try await stage.tell("listen closure", "listening: 0")
        _ = try await stage.show("before")
        try stage.killAgent()
        try await stage.click(try await stage.show("after"))
        try await stage.app.waitForOutput(Self.heard("after"))
    }

    @Test func anAgentKilledBetweenTheActAndTheNextRunOfTheAppTellsItOnce() async throws {
        let stage = try await AppStage()
        let id = try await stage.show("one")
        stage.app.kill(SIGKILL)
        _ = try await stage.app.waitForExit()
        try await stage.click(id)
        let later = try stage.anotherRun()
        try await later.tell("delivered", "delivered: ")
        try stage.killAgent()
        try await later.tell("listen closure", "listening: 0")
        try await later.waitForOutput(Self.heard("one"))
        // Nothing is left for a third.
        let last = try stage.anotherRun()
        try await later.tell("settle", "settled")
        later.kill(SIGKILL)
        _ = try await later.waitForExit()
        try await last.tell("listen closure", "listening: 0")
        try await last.tell("delivered", "delivered: ")
        #expect(last.heard == [])
    }

    @Test(arguments: ["closure", "async"])
    func aDelegateThatEndsItsProcessHearsOnce(form: String) async throws {
        let stage = try await AppStage()
        let log = try await AppLog(in: stage.bus)
        try log.install(AppStage.appID)
        try await stage.tell("listen leaving \(form)", "listening: 0")
        try await stage.click(try await stage.show("one"))
        #expect(try await stage.app.waitForExit().code == 5)
        // Neither a process that is started for it nor a later one hears it.
        let later = try stage.anotherRun()
        try await later.tell("listen closure", "listening: 0")
        try await later.tell("delivered", "delivered: ")
        try await later.tell("settle", "settled")
        #expect(later.heard == [])
        #expect(log.text == "ready\n")
    }

    @Test(arguments: ["default", "yes", "text"])
    func anAppThatDoesNotRunIsStartedByItsDesktopFile(action: String) async throws {
        let isText = action == "text"
        let stage = try await AppStage(profile: isText ? .plasma : .standard)
        let log = try await AppLog(in: stage.bus)
        try log.install(AppStage.appID)
        try await stage.tell("categories", "categories: 2")
        let id = try await stage.show("one", "question")
        stage.app.kill(SIGKILL)
        _ = try await stage.app.waitForExit()
        if isText {
            await stage.server.reply(id, "typed")
        } else {
            try await stage.click(id, action, token: "leave")
        }
        // Only a foreground action may take the focus.
        let token = isText ? "" : "leave"
        try await log.wait(for: "started \(AppStage.appID) token \(token).\n")
        let name = action == "default" ? "DefaultActionIdentifier" : action
        let kind = isText ? "typed" : "plain"
        try await log.wait(for: "heard: closure one \(name) 7 \(kind) main\n")
        #expect(log.text.split(separator: "\n").count { $0.hasPrefix("heard:") } == 1)
        log.endApp()
    }
}
