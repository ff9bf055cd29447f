import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// What `send` does beyond the installed notify-send: later options, and what the agent's bubble gives.
@Suite(.serialized) struct SendTests {
    private typealias Hint = NotifyCall.Hint

    /// A command line that the installed notify-send does not know or reads in an older way, and the call.
    private static let later: [(words: [String], icon: String, hints: [NotifyCall.Hint])] = [
        (["-i", "dialog-information"], "", [Hint("image-path", .string("dialog-information"))]),
        (["-i", "/tmp/a b.png"], "", [Hint("image-path", .string("/tmp/a b.png"))]),
        (["-i", "./x.png"], "", [Hint("image-path", .string("./x.png"))]),
        (["--icon=file:///tmp/x.png"], "", [Hint("image-path", .string("file:///tmp/x.png"))]),
        (["-i", ""], "", []),
        (["-n", "firefox"], "firefox", []),
        (["--app-icon", "/tmp/x.png"], "/tmp/x.png", []),
        (
            ["-n", "firefox", "-i", "face-smile"], "firefox",
            [Hint("image-path", .string("face-smile"))]
        ),
        (
            ["-i", "one", "-h", "string:image-path:two"], "", [Hint("image-path", .string("two"))]
        ),
        (["-h", "byte:x:0xff"], "", [Hint("x", .byte(255))]),
        (["-h", "byte:x:0x1F"], "", [Hint("x", .byte(31))]),
        (["-h", "byte:x:0"], "", [Hint("x", .byte(0))]),
    ]

