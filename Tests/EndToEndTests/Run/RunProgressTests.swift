import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// `run --progress`: the progress of a command in its notification, and the button *Stop*.
@Suite(.serialized) struct RunProgressTests {
    private func start(
        _ script: String,
        _ fixture: AgentFixture
    ) throws -> RunningProgram {
        try AgentFixture.command.start(
            ["run", "--progress", "--title", "Job", "--", "sh", "-c", script],
            environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
        )
    }

    private func value(_ received: FakeNotificationServer.Received) -> Variant? {
        received.call.hints.first { $0.name == "value" }?.value
    }

    @Test(arguments: [false, true]) func progressIsShownInPlace(drawsValue: Bool) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(
            on: fixture.bus,
            as: drawsValue ? .dunst : .standard
        )
        let icons = await LauncherIconRecorder(on: fixture.client)
        let running = try start(
            "read x; printf '\\033]9;4;1;25\\007'; read x; printf 'a\\033]9;4;1;7'; printf '5\\033\\\\b'; read x; exit 1",
            fixture
        )
        let first = try await server.next(within: 30)
        #expect(first.call.summary == "Running: Job")
        // dunst has its buttons in a menu.
        let choices = drawsValue ? "\nMiddle-click to choose: Stop" : ""
        #expect(first.call.body == "Running" + choices)
        #expect(value(first) == nil)
        #expect(first.call.actions.contains { $0.label == "Stop" })
        for percent in [25, 75] {
            running.write("\n")
            let call = try await server.next(within: 30)
            #expect(value(call) == .int32(Int32(percent)))
            #expect(call.call.body == (drawsValue ? "Running\(choices)" : "Running: \(percent) %"))
            #expect(call.call.replacesID == first.id)
        }
        running.write("\n")
        let last = try await server.next(within: 30)
        #expect(last.call.summary == "Failed: Job")
        #expect(last.call.replacesID == first.id)
        #expect(value(last) == nil)
        #expect(!last.call.actions.contains { $0.label == "Stop" })
        let outcome = try await running.waitForExit()
        #expect(outcome.code == 1)
        #expect(outcome.output == "\u{1B}]9;4;1;25\u{7}a\u{1B}]9;4;1;75\u{1B}\\b")
        #expect(try await fixture.listed("list", "delivered").count == 1)
        // At most one update a second: the icon may miss one of them.
        _ = try await icons.progress.wait(30, "the icon") {
            $0.contains(0.25) || $0.contains(0.75) ? true : nil
        }
    }

    @Test func aBurstIsOneUpdate() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let script =
            "read x; for n in $(seq 1 100); do printf '\\033]9;4;1;%s\\007' $n; done; read x"
        let running = try start(script, fixture)
        _ = try await server.next(within: 30)
        running.write("\n")
        let update = try await server.next(within: 30)
        #expect(update.call.body == "Running: 100 %")
        running.write("\n")
        #expect(try await server.next(within: 30).call.summary == "Done: Job")
        #expect(try await running.waitForExit().code == 0)
    }

    @Test func stopEndsTheCommand() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try start("echo started; exec sleep 600", fixture)
        let received = try await server.next(within: 30)
        try await running.waitForOutput("started")
        let key = try #require(received.call.actions.first { $0.label == "Stop" }?.key)
        await server.click(received.id, key)
        #expect(try await running.waitForExit().status == .signal(SIGTERM))
        #expect(try await server.next(within: 30).call.summary == "Failed: Job")
    }

    /// What is too short to be reported is not shown while it runs either.
    @Test func aShortCommandShowsNothing() async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(
            ["run", "--progress", "--if-longer", "1h", "--", "printf", "\\033]9;4;1;25\\007"]
        )
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        #expect(fixture.owners.elements.isEmpty)
    }

    /// Who closes the notification sees the end alone.
    @Test func aClosedNotificationComesBackAtTheEnd() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let running = try start("read x; printf '\\033]9;4;1;50\\007'; read x", fixture)
        let received = try await server.next(within: 30)
        await server.close(received.id)
        _ = try await fixture.events.wait(30, "the dismissal") {
            $0.contains { $0.event == "dismissed" } ? true : nil
        }
        running.write("\n\n")
        #expect(try await server.next(within: 30).call.summary == "Done: Job")
        #expect(try await running.waitForExit().code == 0)
    }
}

/// The progress that is reported to docks and task bars.
@GLibActor
private final class LauncherIconRecorder {
    nonisolated let progress = Recorder<Double>()
    private var subscription: BusSubscription?

    init(on connection: BusConnection) {
        let progress = progress
        subscription = connection.subscribe(
            to: "Update",
            interface: "com.canonical.Unity.LauncherEntry",
            sender: nil,
            path: nil
        ) { signal in
            if let value = signal.parameters[1]?["progress"]?.double { progress.append(value) }
        }
    }
}
