import AgentInterface
import DesktopBubbles
import GLibBridge
import TestSupport
import Testing

/// The notification portal is missing, goes, refuses or hangs.
@Suite struct PortalFaultTests {
    @Test func whatWasThereComesBackOnceWithThePortal() async throws {
        let setup = try await PortalFixture()
        _ = try await setup.shown("T", "--action", "A=clock:?m=1")
        await setup.portal.stop()
        try await setup.portal.start()
        let again = try await setup.portal.notifications(titled: "T", 2)
        // The desktop has the old one still, and the portal does not know of it.
        #expect(again[1].id == again[0].id)
        try await setup.barrier()
        #expect(setup.portal.added.elements.map(\.title) == ["T", "T", "barrier"])
        try await setup.portal.choose(again[1].id, "action-1")
        #expect(try await setup.recorder.expectCalls(["1"]))
    }

    /// Some versions tell of a choice to nobody but the sender, which has left the bus.
    @Test func anotherAgentTakesOverWhatIsOnTheScreen() async throws {
        let setup = try await PortalFixture()
        let first = try await setup.shown("T", "--action", "A=clock:?m=1")
        try await setup.fixture.endAgent()
        let agent = try await setup.fixture.startAgent(["NOTIFY_SCHEDULE_PORTAL": "always"])
        defer { withExtendedLifetime(agent) {} }
        let again = try await setup.portal.notifications(titled: "T", 2)
        #expect(again[1].id == first.id)
        try await setup.portal.choose(first.id, "action-1")
        #expect(try await setup.recorder.expectCalls(["1"]))
    }

    @Test func withoutAPortalWhatIsDueWaits() async throws {
        let setup = try await PortalFixture()
        await setup.portal.stop()
        let doctor = try await poll(30, "an error of doctor") {
            let doctor = try await setup.fixture.run(["doctor"])
            return doctor.code == 1 ? doctor : nil
        }
        #expect(
            doctor.output.contains(
                "no notification portal is running; due notifications wait for one\n"
            )
        )
        try await setup.fixture.add("T")
        try await setup.portal.start()
        _ = try await setup.portal.notification(titled: "T")
    }

    @Test func aRefusalIsInTheHistory() async throws {
        let setup = try await PortalFixture()
        await setup.portal.setBehaviour(.fail("Showing notifications is not allowed"))
        try await setup.fixture.add("T", "--id", "one")
        _ = try await setup.portal.notification(titled: "T")
        await setup.portal.setBehaviour(.accept)
        try await setup.barrier()
        let history = try await setup.fixture.run(["show", "one"]).output
        #expect(history.contains("Showing notifications is not allowed"))
        #expect(setup.portal.added.elements.count == 2)
    }

    @Test(
        "A notification with a file that the portal cannot decode is shown without that file",
        arguments: [
            (["sound"], [("file", "file"), ("'default'", "file")]),
            (["sound", "icon"], [("file", "file"), ("'default'", "file"), ("'default'", "")]),
        ] as [([String], [(String, String)])]
    )
    func undecodable(fields: [String], tries: [(sound: String, icon: String)]) async throws {
        let setup = try await PortalFixture(version: 2)
        let (picture, sound, _) = try await setup.writeMedia()
        await setup.portal.setBehaviour(.refuseFiles(in: fields))
        try await setup.fixture.add("T", "--id", "one", "--attach", picture, "--sound", sound)
        let sent = try await setup.portal.notifications(titled: "T", tries.count)
        try await setup.fixture.waitForDeliveries(1)
        try await setup.barrier()
        #expect(Set(sent.map(\.id)).count == 1)
        func value(_ field: String, of sent: FakePortal.Added) -> String {
            sent.notification[field]?[0]?.string == "file-descriptor" ? "file" : sent.text(field)
        }
        #expect(sent.map { value("sound", of: $0) } == tries.map(\.sound))
        #expect(sent.map { value("icon", of: $0) } == tries.map(\.icon))
        #expect(setup.portal.added.elements.count == tries.count + 1)
        let shown = try await setup.fixture.run(["show", "one"]).output
        #expect(!shown.contains("invalid"), "\(shown)")
    }

    @Test func commandsAnswerWhileThePortalHangs() async throws {
        let setup = try await PortalFixture()
        try await setup.barrier()
        await setup.portal.setBehaviour(.hang)
        try await setup.fixture.add("Stuck", "--id", "stuck")
        _ = try await setup.portal.notification(titled: "Stuck")
        let state = try await setup.fixture.listed("show", "stuck").map(\.state)
        #expect([["delivering"], ["unknown"]].contains(state))
        #expect(setup.fixture.deliveries.count == 1)
        await setup.portal.release()
        try await setup.fixture.waitForDeliveries(2)
        #expect(setup.portal.added.elements.map(\.title) == ["barrier", "Stuck"])
    }

    @Test func anAnswerAfterTheDeadlineIsHeard() async throws {
        let bus = try await PrivateBus()
        let portal = try await FakePortal(on: bus)
        let client = PortalClient(connection: try bus.connect(), timeout: 200)
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
