import Foundation
import GLibBridge
import Glibc
import NotificationServer
import TestSupport

/// A screen with one notification server of a small desktop, and a pointer.
final class ServerScreen: Sendable {
    static let (width, height) = (1_280, 800)

    let server: SmallServer
    let fixture: AgentFixture
    /// What a program on the screen gets.
    let environment: [String: String]
    private let display: ProgramGroup
    /// The folder of sway; `nil` for X.
    private let folder: String?
    private let pointer: VirtualPointer?
    /// The server, and those before it.
    private let processes = Recorder<ProgramGroup>()
    private let owners = Recorder<String?>()
    private let watch: BusSubscription

    /// Starts both, and returns once the server has its name.
    ///
    /// - Parameter settings: more lines of sway's configuration.
    init(_ server: SmallServer, on fixture: AgentFixture, sway settings: String = "") async throws {
        self.server = server
        self.fixture = fixture
        var variables = [
            "NO_AT_BRIDGE": "1", "LIBGL_ALWAYS_SOFTWARE": "1",
            // A file below the test's folder, which a program changes for another one.
            "GSETTINGS_BACKEND": "keyfile",
            // GTK ends the program where it finds no picture of its own.
            "XDG_DATA_DIRS": "/usr/local/share:/usr/share", "XDG_CONFIG_DIRS": "/etc/xdg",
        ]
        let surroundings = fixture.bus.environment([:])
        if server.isWayland {
            let folder = "\(NSTemporaryDirectory())nsched-sway-\(UInt32.random(in: 0...UInt32.max))"
            let socket = "\(folder)/wayland-1"
            self.folder = folder
            display = try Self.startSway(in: folder, settings, surroundings)
            pointer = try await poll(30, "a pointer of sway: \(display.log)") {
                try? VirtualPointer(path: socket, size: (Self.width, Self.height))
            }
            // Programs look for it in the runtime folder of the bus, and fnott makes a name of its own of that.
            try FileManager.default.createSymbolicLink(
                atPath: "\(fixture.bus.directory)/run/wayland-1",
                withDestinationPath: socket
            )
            variables["WAYLAND_DISPLAY"] = "wayland-1"
            variables["GDK_BACKEND"] = "wayland"
            variables["SWAYSOCK"] = "\(folder)/ipc"
        } else {
            display = try ProgramGroup(
                [
                    "/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0",
                    "\(Self.width)x\(Self.height)x24", "-nolisten", "tcp",
                ],
                environment: surroundings
            )
            let number = try await display.program.waitForOutput("\n", within: 30)
            variables["DISPLAY"] = ":\(number.trimmingCharacters(in: .whitespacesAndNewlines))"
            pointer = nil
            folder = nil
        }
        environment = fixture.bus.environment(variables)
        watch = await fixture.client.watchName(NotificationServer.name) { [owners] in
            owners.append($0)
        }
        try server.configure(in: fixture.directory)
        try await startServer()
    }

    /// sway ends where it could become root again, so another user runs it where the tests are root's.
    private static func startSway(
        in folder: String,
        _ settings: String,
        _ environment: [String: String]
    ) throws -> ProgramGroup {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        let config = "\(folder)/config"
        try "output HEADLESS-1 resolution \(width)x\(height)\nxwayland disable\n\(settings)"
            .write(toFile: config, atomically: true, encoding: .utf8)
        var command = ["/usr/bin/sway", "--config", config]
        if geteuid() == 0 {
            let nobody: uid_t = 65_534
            chown(folder, nobody, nobody)
            command =
                ["/usr/bin/setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"]
                + command
        }
        let variables = [
            "XDG_RUNTIME_DIR": folder, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
            "WLR_LIBINPUT_NO_DEVICES": "1", "SWAYSOCK": "\(folder)/ipc",
        ]
        return try ProgramGroup(command, environment: environment.merging(variables) { $1 })
    }

    /// Starts the server, and waits for its name.
    func startServer() async throws {
        let group = try ProgramGroup(server.command, environment: environment)
        processes.append(group)
        do {
            _ = try await owners.wait(30, "the name of \(server.name)") {
                $0.last.flatMap(\.self) == nil ? nil : true
            }
        } catch {
            throw StartFailureInTest(what: "\(error): \(group.log)")
        }
    }

    /// Ends the server, and waits for the end of its name.
    func stopServer() async throws {
        try await processes.elements.last?.stop()
        _ = try await owners.wait(30, "the end of \(server.name)") {
            $0.last.flatMap(\.self) == nil ? true : nil
        }
    }

    /// Ends all of it.
    func close() async {
        try? await processes.elements.last?.stop()
        try? await display.stop()
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
        withExtendedLifetime(watch) {}
    }

    /// Takes a picture of the screen into a file.
    func takePicture(_ path: String) async throws {
        try await run(server.isWayland ? ["grim", path] : ["import", "-window", "root", path])
    }

