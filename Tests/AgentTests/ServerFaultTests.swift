import NotificationServer
import TestSupport
import Testing

/// The notification server is missing, hangs, crashes or is replaced.
@Suite(.serialized) struct ServerFaultTests {
    @Test func withoutAServerARequestWaitsForOne() async throws {
        let desk = try await Desk()
        let added = try await desk.add("Patient", "--in", "1s", "--id", "patient")
        #expect(
            added.error
                == "notify-schedule: warning: no notification server runs here; it is shown "
                + "once there is one\n"
        )
        #expect(try await desk.listed("list").map(\.identifier) == ["patient"])
        let server = try await ServerDouble(on: desk.bus)
        _ = try await server.call(titled: "Patient")
        try await desk.barrier(server)
        #expect(server.count(titled: "Patient") == 1)
        #expect(try await desk.listed("list") == [])
    }

    @Test func aServerThatHasGoneIsNotInTheStatus() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("Warm")
        _ = try await desk.waitForSignals("Delivered")
        let before = try await desk.run(["agent", "status"])
        #expect(before.output.hasSuffix("server    test server 1.0 (tests)\n"))
        await server.crash()
        // It is known once the agent says that what comes next has to wait.
        try await within(30, "the agent's word of it") {
            while try await desk.add("Next", "--id", "next").error.isEmpty {
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        let after = try await desk.run(["agent", "status"])
        #expect(after.output.hasSuffix("server    none; what is due waits for one\n"))
    }

    @Test func commandsAnswerWhileTheServerHangs() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("Warm")
        _ = try await desk.waitForSignals("Delivered")
        await server.setBehaviour(.hang)
        try await desk.add("Stuck", "--id", "stuck")
        _ = try await server.call(titled: "Stuck")
        // All of these answer before the server does.
        try await desk.add("Behind", "--in", "1s", "--id", "behind")
        #expect(try await desk.listed("list").map(\.identifier) == ["behind"])
        #expect(try await desk.listed("show", "stuck").map(\.state) == ["delivering"])
        #expect(desk.signals("Delivered").count == 1)
        #expect(server.count(titled: "Behind") == 0)
        await server.release()
        _ = try await desk.waitForSignals("Delivered", 3)
        try await desk.barrier(server)
        #expect(server.count(titled: "Stuck") == 1)
        #expect(server.count(titled: "Behind") == 1)
    }

    /// GNOME Shell's service has the name before the shell behind it answers; a bubble without buttons would
    /// stand there for good.
    @Test(arguments: [1, 2, 3])
    func aServerThatIsNotReadyIsAskedAgain(unready: Int) async throws {
        let desk = try await Desk()
        var profile = ServerProfile.gnomeShell
        profile.unreadyQuestions = unready
        let server = try await ServerDouble(on: desk.bus, as: profile)
        try await desk.add("Coffee", "--action", "Later=clock:a", "--action", "Now=clock:b")
        #expect(try await server.next(within: 30).call.actions.map(\.label) == ["Later", "Now"])
        let status = try await desk.run(["agent", "status"])
        #expect(status.output.hasSuffix("server    gnome-shell 48.0 (GNOME)\n"))
    }

    @Test func aServerThatHangsFromTheStartGetsEachBubbleOnce() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus, behaviour: .hang)
        let added = try await desk.add("Stuck", "--in", "1s", "--id", "stuck")
        #expect(added.error == "")
        #expect(try await desk.listed("list").map(\.identifier) == ["stuck"])
        await server.release()
        _ = try await server.call(titled: "Stuck")
        try await desk.barrier(server)
        #expect(server.count(titled: "Stuck") == 1)
    }

    /// libnotify gives up after 25 s; the server shows the bubble all the same once it is back.
    @Test func aCallThatTimedOutIsNotRepeated() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("Warm")
        _ = try await desk.waitForSignals("Delivered")
        await server.setBehaviour(.hang)
        try await desk.add("Slow", "--id", "slow")
        let slow = try await server.call(titled: "Slow")
        // Asked again only after the time-out: this is what the agent tells of it.
        try await Self.waitForState("unknown", of: "slow", on: desk)
        try await desk.add("Behind", "--in", "1s", "--id", "behind")
        #expect(try await desk.listed("list").map(\.identifier) == ["behind"])
        #expect(server.count(titled: "Behind") == 0)
        await server.release()
        _ = try await desk.waitForSignals("Delivered", 3)
        try await desk.barrier(server)
        #expect(server.count(titled: "Slow") == 1)
        #expect(server.count(titled: "Behind") == 1)
        #expect(try await desk.listed("show", "slow").map(\.state) == ["shown"])
        // Its number is known from the late answer.
        await server.close(slow.id, .dismissed)
        #expect(try await desk.waitForSignals("Responded")[0].identifier == "slow")
    }

    private static func waitForState(_ state: String, of id: String, on desk: Desk) async throws {
        try await within(60, "the state \(state)") {
            while try await desk.listed("show", id).map(\.state) != [state] {
                // The agent has no signal for this; a poll of a second is no matter in 25.
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    @Test func aServerThatCrashesInACallGetsItAgainAsAnotherOwner() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("Warm")
        _ = try await desk.waitForSignals("Delivered")
        await server.setBehaviour(.hang)
        try await desk.add("Crash", "--id", "crash")
        _ = try await server.call(titled: "Crash")
        await server.crash()
        #expect(try await desk.listed("show", "crash").map(\.identifier) == ["crash"])
        await server.setBehaviour(.show)
        try await server.restart()
        _ = try await desk.waitForSignals("Delivered", 2)
        // What was on its screen comes back, too.
        try await server.waitForCalls(titled: "Warm", 2)
        try await desk.barrier(server)
        #expect(server.count(titled: "Crash") == 2)
        #expect(server.count(titled: "Warm") == 2)
        #expect(try await desk.listed("show", "crash").map(\.state) == ["shown"])
    }

    @Test func aBubbleOfAnEarlierOwnerComesBackOnceAndIsNotConfused() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("Old", "--id", "old")
        let old = try await server.call(titled: "Old")
        _ = try await desk.waitForSignals("Delivered")
        try await server.changeOwner()
        let again = try await server.calls.wait(30, "the bubble again") {
            $0.count > 1 ? $0[1] : nil
        }
        try await desk.add("New", "--id", "new")
        let new = try await server.call(titled: "New")
        _ = try await desk.waitForSignals("Delivered", 2)
        // Both owners count from 1. It is the same call, and replaces nothing.
        #expect(again == old)
        #expect(new.id != again.id)
        #expect(try await desk.listed("show", "old").map(\.state) == ["shown"])
        await server.close(new.id, .dismissed)
        #expect(try await desk.waitForSignals("Responded").map(\.identifier) == ["new"])
        #expect(try await desk.listed("list", "delivered").map(\.identifier) == ["old"])
        #expect(server.count(titled: "Old") == 2)
        await server.close(again.id, .dismissed)
        #expect(try await desk.waitForSignals("Responded", 2).map(\.identifier) == ["new", "old"])
        // Nobody is told twice that it was delivered.
        #expect(desk.signals("Delivered").count == 2)
    }

    @Test func aRefusedBubbleStaysInTheList() async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(
            on: desk.bus,
            behaviour: .fail(name: "org.example.Error.Full", message: "too many")
        )
        try await desk.add("Refused", "--id", "refused")
        _ = try await server.call(titled: "Refused")
        await server.setBehaviour(.show)
        try await desk.barrier(server)
        #expect(server.count(titled: "Refused") == 1)
        #expect(try await desk.listed("show", "refused").map(\.state) == ["listed"])
    }

    @Test(arguments: [
        "org.freedesktop.Notifications.MaxNotificationsExceeded",
        "org.freedesktop.Notifications.Error.ExcessNotificationGeneration",
    ])
    func aFullServerGetsTheBubbleOnceItHasRoom(error: String) async throws {
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("First", "--id", "first")
        let first = try await server.call(titled: "First")
        await server.setBehaviour(.fail(name: error, message: "too many"))
        try await desk.add("Second", "--id", "second")
        _ = try await server.call(titled: "Second")
        await server.setBehaviour(.show)
        await server.close(first.id, .expired)
        _ = try await desk.waitForSignals("Delivered", 2)
        #expect(server.count(titled: "Second") == 2)
        #expect(try await desk.listed("show", "second").map(\.state) == ["shown"])
    }

    @Test func aBubbleIsClosedAtTheServerThatGaveItsNumber() async throws {
        let desk = try await Desk()
        let first = try await ServerDouble(on: desk.bus)
        try await desk.add("Warm")
        _ = try await desk.waitForSignals("Delivered")
        await first.setBehaviour(.hang)
        try await desk.add("Gone", "--id", "gone")
        let gone = try await first.call(titled: "Gone")
        await first.giveUpName()
        let second = try await ServerDouble(on: desk.bus)
        #expect(try await desk.run(["remove", "gone"]).code == 0)
        // Its number comes after it was removed and after another server has taken over.
        await first.release()
        #expect(try await first.closings.next(30) == gone.id)
        try await desk.barrier(second)
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
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus)
        try await desk.add("Rich", "1 < 2", "--action", "Go=clock://go")
        let rich = try await server.call(titled: "Rich").call
        #expect(rich.body == "1 &lt; 2")
        #expect(rich.actions.count == 1)
        // What the one before it could do is not taken for this one's.
        try await server.changeOwner(to: .gnomeShell.refusing(refused))
        try await desk.add("Plain", "1 < 2", "--action", "Go=clock://go")
        let plain = try await server.call(titled: "Plain").call
        #expect(plain.body == "1 < 2")
        #expect(plain.actions == [])
        try await desk.barrier(server)
        #expect(server.count(titled: "Plain") == 1)
    }
}
