import AgentInterface
import AgentTestSupport
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// The notification server is missing, hangs, crashes or is replaced.
@Suite(.serialized) struct ServerFaultTests {
    @Test func withoutAServerARequestWaitsForOne() async throws {
        let fixture = try await AgentFixture()
        let added = try await fixture.add("Patient", "--in", "1s", "--id", "patient")
        #expect(
            added.error
                == "notify-schedule: warning: no notification server is running; it is shown "
                + "once one starts\n"
        )
        #expect(try await fixture.listed("list").map(\.identifier) == ["patient"])
        let server = try await FakeNotificationServer(on: fixture.bus)
        _ = try await server.call(titled: "Patient")
        try await fixture.barrier(server)
        #expect(server.count(titled: "Patient") == 1)
        #expect(try await fixture.listed("list") == [])
    }

    @Test func aServerThatHasGoneIsNotInTheStatus() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Warm")
        try await fixture.waitForDeliveries()
        let before = try await fixture.run(["agent", "status"])
        #expect(before.output.hasSuffix("server    test server 1.0 (tests)\n"))
        await server.crash()
        // It is known once the agent says that what comes next has to wait.
        try await poll(30, "a warning of the agent") {
            try await fixture.add("Next", "--id", "next").error.isEmpty ? nil : ()
        }
        let after = try await fixture.run(["agent", "status"])
        #expect(after.output.hasSuffix("server    none; due notifications wait for one\n"))
    }

    @Test func commandsAnswerWhileTheServerHangs() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Warm")
        try await fixture.waitForDeliveries()
        await server.setBehaviour(.hang)
        try await fixture.add("Stuck", "--id", "stuck")
        _ = try await server.call(titled: "Stuck")
        // All of these answer before the server does.
        try await fixture.add("Behind", "--in", "1s", "--id", "behind")
        #expect(try await fixture.listed("list").map(\.identifier) == ["behind"])
        let state = try await fixture.listed("show", "stuck").map(\.state)
        #expect([["delivering"], ["unknown"]].contains(state))
        #expect(fixture.deliveries.count == 1)
        #expect(server.count(titled: "Behind") == 0)
        await server.release()
        try await fixture.waitForDeliveries(3)
        try await fixture.barrier(server)
        #expect(server.count(titled: "Stuck") == 1)
        #expect(server.count(titled: "Behind") == 1)
    }

    /// GNOME Shell's service has the name before the shell behind it answers; a bubble without buttons would
    /// stand there for good.
    @Test(arguments: [1, 2, 3])
    func aServerThatIsNotReadyIsAskedAgain(unready: Int) async throws {
        let fixture = try await AgentFixture()
        var profile = ServerProfile.gnomeShell
        profile.unreadyQuestions = unready
        let server = try await FakeNotificationServer(on: fixture.bus, as: profile)
        try await fixture.add("Coffee", "--action", "Later=clock:a", "--action", "Now=clock:b")
        #expect(try await server.next(within: 30).call.actions.map(\.label) == ["Later", "Now"])
        let status = try await fixture.run(["agent", "status"])
        #expect(status.output.hasSuffix("server    gnome-shell 48.0 (GNOME)\n"))
    }

    @Test func aServerThatHangsFromTheStartGetsEachBubbleOnce() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, behaviour: .hang)
        let added = try await fixture.add("Stuck", "--in", "1s", "--id", "stuck")
        #expect(added.error == "")
        #expect(try await fixture.listed("list").map(\.identifier) == ["stuck"])
        await server.release()
        _ = try await server.call(titled: "Stuck")
        try await fixture.barrier(server)
        #expect(server.count(titled: "Stuck") == 1)
    }

    /// The server shows the bubble all the same once it is back.
    @Test func aCallThatTimedOutIsNotRepeated() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Warm")
        try await fixture.waitForDeliveries()
        await server.setBehaviour(.hang)
        try await fixture.add("Slow", "--id", "slow")
        let slow = try await server.call(titled: "Slow")
        // Asked again only after the time-out: this is what the agent tells of it.
        try await Self.waitForState("unknown", of: "slow", on: fixture)
        try await fixture.add("Behind", "--in", "1s", "--id", "behind")
        #expect(try await fixture.listed("list").map(\.identifier) == ["behind"])
        #expect(server.count(titled: "Behind") == 0)
        await server.release()
        try await fixture.waitForDeliveries(3)
        try await fixture.barrier(server)
        #expect(server.count(titled: "Slow") == 1)
        #expect(server.count(titled: "Behind") == 1)
        #expect(try await fixture.listed("show", "slow").map(\.state) == ["shown"])
        // Its number is known from the late answer.
        await server.close(slow.id, .dismissed)
        #expect(try await fixture.waitForResponses()[0].identifier == "slow")
    }

    private static func waitForState(
        _ state: String,
        of id: String,
        on fixture: AgentFixture
    ) async throws {
        // The agent has no signal for this.
        try await poll(60, "the state \(state)") {
            try await fixture.listed("show", id).map(\.state) == [state] ? () : nil
        }
    }

    @Test func aServerThatCrashesInACallGetsItAgainAsAnotherOwner() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Warm")
        try await fixture.waitForDeliveries()
        await server.setBehaviour(.hang)
        try await fixture.add("Crash", "--id", "crash")
        _ = try await server.call(titled: "Crash")
        await server.crash()
        #expect(try await fixture.listed("show", "crash").map(\.identifier) == ["crash"])
        await server.setBehaviour(.show)
        try await server.restart()
        try await fixture.waitForDeliveries(2)
        // What was on its screen comes back, too.
        try await server.waitForCalls(titled: "Warm", 2)
        try await fixture.barrier(server)
        #expect(server.count(titled: "Crash") == 2)
        #expect(server.count(titled: "Warm") == 2)
        #expect(try await fixture.listed("show", "crash").map(\.state) == ["shown"])
    }

    @Test func aBubbleOfAnEarlierOwnerComesBackOnceAndIsNotConfused() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Old", "--id", "old")
        let old = try await server.call(titled: "Old")
        try await fixture.waitForDeliveries()
        try await server.changeOwner()
        let again = try await server.calls.wait(30, "the bubble again") {
            $0.count > 1 ? $0[1] : nil
        }
        try await fixture.add("New", "--id", "new")
        let new = try await server.call(titled: "New")
        try await fixture.waitForDeliveries(2)
        // Both owners count from 1. It is the same call, and replaces nothing.
        #expect(again == old)
        #expect(new.id != again.id)
        #expect(try await fixture.listed("show", "old").map(\.state) == ["shown"])
        await server.close(new.id, .dismissed)
        #expect(try await fixture.waitForResponses().map(\.identifier) == ["new"])
        #expect(try await fixture.listed("list", "delivered").map(\.identifier) == ["old"])
        #expect(server.count(titled: "Old") == 2)
        await server.close(again.id, .dismissed)
        #expect(try await fixture.waitForResponses(2).map(\.identifier) == ["new", "old"])
        // The delivery is not reported twice.
        #expect(fixture.deliveries.count == 2)
    }

    @Test func aRefusedBubbleStaysInTheList() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(
            on: fixture.bus,
            behaviour: .fail(name: "org.example.Error.Full", message: "too many")
        )
        try await fixture.add("Refused", "--id", "refused")
        _ = try await server.call(titled: "Refused")
        await server.setBehaviour(.show)
        try await fixture.barrier(server)
        #expect(server.count(titled: "Refused") == 1)
        #expect(try await fixture.listed("show", "refused").map(\.state) == ["listed"])
    }

    /// Cinnamon's, for one, never answers a call that it fails at, and answers all others.
    @Test("A notification does not wait for another one that the server never answers")
    func anUnansweredCallHoldsNothingUp() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Warm")
        try await fixture.waitForDeliveries()
        await server.setBehaviour(.ignore)
        try await fixture.add("Stuck", "--id", "stuck")
        _ = try await server.call(titled: "Stuck")
        for title in ["One", "Two", "Three", "Fire", "Last"] {
            var content = NotificationContent(title: title)
            if title == "Fire" { content.interruptionLevel = .critical }
            let request = NotificationRequest(
                appID: AgentNames.app,
                identifier: title,
                content: content
            )
            try await fixture.call("Add", request.record)
        }
        _ = try await server.call(titled: "Last")
        // What is urgent comes before what was due earlier.
        #expect(
            server.calls.elements.map(\.call.summary)
                == ["Warm", "Stuck", "Fire", "One", "Two", "Three", "Last"]
        )
        await server.release()
        try await fixture.waitForDeliveries(7)
        try await fixture.barrier(server)
        // The late answers count, and nothing was sent twice.
        for title in ["Stuck", "Fire", "One", "Two", "Three", "Last"] {
            #expect(server.count(titled: title) == 1)
        }
        #expect(try await fixture.listed("show", "stuck").map(\.state) == ["shown"])
    }

    @Test("A notification that is replaced before its answer comes leaves no second bubble")
    func aReplacedCallIsClosedOnceItIsAnswered() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Warm")
        try await fixture.waitForDeliveries()
        await server.setBehaviour(.ignore)
        try await fixture.add("Old", "--id", "one")
        let old = try await server.call(titled: "Old")
        try await fixture.add("New", "--id", "one")
        let new = try await server.call(titled: "New")
        await server.release()
        #expect(try await server.closings.next(30) == old.id)
        try await fixture.waitForDeliveries(2)
        #expect(try await fixture.listed("show", "one").map(\.state) == ["shown"])
        await server.close(new.id)
        #expect(try await fixture.waitForResponses().map(\.identifier) == ["one"])
    }

    @Test(arguments: [
        "org.freedesktop.Notifications.MaxNotificationsExceeded",
        "org.freedesktop.Notifications.Error.ExcessNotificationGeneration",
        "org.gtk.GDBus.UnmappedGError.Quark._notification_2ddaemon_2derror_2dquark.Code1",
    ])
    func aFullServerGetsTheBubbleOnceItHasRoom(error: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("First", "--id", "first")
        let first = try await server.call(titled: "First")
        await server.setBehaviour(.fail(name: error, message: "too many"))
        try await fixture.add("Second", "--id", "second")
        _ = try await server.call(titled: "Second")
        await server.setBehaviour(.show)
        await server.close(first.id, .expired)
        try await fixture.waitForDeliveries(2)
        #expect(server.count(titled: "Second") == 2)
        #expect(try await fixture.listed("show", "second").map(\.state) == ["shown"])
    }

    @Test func aBubbleIsClosedAtTheServerThatGaveItsNumber() async throws {
        let fixture = try await AgentFixture()
        let first = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Warm")
        try await fixture.waitForDeliveries()
        await first.setBehaviour(.hang)
        try await fixture.add("Gone", "--id", "gone")
        let gone = try await first.call(titled: "Gone")
        await first.giveUpName()
        let second = try await FakeNotificationServer(on: fixture.bus)
        #expect(try await fixture.run(["remove", "gone"]).code == 0)
        // Its number comes after it was removed and after another server has taken over.
        await first.release()
        #expect(try await first.closings.next(30) == gone.id)
        try await fixture.barrier(second)
        #expect(second.closings.elements == [])
        #expect(second.count(titled: "Gone") == 0)
    }

    @Test(
        arguments: [
            [.identity], [.capabilities], [.identity, .capabilities],
        ] as [Set<ServerProfile.Question>]
    )
    func aServerThatDoesNotSayWhatItIsGetsPlainBubbles(
        refused: Set<ServerProfile.Question>
    ) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Rich", "1 < 2", "--action", "Go=clock://go")
        let rich = try await server.call(titled: "Rich").call
        #expect(rich.body == "1 &lt; 2")
        #expect(rich.actions.count == 1)
        // What the one before it could do is not taken for this one's.
        try await server.changeOwner(to: .gnomeShell.refusing(refused))
        try await fixture.add("Plain", "1 < 2", "--action", "Go=clock://go")
        let plain = try await server.call(titled: "Plain").call
        #expect(plain.body == "1 < 2")
        #expect(plain.actions == [])
        try await fixture.barrier(server)
        #expect(server.count(titled: "Plain") == 1)
    }
}
