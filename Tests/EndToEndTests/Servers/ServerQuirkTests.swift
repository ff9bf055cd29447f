import AgentInterface
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// What servers do that the specification does not say, over whole messages.
@Suite(.serialized) struct ServerQuirkTests {
    private static let hints = [
        NotifyCall.Hint(name: "category", value: .string("transfer")),
        NotifyCall.Hint(name: "desktop-entry", value: .string(AgentNames.app)),
        NotifyCall.Hint(name: "image-path", value: .string("alarm-symbolic")),
        NotifyCall.Hint(name: "suppress-sound", value: .boolean(true)),
        NotifyCall.Hint(name: "transient", value: .boolean(true)),
        NotifyCall.Hint(name: "urgency", value: .byte(0)),
        NotifyCall.Hint(name: "value", value: .int32(42)),
    ]

    /// A wrong type makes some servers refuse the whole bubble.
    @Test func everyWordOfTheCommandLineReachesTheServerInItsType() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: .mako)
        try await fixture.add(
            "T",
            "<b>x</b> & <a href=\"x:y\">z</a>".replacingOccurrences("&", "&amp;"),
            "--markup",
            "-u",
            "low",
            "-t",
            "1500",
            "-i",
            "alarm-symbolic",
            "-a",
            "backup",
            "-e",
            "--hint",
            "int:value:42",
            "--hint",
            "string:category:transfer",
            "--action",
            "A=clock:a",
            "--action",
            "B=clock:b",
            "--action",
            "C=clock:c"
        )
        var call = try await server.next(within: 30).call
        let sender = try fixture.sender()
        call.hints.removeAll { $0.name == "sender-pid" }
        #expect(
            call.withSortedHints
                == NotifyCall(
                    sender: sender.name,
                    appName: "backup",
                    icon: "alarm-symbolic",
                    summary: "T",
                    body: "<b>x</b> &amp; z (x:y)\nClick to choose: A, B, C",
                    // It lists them from the last to the first, and a click opens a menu.
                    actions: [
                        NotifyCall.Action(key: "default", label: "Choose…"),
                        NotifyCall.Action(key: "action-3", label: "C"),
                        NotifyCall.Action(key: "action-2", label: "B"),
                        NotifyCall.Action(key: "action-1", label: "A"),
                    ],
                    hints: Self.hints,
                    expireTimeout: 1_500
                )
        )
        #expect(try await fixture.waitForDeliveries().count == 1)
    }

    @Test func anIDOfZeroIsABubbleThatTheServerWithheld() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(
            on: fixture.bus,
            as: .dunst,
            behaviour: .answer(0)
        )
        try await fixture.add("Withheld", "--id", "kept")
        try await fixture.waitForDeliveries()
        #expect(try await fixture.listed("show", "kept").map(\.state) == ["listed"])
        await server.setBehaviour(.show)
        // The next of that name is a bubble of its own.
        try await fixture.add("Withheld", "--id", "kept")
        let again = try await server.waitForCalls(2)[1]
        #expect(again.call.replacesID == 0)
        try await fixture.barrier(server)
        #expect(server.count(titled: "Withheld") == 2)
        #expect(server.closings.elements == [])
    }

    @Test(arguments: [
        (TestSupport.ServerProfile.dunst, true), (.lxqt, true), (.gnomeShell, false),
        (.plasma, false),
    ])
    func aBubbleIsClosedAfterAnActionWhereTheServerDoesNot(
        profile: TestSupport.ServerProfile,
        closes: Bool
    ) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        try await fixture.add("T", "--id", "one", "--action", "A=nobody:x")
        let id = try await server.next(within: 30).id
        try await fixture.waitForDeliveries()
        await server.click(id, "action-1")
        let response = try await fixture.waitForResponses()
        #expect(response.map(\.action) == ["action-1"])
        try await fixture.barrier(server)
        #expect(server.closings.elements == (closes ? [id] : []))
        #expect(fixture.responses.count == 1)
    }

    @Test func theSameWordsTwiceAreTwoBubbles() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: .lxqt)
        try await fixture.add("Same", "words", "--id", "one")
        try await fixture.add("Same", "words", "--id", "two")
        let bodies = try await server.waitForCalls(2).map(\.call.body)
        #expect(Set(bodies).count == 2)
        #expect(bodies.allSatisfy { $0.filter { $0 != "\u{200B}" } == "words" })
    }

    @Test func whatTheServerLeavesOutIsSaid() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, as: .gnomeShell)
        try await fixture.add("Warm")
        try await fixture.waitForDeliveries()
        let added = try await fixture.add(
            "T",
            "--action",
            "A=x:1",
            "--action",
            "B=x:2",
            "--action",
            "C=x:3",
            "--action",
            "D=x:4"
        )
        #expect(
            added.output.contains(
                "the notification server has no room for all buttons; More… shows \"C\", \"D\"\n"
            )
        )
        #expect(
            try await server.call(titled: "T").call.actions.map(\.label) == ["A", "B", "More…"]
        )
    }

    /// The doctor's own question starts the agent, which has not met the server then.
    @Test func theFirstQuestionIsAnsweredOnceTheServerIsKnown() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let doctor = try await fixture.run(["doctor"])
        #expect(doctor.code == 0)
        #expect(doctor.output.contains("server          test server 1.0 by tests\n"))
        withExtendedLifetime(server) {}
    }

    @Test func theUserKnowsBetterWhatTheServerDoes() async throws {
        let fixture = try await AgentFixture()
        try fixture.configure("[Server]\nMostButtons=1\nMarkup=none\nReversesButtons=maybe\n")
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("T", "a < b", "--action", "A=x:1", "--action", "B=x:2")
        let call = try await server.call(titled: "T").call
        #expect(call.actions.map(\.label) == ["A"])
        #expect(call.body == "a < b")
        let doctor = try await fixture.run(["doctor"])
        #expect(doctor.code == 0)
        #expect(
            doctor.output.contains(
                "profile         standard: no server of the name \"test server\" is known; its "
                    + "capabilities decide; agent.conf says MostButtons=1, Markup=none\n"
            )
        )
        #expect(
            doctor.output.contains(
                "agent.conf:4: [Server] ReversesButtons=maybe is not used; write true or false\n"
            )
        )
    }

    @Test("A section with a server's name is for that server alone, and doctor says so")
    func sectionOfAServer() async throws {
        let fixture = try await AgentFixture()
        try fixture.configure("[Server]\nMostButtons=1\nName=mako\n")
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("T", "--action", "A=x:1", "--action", "B=x:2")
        #expect(try await server.call(titled: "T").call.actions.map(\.label) == ["A", "B"])
        let other = try await fixture.run(["doctor"])
        #expect(
            other.output.contains("decide; [Server] of agent.conf is for \"mako\"\n"),
            "\(other.output)"
        )
        try await server.changeOwner(to: .mako)
        let text = "calls itself \"mako\" by \"emersion\"; agent.conf says MostButtons=1\n"
        try await poll(30, "the section in force") {
            try await fixture.run(["doctor"]).output.contains(text) ? true : nil
        }
    }
}

extension String {
    fileprivate func replacingOccurrences(_ word: Character, _ text: String) -> String {
        split(separator: word, omittingEmptySubsequences: false).joined(separator: text)
    }
}