    @Test func optionsOfLaterReleasesHaveTheirMeaning() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        for (words, icon, hints) in Self.later {
            let outcome = try await fixture.run(["send", "S"] + words)
            #expect(outcome.code == 0, "\(words) \(outcome)")
            var call = try await server.next().call
            call.sender = ""
            call.hints = call.hints.filter { !SendParityTests.agentsHints.contains($0.name) }
                .sorted { $0.name < $1.name }
            let expected = NotifyCall(
                appName: "notify-send",
                icon: icon,
                summary: "S",
                hints: (hints + [Hint("urgency", .byte(1))]).sorted { $0.name < $1.name }
            )
            #expect(call == expected, "\(words)")
        }
    }

    @Test(
        "An empty summary is sent, as from notify-send 0.8.4 on",
        arguments: [
            ["send", ""], ["send", "", "Body"], ["send", "", ""], ["send", "-p", "", ""],
        ]
    )
    func anEmptySummary(words: [String]) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let outcome = try await fixture.run(words)
        #expect(outcome.code == 0, "\(outcome)")
        let call = try await server.next()
        #expect(call.call.summary == "")
        #expect(call.call.body == (words.last == "Body" ? "Body" : ""))
        #expect(outcome.output == (words.contains("-p") ? "\(call.id)\n" : ""))
        #expect(try await fixture.listed("list", "delivered").count == 1)
    }

    @Test(
        "A later button takes the place of one of its name",
        arguments: [
            (["a=A", "a=B"], ["a": "B"], "a"),
            (["a=A", "b=B", "a=C"], ["b": "B", "a": "C"], "a"),
            (["One", "0=Zero"], ["0": "Zero"], "0"),
            (["Yes=A", "yes=B"], ["yes": "B"], "yes"),
            (["a=A", "a="], ["a": "A"], "a"),
        ] as [([String], KeyValuePairs<String, String>, String)]
    )
    func repeatedButton(
        given: [String],
        sent: KeyValuePairs<String, String>,
        clicked: String
    ) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try AgentFixture.command.start(
            ["send", "-p"] + given.flatMap { ["-A", $0] } + ["S"],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        let call = try await server.next()
        #expect(call.call.actions.map { "\($0.key)=\($0.label)" } == sent.map { "\($0)=\($1)" })
        try await running.waitForOutput("\(call.id)\n")
        await server.click(call.id, clicked)
        #expect(try await running.waitForExit().output == "\(call.id)\n\(clicked)\n")
    }

    @Test("A button that the server made up is a warning, and the wait goes on")
    func anUnknownButton() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: .dunst)
        let running = try AgentFixture.command.start(
            ["send", "-p", "-A", "foo=Foo", "S"],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        let call = try await server.next()
        try await running.waitForOutput("\(call.id)\n")
        await server.click(call.id, "bar")
        try await running.waitForError("Received unknown action bar")
        await server.click(call.id, "foo")
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output == "\(call.id)\nfoo\n")
        #expect(outcome.error == "Received unknown action bar\n")
    }

    @Test(
        "The image has the name that it has in the server's version of the specification",
        arguments: [("1.2", "", "image-path"), ("1.1", "", "image_path"), ("1.0", "face", nil)]
            as [(String, String, String?)]
    )
    func imageOfAnEarlierVersion(version: String, icon: String, hint: String?) async throws {
        let fixture = try await AgentFixture()
        var profile = ServerProfile.standard
        profile.identity.specVersion = version
        let server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        #expect(try await fixture.run(["send", "-i", "face", "S"]).code == 0)
        let call = try await server.next().call
        #expect(call.icon == icon)
        let images = call.hints.filter { $0.name.contains("image") }
        #expect(images == (hint.map { [Hint($0, .string("face"))] } ?? []))
        #expect(try await fixture.run(["send", "-i", "face", "-n", "app", "T"]).code == 0)
        #expect(try await server.next().call.icon == "app")
    }

    @Test(
        "A wait ends with the server that showed the bubble, which does not come back",
        arguments: [["-w"], ["-A", "a=A"], ["-e", "-w"]]
    )
    func aWaitEndsWithTheServer(options: [String]) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try AgentFixture.command.start(
            ["send", "-p"] + options + ["S"],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        let call = try await server.next()
        try await running.waitForOutput("\(call.id)\n")
        try await server.changeOwner()
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 0, "\(outcome)")
        #expect(outcome.output == "\(call.id)\n")
        try await fixture.barrier(server)
        #expect(server.count(titled: "S") == 1)
    }

    @Test("A bubble that the server is to keep comes back, and its buttons work")
    func aKeptBubbleComesBack() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try AgentFixture.command.start(
            ["send", "-t", "0", "-A", "a=A", "S"],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        _ = try await server.next()
        try await fixture.waitForDeliveries(1)
        try await server.changeOwner()
        let again = try await server.next()
        #expect(again.call.summary == "S")
        await server.click(again.id, "a")
        #expect(try await running.waitForExit().output == "a\n")
    }

    @Test(arguments: [
        ("byte:x:0x100", "Value \"0x100\" of hint \"x\" could not be parsed as type \"byte\"."),
        (
            "string::v",
            "notify-schedule: the hint \"\" is not a name; use 255 bytes at most, and at least one"
        ),
        (
            "variant:x:handle 1",
            "notify-schedule: the hint \"x\" has the type h; files cannot be sent"
        ),
    ])
    func aHintThatCannotBeSentIsNamed(hint: String, message: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let outcome = try await fixture.run(["send", "S", "-h", hint])
        #expect(outcome.code == 1)
        #expect(outcome.error == message + "\n")
        try await fixture.barrier(server)
        #expect(server.count(titled: "S") == 0)
    }

    @Test(arguments: [
        (#"send "$(printf 'a\377')""#, "Summary"), (#"send S "$(printf 'a\377')""#, "Body"),
        (#"send S '\377'"#, "Body"), (#"send S -c "$(printf '\377')""#, "Category"),
        (#"send S -h "string:x:$(printf '\377')""#, "Hint"),
        (#"send S -A "$(printf '\377')""#, "Action"),
    ])
    func whatIsNoUTF8IsRefused(command: String, parameter: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let outcome = try await Program(path: "/bin/sh").run(
            ["-c", "exec \(AgentFixture.command.word) \(command)"],
            environment: fixture.bus.environment(timeZone: "UTC", ["LC_ALL": "C.UTF-8"])
        )
        #expect(outcome.code == 1)
        #expect(outcome.error == "Invalid UTF-8 provided for parameter: \(parameter)\n")
        try await fixture.barrier(server)
        #expect(server.calls.elements.count == 1)
    }

    /// notify-send crashes at a button without a text.
    @Test func aButtonWithoutATextIsLeftOut() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let outcome = try await fixture.run(["send", "-A", "", "S"])
        #expect(outcome.code == 0)
        #expect(try await server.next().call.actions == [])
    }

    /// The key is Plasma's, and an action like any other to who sends a bubble as it is.
    @Test func aKeyOfAServersOwnIsAnAction() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try AgentFixture.command.start(
            ["send", "-A", "inline-reply=Reply", "-p", "S"],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        let call = try await server.next()
        try await running.waitForOutput("\(call.id)\n")
        await server.click(call.id, "inline-reply")
        let outcome = try await running.waitForExit()
        #expect(outcome.output == "\(call.id)\ninline-reply\n", "\(outcome)")
    }

    @Test func itsTimeBoundsTheWait() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let outcome = try await fixture.run(["send", "-w", "-t", "100", "S"])
        #expect(outcome.code == 0)
        #expect(outcome.error == "Wait timeout expired\n")
        #expect(outcome.output == "")
        let call = try await server.next()
        #expect(call.call.expireTimeout == 100)
    }

    @Test func ctrlCClosesTheBubble() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try AgentFixture.command.start(
            ["send", "-pw", "S"],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        let call = try await server.next()
        try await running.waitForOutput("\(call.id)\n")
        running.kill(SIGINT)
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 0)
        #expect(outcome.error == "Wait cancelled, closing notification\n")
        #expect(try await server.closings.first(1) == [call.id])
    }

    @Test func numbersAndChoicesGoToDescriptors() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let file = { (name: String) in "\(fixture.directory)/\(name)" }
        let running = try Program(path: "/bin/sh").start(
            [
                "-c",
                "exec \(AgentFixture.command.word) send -p S -A go=Go --id-fd 7 --selected-action-fd=8 "
                    + "--activation-token-fd 9 7>\(file("id")) 8>\(file("action")) 9>\(file("token"))",
            ],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        let call = try await server.next()
        // A leave that comes before the bubble is written down is lost.
        try await running.waitForOutput("\(call.id)\n")
        await server.click(call.id, "go", token: "leave")
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 0)
        #expect(outcome.output == "\(call.id)\ngo\n")
        #expect(try String(contentsOfFile: file("id"), encoding: .utf8) == "\(call.id)\n")
        #expect(try String(contentsOfFile: file("action"), encoding: .utf8) == "go\n")
        #expect(try String(contentsOfFile: file("token"), encoding: .utf8) == "leave\n")
    }

    @Test func aNumberOfOursReplacesWhatItShows() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let first = try await fixture.run(["send", "-p", "One"])
        let number = first.output.trimmingCharacters(in: .newlines)
        let second = try await fixture.run(["send", "-p", "-r", number, "Two"])
        #expect(second.output == first.output)
        let calls = try await server.waitForCalls(2)
        #expect(calls.map { "\($0.call.replacesID)" } == ["0", number])
        let listed = try await fixture.listed("list", "delivered")
        #expect(listed.map(\.content.title) == ["Two"])
    }

    /// A request that fires again keeps its name and its dates; what its bubble shows is another's.
    @Test func aNumberOfARepeatingRequestLeavesItPending() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Later", "--on", "2099-01-01 09:00", "--id", "daily")
        try await fixture.add("Now", "--id", "now")
        let call = try await server.call(titled: "Now")
        try await fixture.add("Again", "--on", "2099-01-02 09:00", "--id", "now")
        let outcome = try await fixture.run(["send", "-r", "\(call.id)", "Other"])
        #expect(outcome.code == 0)
        let other = try await server.call(titled: "Other")
        #expect(other.call.replacesID == call.id)
        let pending = try await fixture.listed("list", "pending")
        #expect(Set(pending.map(\.identifier)) == ["daily", "now"])
    }

    @Test func itsButtonsLiveOnAfterTheCommand() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try AgentFixture.command.start(
            ["send", "-A", "yes=Yes", "Question"],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        let call = try await server.next()
        running.kill(SIGKILL)
        _ = try await running.waitForExit()
        try await fixture.follow()
        await server.click(call.id, "yes")
        let response = try #require(try await fixture.waitForResponses().first)
        #expect(response.action == "yes")
        #expect(try await fixture.run(["list", "delivered"]).output == "")
    }

    /// What the new agent told while nobody heard is asked for.
    @Test func itsBubbleSurvivesAChangeOfAgents() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let first = try await fixture.startAgent()
        // The agent knows the server by then.
        #expect(try await fixture.run(["send", "Before"]).code == 0)
        await server.setBehaviour(.hang)
        let running = try AgentFixture.command.start(
            ["send", "-p", "S"],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        _ = try await server.call(titled: "S")
        try await stop(running.id)
        let earlier = try fixture.agentID()
        await server.setBehaviour(.show)
        let second = try AgentFixture.agent.start(
            ["--replace"],
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        _ = try await first.waitForExit()
        try await fixture.waitForDeliveries(2)
        #expect(try fixture.agentID() != earlier)
        running.kill(SIGCONT)
        let outcome = try await running.waitForExit()
        let shown = try await fixture.listed("list", "delivered")
        #expect(shown.map(\.content.title) == ["S", "Before"])
        let number = server.calls.elements.last { $0.call.summary == "S" }?.id
        #expect(outcome.output == "\(number ?? 0)\n", "\(outcome)")
        #expect(outcome.code == 0 && outcome.error == "", "\(outcome)")
        withExtendedLifetime(second) {}
    }

    /// The agent's own rules, such as those for floods and for markup, leave it alone.
    @Test func aServersQuirksChangeNothing() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: .gnomeShell)
        let words = ["-A", "a=A", "-A", "b=B", "-A", "c=C", "-A", "d=D", "S", "<b>x"]
        let running = try AgentFixture.command.start(
            ["send"] + words,
            environment: fixture.bus.environment(timeZone: "UTC")
        )
        let call = try await server.next()
        #expect(call.call.actions.map(\.key) == ["a", "b", "c", "d"])
        #expect(call.call.body == "<b>x")
        await server.click(call.id, "d")
        #expect(try await running.waitForExit().output == "d\n")
    }

    @Test func aServerThatStartsOnDemandIsStarted() async throws {
        let fixture = try await AgentFixture()
        try fixture.bus.makeActivatable(NotificationServer.name, "/bin/false")
        _ = try await fixture.client.call("ReloadConfig", on: .bus)
        let outcome = try await fixture.run(["send", "-p", "S"])
        #expect(outcome.code == 1)
        #expect(outcome.output == "0\n")
        #expect(outcome.error.contains("org.freedesktop.DBus.Error.Spawn."))
        #expect(try await fixture.listed("list").isEmpty)
    }

    @Test func helpAndVersionAreItsOwn() async throws {
        let fixture = try await AgentFixture()
        for words in [["send", "--help"], ["send", "-?"], ["help", "send"]] {
            let help = try await fixture.run(words)
            #expect(help.code == 0)
            #expect(help.output.hasPrefix("Usage:\n  notify-schedule send [OPTION"))
            #expect(help.output.contains("-h, --hint=TYPE:NAME:VALUE"))
            #expect(help.output.contains("Examples:\n"))
        }
        for words in [["send", "-v"], ["send", "--version", "S"]] {
            let version = try await fixture.run(words)
            #expect(version.code == 0)
            #expect(version.output.hasPrefix("notify-send 0.8.8 (notify-schedule "))
        }
        #expect(try await fixture.run(["send", "-h"]).error == "Missing argument for -h\n")
    }
}

extension NotifyCall.Hint {
    fileprivate init(_ name: String, _ value: Variant) {
        self.init(name: name, value: value)
    }
}
