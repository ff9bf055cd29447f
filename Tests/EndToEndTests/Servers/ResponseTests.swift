import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// What the user does with a bubble.
@Suite(.serialized) struct ResponseTests {
    /// Leaves the bubble there after a click.
    private static let open = ServerProfile(
        identity: ServerProfile.standard.identity,
        capabilities: ServerProfile.standard.capabilities,
        reasonAfterAction: nil
    )

    /// Nobody offered it, so nobody chose it.
    @Test func aButtonThatItNeverHadIsNoAnswer() async throws {
        let shown = try await Shown(as: Self.open)
        await shown.server.click(shown.id, "bogus")
        try await shown.settle()
        #expect(try await shown.fixture.listed("list", "delivered").map(\.identifier) == ["one"])
        #expect(shown.fixture.responses.map(\.identifier) == ["settled"])
    }

    /// A fixture with one bubble that has two buttons.
    private struct Shown {
        let fixture: AgentFixture
        let server: FakeNotificationServer
        let recorder: CommandRecorder
        let id: UInt32

        init(as profile: ServerProfile = .standard) async throws {
            fixture = try await AgentFixture()
            server = try await FakeNotificationServer(on: fixture.bus, as: profile)
            recorder = try await CommandRecorder(in: fixture)
            try recorder.configure(["clock": "\(recorder.program) %{m}"])
            try await fixture.add(
                "T",
                "--id",
                "one",
                "--action",
                "A=clock:?m=1",
                "--action",
                "B=clock:?m=2",
                "--action",
                "Nobody=nobody://x"
            )
            id = try await server.next(within: 30).id
            try await fixture.waitForDeliveries()
        }

        /// Adds another one, dismisses it and waits for that: what came before has been heard then.
        func settle() async throws {
            try await fixture.add("settled", "--id", "settled")
            let bubble = try await server.call(titled: "settled")
            _ = try await fixture.events.wait(30, "the delivery") { events in
                events.contains { $0.event == "delivered" && $0.identifier == "settled" }
                    ? true : nil
            }
            await server.close(bubble.id, .dismissed)
            _ = try await fixture.events.wait(30, "the dismissal") { events in
                events.contains { $0.event == "dismissed" && $0.identifier == "settled" }
                    ? true : nil
            }
        }

        var responses: [RequestEvent] {
            fixture.responses.filter { $0.identifier != "settled" }
        }

        func delivered() async throws -> [String] {
            try await fixture.listed("list", "delivered").map(\.identifier)
        }
    }

    @Test func aDismissedOneLeavesTheList() async throws {
        let shown = try await Shown()
        await shown.server.close(shown.id, .dismissed)
        let response = try await shown.fixture.waitForResponses()[0]
        #expect(response.event == "dismissed")
        #expect(try await shown.delivered() == [])
        #expect(shown.recorder.isUntouched)
    }

    @Test(arguments: [ClosedReason.expired, .closedByCall, .undefined])
    func oneThatRanOutStaysInTheList(reason: ClosedReason) async throws {
        let shown = try await Shown()
        await shown.server.close(shown.id, reason)
        try await shown.settle()
        #expect(try await shown.delivered() == ["one"])
        #expect(shown.responses.isEmpty)
    }

    @Test(
        arguments: [
            ServerProfile.gnomeShell, .plasma, .dunst, .notificationDaemon,
        ],
        [FakeNotificationServer.SignalOrder.actionFirst, .closedFirst]
    )
    func actionAndCloseInEitherOrderAreOneResponse(
        profile: ServerProfile,
        order: FakeNotificationServer.SignalOrder
    ) async throws {
        let shown = try await Shown(as: profile)
        await shown.server.click(shown.id, "action-2", order: order)
        #expect(try await shown.recorder.expectCalls(["2"]))
        try await shown.settle()
        #expect(shown.responses.map(\.action) == ["action-2"])
        #expect(try await shown.delivered() == [])
    }

    @Test func aSecondActionIsDropped() async throws {
        let shown = try await Shown(as: .dunst)
        await shown.server.click(shown.id, "action-1")
        await shown.server.click(shown.id, "action-2")
        #expect(try await shown.recorder.expectCalls(["1"]))
        try await shown.settle()
        #expect(shown.responses.map(\.action) == ["action-1"])
        #expect(try await shown.recorder.expectCalls(["1"]))
    }

    @Test func strangersAreNotHeard() async throws {
        let shown = try await Shown(as: .notificationDaemon)
        let stranger = try shown.fixture.bus.connect()
        for (name, value) in [
            ("ActionInvoked", Variant.string("action-1")), ("NotificationClosed", .uint32(2)),
        ] {
            try stranger.emit(
                name,
                interface: NotificationServer.name,
                path: NotificationServer.path,
                .tuple([.uint32(shown.id), value])
            )
        }
        stranger.flush()
        // Answered after the signals went out: the bus keeps a sender's order.
        _ = stranger.nameOwner(NotificationServer.name)
        try await shown.settle()
        #expect(shown.responses.isEmpty)
        #expect(shown.recorder.isUntouched)
        #expect(try await shown.delivered() == ["one"])
    }

    @Test func aClickThatOpensNothingSaysSo() async throws {
        let shown = try await Shown()
        await shown.server.click(shown.id, "action-3")
        let problem = try await shown.server.next(within: 30)
        #expect(problem.call.summary == "“T” could not be opened")
        #expect(problem.call.body.hasPrefix("nothing opens nobody: URLs; add [Scheme nobody]"))
        let response = try await shown.fixture.waitForResponses()[0]
        #expect(response.arguments.isEmpty)
        #expect(response.problem?.hasPrefix("nothing opens nobody:") == true)
        #expect(shown.recorder.isUntouched)
    }

    /// The thread pool's monitor would wake the process every second, for good.
    @Test func nothingInTheAgentEverStartsTheThreadPool() async throws {
        let shown = try await Shown()
        await shown.server.click(shown.id, "action-1")
        #expect(try await shown.recorder.expectCalls(["1"]))
        try await shown.settle()
        try await shown.fixture.add("later", "--in", "1h")
        let tasks = "/proc/\(try shown.fixture.agentID())/task"
        let threads = try FileManager.default.contentsOfDirectory(atPath: tasks).map { thread in
            try String(contentsOfFile: "\(tasks)/\(thread)/comm", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        // GLib's own come and go, but sleep while nothing happens.
        let library: Set = ["gmain", "gdbus", "pool-spawner", "dconf worker"]
        let own = threads.filter { !library.contains($0) }
        // The one that reads desktop files waits for the next one.
        #expect(own.sorted() == ["apps", "glib", "libnotify", "notify-agent", "scheduler"])
    }
}
