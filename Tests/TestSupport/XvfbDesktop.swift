import Foundation
import GLibBridge
import NotificationServer

/// An X server without a screen, with a real notification server on a test's bus.
package final class XvfbDesktop: Sendable {
    /// A window on the screen.
    package struct Window: Sendable, CustomStringConvertible {
        package let id: String
        package let x: Int
        package let y: Int
        package let width: Int
        package let height: Int

        /// Its place, for messages.
        package var description: String { "window \(id), \(width)x\(height)+\(x)+\(y)" }
    }

    /// The command of notification-daemon.
    package static let notificationDaemon = ["/usr/lib/notification-daemon/notification-daemon"]
    /// dunst, which writes to its output what it shows.
    package static let dunst = ["/usr/bin/dunst", "-print"]
    /// The server of MATE, which Debian 13 has in another folder.
    package static let mate = [
        "sh", "-c", "exec /usr/lib*/mate-notification-daemon/mate-notification-daemon",
    ]
    /// The server of LXQt.
    package static let lxqt = ["/usr/bin/lxqt-notificationd"]
    /// The server of Xfce, which is in the folder of the machine's kind.
    package static let xfce = ["sh", "-c", "exec /usr/lib/*/xfce4/notifyd/xfce4-notifyd"]
    private static let width = 1280
    /// The height of the screen, in pixels.
    package static let height = 800

    private let display: String
    private let fixture: AgentFixture
    private let screen: RunningProgram
    /// The notification server.
    package let server: RunningProgram

    /// Starts both, and returns once the server has its name.
    package init(
        on fixture: AgentFixture,
        server command: [String] = notificationDaemon
    ) async throws {
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
                "DISPLAY": display, "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory",
                // GTK ends the program where it finds no picture of its own.
                "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
            ])
        )
        _ = try await owners.wait(30, "the notification server's name") {
            $0.last == .some(nil) || $0.isEmpty ? nil : true
        }
        withExtendedLifetime(watch) {}
    }

    /// Waits for a bubble.
    ///
    /// - Parameter name: what the class of its window contains.
    package func bubble(_ name: String = "notif") async throws -> Window {
        let found = try await tool([
            // The titles differ, and that of LXQt's window is no title of X's own.
            "search", "--sync", "--onlyvisible", "--class", name, "getwindowgeometry", "--shell",
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
    package func click(_ window: Window, fromRight: Int, fromBottom: Int) async throws {
        _ = try await tool([
            "mousemove", "\(window.x + window.width - fromRight)",
            "\(window.y + window.height - fromBottom)", "click", "1",
        ])
    }

    /// Keeps a picture of the screen and gives its path.
    package func screenshot(_ name: String) async throws -> String {
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

    /// What a program on the display gets.
    package var environment: [String: String] { fixture.bus.environment(["DISPLAY": display]) }

    private func tool(_ arguments: [String]) async throws -> String {
        try await run(["xdotool"] + arguments)
    }

    /// Runs a program on the display to its end, and gives its output.
    @discardableResult
    package func run(_ command: [String]) async throws -> String {
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
