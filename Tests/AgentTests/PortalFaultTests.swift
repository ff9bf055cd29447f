import DesktopBubbles
import TestSupport
import Testing

/// The notification portal is missing, goes, refuses or hangs.
@Suite struct PortalFaultTests {
    @Test func whatWasThereComesBackOnceWithThePortal() async throws {
        let stage = try await PortalStage()
        _ = try await stage.shown("T", "--action", "A=clock:?m=1")
        await stage.portal.stop()
        try await stage.portal.start()
        let again = try await stage.portal.notifications(titled: "T", 2)
        // The desktop has the old one still, and the portal does not know of it.
        #expect(again[1].id == again[0].id)
        try await stage.barrier()
        #expect(stage.portal.added.elements.map(\.title) == ["T", "T", "barrier"])
        try await stage.portal.choose(again[1].id, "action-1")
        #expect(try await stage.recorder.expectCalls(["1"]))
    }

    /// Some versions tell of a choice to nobody but the sender, which has left the bus.
    @Test func anotherAgentTakesOverWhatIsOnTheScreen() async throws {
        let stage = try await PortalStage()
        let first = try await stage.shown("T", "--action", "A=clock:?m=1")
        try await stage.desk.endAgent()
        let agent = try await stage.desk.startAgent(["NOTIFY_SCHEDULE_PORTAL": "always"])
        defer { withExtendedLifetime(agent) {} }
        let again = try await stage.portal.notifications(titled: "T", 2)
        #expect(again[1].id == first.id)
        try await stage.portal.choose(first.id, "action-1")
        #expect(try await stage.recorder.expectCalls(["1"]))
    }

    @Test func withoutAPortalWhatIsDueWaits() async throws {
        let stage = try await PortalStage()
        await stage.portal.stop()
        let doctor = try await within(30, "the agent's word of it") {
            while true {
                let doctor = try await stage.desk.run(["doctor"])
                if doctor.code == 1 { return doctor }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        #expect(
            doctor.output.contains("no notification portal answers; what is due waits for one\n")
        )
        try await stage.desk.add("T")
        try await stage.portal.start()
        _ = try await stage.portal.notification(titled: "T")
    }

    @Test func aRefusalIsInTheHistory() async throws {
        let stage = try await PortalStage()
        await stage.portal.setBehaviour(.fail("Showing notifications is not allowed"))
        try await stage.desk.add("T", "--id", "one")
        _ = try await stage.portal.notification(titled: "T")
        await stage.portal.setBehaviour(.accept)
        try await stage.barrier()
        let history = try await stage.desk.run(["show", "one"]).output
        #expect(history.contains("Showing notifications is not allowed"))
        #expect(stage.portal.added.elements.count == 2)
    }

    @Test func commandsAnswerWhileThePortalHangs() async throws {
        let stage = try await PortalStage()
        try await stage.barrier()
        await stage.portal.setBehaviour(.hang)
        try await stage.desk.add("Stuck", "--id", "stuck")
        _ = try await stage.portal.notification(titled: "Stuck")
        #expect(try await stage.desk.listed("show", "stuck").map(\.state) == ["delivering"])
        #expect(stage.desk.signals("Delivered").count == 1)
        await stage.portal.release()
        _ = try await stage.desk.waitForSignals("Delivered", 2)
        #expect(stage.portal.added.elements.map(\.title) == ["barrier", "Stuck"])
    }

    @Test func anAnswerAfterTheDeadlineIsHeard() async throws {
        let bus = try await PrivateBus()
        let portal = try await PortalDouble(on: bus)
        let client = PortalClient(connection: try bus.connect(), patience: 200)
        let (subscriptions, unique) = await client.listen()
        let owner = try #require(unique)
        await portal.setBehaviour(.hang)
        let outcome = await client.show(PortalNotification(title: "T"), number: 7)
        #expect(outcome == .timedOut(ticket: 1))
        await portal.release()
        var events = client.events.makeAsyncIterator()
        #expect(
            await events.next()
                == .lateReply(ticket: 1, outcome: .shown(owner: owner, id: 7))
        )
        withExtendedLifetime(subscriptions) {}
    }
}
