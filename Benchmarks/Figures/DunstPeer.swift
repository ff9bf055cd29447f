import Foundation
import GLibBridge
import NotificationServer
import TestSupport

/// dunst, a notification server that people call small, under a display of its own.
enum DunstPeer {
    /// The memory that is dunst's own after its first bubble, in kilobytes; `nil` where it is not installed.
    static func memory() async throws -> Int? {
        let runner = Program(path: "/usr/bin/xvfb-run")
        guard runner.isBuilt, Program(path: "/usr/bin/dunst").isBuilt else { return nil }
        let bus = try await PrivateBus()
        defer { bus.close() }
        let run = try runner.start(["-a", "dunst"], environment: bus.environment)
        let client = try bus.connect()
        let name = "org.freedesktop.Notifications"
        _ = try client.waitForOwner(of: name, milliseconds: 20_000) {
            _ throws(FigureFailure) in
        }
        let bubble = ProgramStart(
            arguments: ["notify-send", "T", "B"],
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address]
        )
        _ = try bubble.output()
        guard let process = client.processID(of: name) else { return nil }
        let memory = Machine.ownMemory(of: process)
        // Its end is that of the display.
        kill(process, SIGTERM)
        _ = try await run.waitForExit()
        return memory
    }
}
