import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// The main job: a scheduled bubble whose button starts a configured command.
@Suite(.serialized) struct MainPathTests {
    private static let actions = [
        "--action", "Timer=clock://start?m=4", "--action", "Wi-Fi=prefs:root=WIFI",
    ]

    @Test func aButtonOfAScheduledBubbleStartsItsCommand() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure([
            "clock": "\(recorder.program) timer %{m}",
            "prefs": "\(recorder.program) settings %{root} %u \"two words\"",
        ])
        let added = try await fixture.run(
            ["add", "Tea & cake", "It is <ready>", "--id", "tea", "--in", "1s"] + Self.actions
        )
        #expect(added.code == 0)
        #expect(added.error == "")
        #expect(added.output.hasPrefix("tea\n"))

        let shown = try await server.next(within: 30)
        #expect(shown.call.withSortedHints == Self.expectedCall(sender: try fixture.sender()))
        #expect(try await fixture.waitForDeliveries().map(\.identifier) == ["tea"])
        #expect(try await fixture.listed("list") == [])
        let delivered = try await fixture.listed("list", "delivered")
        #expect(delivered.map(\.identifier) == ["tea"])
        #expect(delivered.map(\.state) == ["shown"])

        await server.click(shown.id, "action-2")
        #expect(
            try await recorder.expectCalls(["settings", "WIFI", "prefs:root=WIFI", "two words"])
        )
        let response = try await fixture.waitForResponses()[0]
        #expect(response.identifier == "tea")
        #expect(response.action == "action-2")
        #expect(response.url == "prefs:root=WIFI")
        #expect(
            response.arguments
                == [recorder.program, "settings", "WIFI", "prefs:root=WIFI", "two words"]
        )
        #expect(response.problem == nil)
        #expect(try await fixture.listed("list", "delivered") == [])
    }

    private static func expectedCall(sender: (name: String, process: Int32)) -> NotifyCall {
        NotifyCall(
            sender: sender.name,
            appName: "Notify Schedule",
            replacesID: 0,
            icon: "org.notifyschedule.NotifySchedule",
            summary: "Tea & cake",
            body: "It is &lt;ready&gt;",
            actions: [
                NotifyCall.Action(key: "action-1", label: "Timer"),
                NotifyCall.Action(key: "action-2", label: "Wi-Fi"),
            ],
            hints: [
                NotifyCall.Hint(
                    name: "desktop-entry",
                    value: .string("org.notifyschedule.NotifySchedule")
                ),
                NotifyCall.Hint(name: "sender-pid", value: .int64(Int64(sender.process))),
                NotifyCall.Hint(name: "suppress-sound", value: .boolean(true)),
                NotifyCall.Hint(name: "urgency", value: .byte(1)),
            ],
            expireTimeout: -1
        )
    }

    @Test func listsShowWhatWaitsAndRemoveTakesItOff() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Later", "--in", "2h", "--id", "later")
        try await fixture.add(
            "Sooner",
            "with a body",
            "--in",
            "1h",
            "--id",
            "sooner",
            "--level",
            "critical"
        )
        let list = try await fixture.listed("list")
        #expect(list.map(\.identifier) == ["sooner", "later"])
        #expect(list[0].content.interruptionLevel == "critical")
        #expect(list[0].appID == AgentNames.app)
        #expect(list[0].nextTriggerDate?.hasSuffix("Z") == true)

        let text = try await fixture.run(["list"])
        let lines = text.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].split(separator: " ") == ["NEXT", "LEFT", "WHEN", "APP", "ID", "TITLE"])
        #expect(lines[1].hasSuffix("sooner  Sooner"))
        #expect(lines[2].hasSuffix("later   Later"))

        let shown = try await fixture.run(["show", "sooner"])
        #expect(shown.output.contains("\n  body      with a body\n"))
        #expect(try await fixture.listed("show", "sooner") == [list[0]])

        let removed = try await fixture.run(["remove", "sooner", "nothing"])
        #expect(removed.code == 65)
        #expect(removed.output == "removed sooner\n")
        #expect(
            removed.error
                == "notify-schedule: unknown identifier \"nothing\"; see notify-schedule list\n"
        )
        #expect(try await fixture.listed("list").map(\.identifier) == ["later"])
        #expect(try await fixture.run(["remove", "--all"]).output == "removed later\n")
        let empty = try await fixture.run(["list"])
        #expect(empty.output == "")
        #expect(empty.error == "nothing is pending\n")
        #expect(server.calls.elements == [])
    }

    /// As `show` finds it: the command's own first, then the one of any other app.
    @Test func whatAnotherAppHasIsRemovedByItsName() async throws {
        let fixture = try await AgentFixture()
        for (name, app) in [("a", "org.p.Q"), ("b", "org.p.Q"), ("c", "org.p.Q"), ("c", "org.p.R")]
        {
            try await fixture.add("T", "--id", name, "--app", app, "--in", "1h")
        }
        try await fixture.add("T", "--id", "b", "--in", "1h")
        #expect(try await fixture.run(["remove", "a"]).output == "removed org.p.Q/a\n")
        #expect(try await fixture.run(["remove", "b"]).output == "removed b\n")
        #expect(try await fixture.run(["remove", "org.p.Q/b"]).output == "removed org.p.Q/b\n")
        let unclear = try await fixture.run(["remove", "c"])
        #expect(unclear.code == 65)
        #expect(
            unclear.error
                == "notify-schedule: \"c\" is in several apps; write one of org.p.Q/c, org.p.R/c\n"
        )
        // One that is unclear keeps the others, too.
        let both = try await fixture.run(["remove", "org.p.R/c", "c"])
        #expect(both.code == 65)
        #expect(both.error == unclear.error)
        #expect(try await fixture.listed("list").map(\.identifier) == ["c", "c"])
        #expect(try await fixture.run(["remove", "--app", "org.p.R", "a"]).code != 0)
    }

    /// A date is meant where it was written.
    @Test func anotherZoneInTheShellIsThatOfTheDate() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Here", "--id", "here", "--on", "09:00")
        let tokyo = ["TZ": "Asia/Tokyo"]
        let added = try await fixture.run(
            ["add", "There", "--id", "there", "--at", "2090-03-01 09:00"],
            environment: tokyo
        )
        #expect(added.output.contains("in Asia/Tokyo"), "\(added)")
        let listed = try await fixture.listed("list")
        #expect(
            listed.first { $0.identifier == "there" }?.nextTriggerDate
                == "2090-03-01T00:00:00Z"
        )
        // A file has no name that the agent could read.
        let file = "\(fixture.directory)/zone"
        try FileManager.default.copyItem(
            atPath: "/usr/share/zoneinfo/Asia/Tokyo",
            toPath: file
        )
        let unnamed = try await fixture.run(
            ["add", "T", "--at", "2090-03-01 09:00"],
            environment: ["TZ": file]
        )
        #expect(unnamed.code == 64)
        #expect(unnamed.error.contains("--tz Europe/Berlin"), "\(unnamed)")
        #expect(
            try await fixture.run(["add", "T", "--in", "1h"], environment: ["TZ": file]).code == 0
        )
    }

    @Test func removingADeliveredOneClosesItsBubble() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Now", "--id", "now")
        let shown = try await server.next(within: 30)
        try await fixture.waitForDeliveries()
        #expect(try await fixture.run(["remove", "now"]).output == "removed now\n")
        #expect(try await server.closings.next(30) == shown.id)
        #expect(try await fixture.listed("list", "delivered") == [])
        #expect(fixture.responses.isEmpty)
    }

    @Test func anIdentifierThatIsPendingIsReplacedAndAShownOneReplacesItsBubble() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("First", "--in", "1h", "--id", "one")
        try await fixture.add("Second", "--id", "one")
        let second = try await server.next(within: 30)
        #expect(second.call.summary == "Second")
        #expect(try await fixture.listed("list") == [])
        try await fixture.waitForDeliveries()
        try await fixture.add("Third", "--id", "one")
        let third = try await server.next(within: 30)
        #expect(third.call.replacesID == second.id)
        try await fixture.waitForDeliveries(2)
        #expect(try await fixture.listed("list", "delivered").map(\.content.title) == ["Third"])
    }
}

extension AgentFixture {
    /// The agent's unique name and process.
    func sender() throws -> (name: String, process: Int32) {
        (client.nameOwner(AgentNames.bus) ?? "", try agentID())
    }
}

extension NotifyCall {
    /// The same with its hints by name: a dictionary has no order.
    var withSortedHints: NotifyCall {
        var copy = self
        copy.hints.sort { $0.name < $1.name }
        return copy
    }
}
