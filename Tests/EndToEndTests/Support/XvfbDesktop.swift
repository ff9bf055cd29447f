import Foundation
import GLibBridge
import NotificationServer
import TestSupport

/// An X server without a screen, with a real notification server on a test's bus.
final class XvfbDesktop: Sendable {
    /// A window on the screen.
    struct Window: Sendable, CustomStringConvertible {
        let id: String
        let x: Int
        let y: Int
        let width: Int
        let height: Int

        var description: String { "window \(id), \(width)x\(height)+\(x)+\(y)" }
    }

    static let notificationDaemon = ["/usr/lib/notification-daemon/notification-daemon"]
    /// dunst, which writes to its output what it shows.
    static let dunst = ["/usr/bin/dunst", "-print"]
    private static let width = 1280
    private static let height = 800

    private let display: String
    private let fixture: AgentFixture
    private let screen: RunningProgram
    /// The notification server.
    let server: RunningProgram

    /// Starts both, and returns once the server has its name.
    init(on fixture: AgentFixture, server command: [String] = notificationDaemon) async throws {
        self.fixture = fixture
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        screen = try Program(path: "/usr/bin/env").start(
            [
                "Xvfb", "-displayfd", "1", "-screen", "0", "\(Self.width)x\(Self.height)x24",
                "-nolisten", "tcp",
            ],
            environment: ["PATH": path]
        )
        let number = try await screen.waitForOutput("\n", within: 30)
        display = ":\(number.trimmingCharacters(in: .whitespacesAndNewlines))"
        let owners = Recorder<String?>()
        let watch = await fixture.client.watchName(NotificationServer.name) { owners.append($0) }
        server = try Program(path: "/usr/bin/env").start(
            command,
            environment: fixture.bus.environment([
                "DISPLAY": display, "NO_AT_BRIDGE": "1",
                // GTK ends the program where it finds no picture of its own.
                "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
            ])
        )
        _ = try await owners.wait(30, "the notification server's name") {
            $0.last == .some(nil) || $0.isEmpty ? nil : true
        }
        withExtendedLifetime(watch) {}
    }

    /// Waits for the bubble.
    func bubble() async throws -> Window {
        let found = try await tool([
            "search", "--sync", "--onlyvisible", "--name", "^Notification$",
            "getwindowgeometry", "--shell",
        ])
        var values: [String: String] = [:]
        for line in found.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        func number(_ key: String) -> Int { values[key].flatMap { Int($0) } ?? -1 }
        return Window(
            id: values["WINDOW"] ?? "",
            x: number("X"),
            y: number("Y"),
            width: number("WIDTH"),
            height: number("HEIGHT")
        )
    }

    /// Clicks with the mouse, at a distance from a window's lower right corner.
    func click(_ window: Window, fromRight: Int, fromBottom: Int) async throws {
        _ = try await tool([
            "mousemove", "\(window.x + window.width - fromRight)",
            "\(window.y + window.height - fromBottom)", "click", "1",
        ])
    }

    /// Keeps a picture of the screen and gives its path.
    func screenshot(_ name: String) async throws -> String {
        let programs = URL(fileURLWithPath: Program.folder).resolvingSymlinksInPath().path
        let folder = "\(programs)/../../screenshots"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let path = URL(fileURLWithPath: "\(folder)/\(name).png").standardized.path
        let outcome = try await Program(path: "/usr/bin/env").run(
            ["import", "-window", "root", path],
            environment: environment
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
        return path
    }

    private var environment: [String: String] { fixture.bus.environment(["DISPLAY": display]) }

    private func tool(_ arguments: [String]) async throws -> String {
        try await run(["xdotool"] + arguments)
    }

    /// Runs a program on the display to its end, and gives its output.
    @discardableResult
    func run(_ command: [String]) async throws -> String {
        do {
            let outcome = try await Program(path: "/usr/bin/env").run(
                command,
                environment: environment
            )
            guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
            return outcome.output
        } catch {
            throw StartFailureInTest(
                what: "\(command): \(error)\nthe notification server: \(server.error)"
            )
        }
    }
}