    /// Returns the pixels of the screen, without a panel.
    func picture() async throws -> Picture {
        let path = "\(fixture.directory)/screen-\(UInt32.random(in: 0...UInt32.max)).png"
        try await takePicture(path)
        defer { unlink(path) }
        guard server.hasPanel else { return try await Picture(path: path) }
        try await Picture.crop(
            path,
            to: Frame(x: 0, y: 0, width: Self.width, height: Self.height - 50)
        )
        return try await Picture(path: path)
    }

    /// Waits until a panel is drawn, and returns the pixels of the screen before the first bubble.
    func emptyPicture() async throws -> Picture {
        let path = "\(fixture.directory)/start.png"
        try await poll(60, "the panel of \(server.name)") {
            guard server.hasPanel else { return true }
            try await takePicture(path)
            return try await Picture(path: path).isPlain ? nil : true
        }
        return try await picture()
    }

    /// Waits until the programs on the screen have drawn what they draw, and returns its pixels.
    func settledPicture() async throws -> Picture {
        var last = try await picture()
        return try await poll(30, "a screen that stands still") {
            let next = try await picture()
            defer { last = next }
            return next.frame(differingFrom: last) == nil ? next : nil
        }
    }

    /// Waits until something is on the screen that stands still, and returns where that is.
    func bubble(besides empty: Picture) async throws -> Frame {
        // Its colours may change, as those of a critical one of MATE do.
        var last: Frame?
        return try await poll(30, "a bubble of \(server.name)") {
            let frame = try await picture().frame(differingFrom: empty)
            defer { last = frame }
            return frame == last ? frame : nil
        }
    }

    /// Waits until the screen is as it was.
    func waitForEnd(_ empty: Picture, within seconds: Double = 30) async throws {
        try await poll(seconds, "an empty screen of \(server.name)") {
            try await picture().frame(differingFrom: empty) == nil ? true : nil
        }
    }

    /// Presses a button of the mouse.
    ///
    /// - Parameter button: 1 for the left one, 2 for the middle one, 3 for the right one.
    func click(_ point: Point, button: Int = 1) async throws {
        if let pointer {
            let codes: [UInt32] = [0x110, 0x112, 0x111]
            return try await pointer.click(point, button: codes[button - 1])
        }
        try await run(["xdotool", "mousemove", "\(point.x)", "\(point.y)", "click", "\(button)"])
    }

    /// Opens a dialog of zenity's, types a line into it and presses Return.
    func type(_ line: String, afterOpening open: () async throws -> Void) async throws {
        guard server.isWayland else {
            try await open()
            // Most have no window manager beside them, which would give it the focus.
            let found = try await run([
                "xdotool", "search", "--sync", "--onlyvisible", "--class", "zenity",
            ])
            let window = found.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
            try await run(["xdotool", "windowfocus", "--sync", window])
            try await run(["xdotool", "type", "--delay", "40", line])
            try await run(["xdotool", "key", "Return"])
            return
        }
        // A window that gets the focus before there is any keyboard misses the first keys of one.
        let keyboard = try ProgramGroup(["wtype", "-s", "600000"], environment: environment)
        try await poll(30, "a keyboard of sway") {
            try await run(["swaymsg", "-t", "get_inputs"]).contains("keyboard") ? true : nil
        }
        try await open()
        try await poll(30, "a dialog with the focus") {
            try await windows("focused").contains { $0.lowercased().contains("zenity") }
                ? true : nil
        }
        // GTK 3 does not know the last key of a keyboard.
        try await run(["wtype", "-d", "40", line, "-k", "Return", "-k", "Left"])
        try await keyboard.stop()
    }

    /// Returns the names of the apps whose windows on sway have a property, such as `focused` and `urgent`.
    func windows(_ property: String) async throws -> [String] {
        try await run([
            "sh", "-c",
            "swaymsg -t get_tree | jq -r '.. | select(.app_id? and .\(property)? == true) | .app_id'",
        ])
        .split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Waits until the one window on sway with a property is that of an app.
    ///
    /// - Parameter group: the program, for what it says.
    func waitForWindow(_ property: String, _ app: String, _ group: ProgramGroup? = nil) async throws
    {
        var last: [String] = []
        do {
            try await poll(30, "the \(property) window of \(app)") {
                last = try await windows(property)
                return last == [app] ? true : nil
            }
        } catch {
            throw StartFailureInTest(what: "\(error): it is \(last), \(group?.log ?? "")")
        }
    }

    /// Moves the pointer to a corner where no bubble is.
    func lookAway() async throws {
        let corner = Point(x: 2, y: Self.height - 2)
        if let pointer { return try pointer.move(corner) }
        try await run(["xdotool", "mousemove", "\(corner.x)", "\(corner.y)"])
    }

    /// Runs a program on the screen to its end.
    @discardableResult
    func run(_ command: [String]) async throws -> String {
        let outcome = try await Program(path: "/usr/bin/env").run(command, environment: environment)
        guard outcome.code == 0 else {
            throw StartFailureInTest(
                what: "\(command): \(outcome); \(processes.elements.last?.log ?? "")"
            )
        }
        return outcome.output
    }
}
