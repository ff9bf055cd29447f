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
        #expect(try await shown.desk.listed("list", "delivered").map(\.identifier) == ["one"])
        #expect(shown.desk.signals("Responded").map(\.identifier) == ["settled"])
    }

    /// A desk with one bubble that has two buttons.
    private struct Shown {
        let desk: Desk
        let server: ServerDouble
        let recorder: CommandRecorder
        let id: UInt32

        init(as profile: ServerProfile = .standard) async throws {
            desk = try await Desk()
            server = try await ServerDouble(on: desk.bus, as: profile)
            recorder = try await CommandRecorder(in: desk)
            try recorder.configure(["clock": "\(recorder.program) %{m}"])
            try await desk.add(
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
            _ = try await desk.waitForSignals("Delivered")
        }

        /// Adds another one, dismisses it and waits for that: what came before has been heard then.
        func settle() async throws {
            try await desk.add("settled", "--id", "settled")
            let bubble = try await server.call(titled: "settled")
            _ = try await desk.signals.wait(30, "the delivery") { signals in
                signals.contains { $0.name == "Delivered" && $0.identifier == "settled" }
                    ? true : nil
            }
            await server.close(bubble.id, .dismissed)
            _ = try await desk.signals.wait(30, "the dismissal") { signals in
                signals.contains { $0.name == "Responded" && $0.identifier == "settled" }
                    ? true : nil
            }
        }

        var responses: [Desk.Signal] {
            desk.signals("Responded").filter { $0.identifier != "settled" }
        }

        func delivered() async throws -> [String] {
            try await desk.listed("list", "delivered").map(\.identifier)
        }
    }

    @Test func aDismissedOneLeavesTheList() async throws {
        let shown = try await Shown()
        await shown.server.close(shown.id, .dismissed)
        let response = try await shown.desk.waitForSignals("Responded")[0]
        #expect(response.action == NotificationAction.dismissIdentifier)
        #expect(try await shown.delivered() == [])
        #expect(shown.recorder.isUntouched)
    }

    @Test(arguments: [ClosedReason.expired, .closedByCall, .undefined])
    func oneThatRanOutStaysInTheList(reason: ClosedReason) async throws {
        let shown = try await Shown()
        await shown.server.close(shown.id, reason)
        try await shown.settle()
        #expect(try await shown.delivered() == ["one"])
        #expect(shown.responses == [])
    }

    @Test(
        arguments: [
            ServerProfile.gnomeShell, .plasma, .dunst, .notificationDaemon,
        ],
        [ServerDouble.SignalOrder.actionFirst, .closedFirst]
    )
    func actionAndCloseInEitherOrderAreOneResponse(
        profile: ServerProfile,
        order: ServerDouble.SignalOrder
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
        let stranger = try shown.desk.bus.connect()
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
        #expect(shown.responses == [])
        #expect(shown.recorder.isUntouched)
        #expect(try await shown.delivered() == ["one"])
    }

    @Test func aClickThatOpensNothingSaysSo() async throws {
        let shown = try await Shown()
        await shown.server.click(shown.id, "action-3")
        let problem = try await shown.server.next(within: 30)
        #expect(problem.call.summary == "“T” could not be opened")
        #expect(problem.call.body.hasPrefix("nothing opens nobody: URLs; add [Scheme nobody]"))
        let response = try await shown.desk.waitForSignals("Responded")[0]
        #expect(response.details?["arguments"] == nil)
        #expect(response.details?["problem"]?.string?.hasPrefix("nothing opens nobody:") == true)
        #expect(shown.recorder.isUntouched)
    }

    /// The thread pool's monitor would wake the process every second, for good.
    @Test func nothingInTheAgentEverStartsTheThreadPool() async throws {
        let shown = try await Shown()
        await shown.server.click(shown.id, "action-1")
        #expect(try await shown.recorder.expectCalls(["1"]))
        try await shown.settle()
        try await shown.desk.add("later", "--in", "1h")
        let tasks = "/proc/\(try shown.desk.agentID())/task"
        let threads = try FileManager.default.contentsOfDirectory(atPath: tasks).map { thread in
            try String(contentsOfFile: "\(tasks)/\(thread)/comm", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        // GLib's own come and go, but sleep while nothing happens.
        let library: Set = ["gmain", "gdbus", "pool-spawner", "dconf worker"]
        let own = threads.filter { !library.contains($0) }
        #expect(own.sorted() == ["glib", "libnotify", "notify-agent", "scheduler"])
    }
}
