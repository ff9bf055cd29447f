import Foundation
import GLibBridge
import NotificationServer
import TestSupport

/// Plasma on an X server without a screen, or on Wayland in a window of that.
///
/// It tells what it shows through the accessibility bus.
final class Plasma: WholeDesktop {
    let fixture: AgentFixture
    let programs = Recorder<DesktopProgram>()
    private let isOnWayland: Bool
    private let isMirrored: Bool
    private let display = Recorder<String>()
    private let accessibility = Recorder<BusConnection>()

    private static let waylandDisplay = "wayland-0"

    /// Makes the bus and the files.
    ///
    /// - Parameter isMirrored: whether its screen is that of a language from right to left.
    init(isOnWayland: Bool = false, isMirrored: Bool = false) async throws {
        self.isOnWayland = isOnWayland
        self.isMirrored = isMirrored
        fixture = try await AgentFixture()
    }

    func start() async throws {
        let screen = try start(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
            environment: fixture.bus.environment
        )
        let number = try await screen.program.waitForOutput("\n", within: 30)
        display.append(":\(number.trimmingCharacters(in: .whitespacesAndNewlines))")
        if isOnWayland { try await startWayland() }
        // plasmashell ends where nobody manages activities.
        try start([try Self.program("kactivitymanagerd")], environment: environment)
        if !isOnWayland {
            // That of Plasma 6, else that of 5.
            let keys = (try? Self.program("kglobalacceld")) ?? "kglobalaccel5"
            try start([keys], environment: environment)
            try start(["kwin_x11", "--replace"], environment: environment)
        }
        try await fixture.waitForName("org.kde.ActivityManager")
        // After the others: a registry that meets them in their first moments does not last.
        try start(
            ["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"],
            environment: environment
        )
        try await fixture.waitForName("org.a11y.Bus")
        let address = try await fixture.client.call(
            "GetAddress",
            on: BusDestination(
                name: "org.a11y.Bus",
                path: "/org/a11y/bus",
                interface: "org.a11y.Bus"
            )
        )
        accessibility.append(try BusConnection.connect(to: address[0]?.string ?? ""))
        try await startShell()
    }

    private func startWayland() async throws {
        // Debian's file has a capability that a container may not have, and a copy has none.
        let program = "\(fixture.directory)/kwin_wayland"
        try FileManager.default.copyItem(atPath: "/usr/bin/kwin_wayland", toPath: program)
        var environment = environment
        environment["QT_QPA_PLATFORM"] = nil
        environment["WAYLAND_DISPLAY"] = nil
        environment["KWIN_COMPOSE"] = "Q"
        try start(
            [
                program, "--x11-display", environment["DISPLAY"] ?? "", "--width", "1280",
                "--height", "800", "--socket", Self.waylandDisplay, "--no-lockscreen",
                "--no-global-shortcuts",
            ],
            environment: environment
        )
        let socket = "\(environment["XDG_RUNTIME_DIR"] ?? "")/\(Self.waylandDisplay)"
        _ = try await wait(60, "KWin's socket") {
            FileManager.default.fileExists(atPath: socket) ? true : nil
        }
        try await fixture.waitForName("org.kde.KWin")
    }

    func restartShell() async throws {
        try await stop("plasmashell")
        try await fixture.waitForNoName(NotificationServer.name)
        try await startShell()
    }

    private func startShell() async throws {
        let direction = isMirrored ? ["-reverse"] : []
        try start(["plasmashell", "--no-respawn"] + direction, environment: environment)
        try await fixture.waitForName(NotificationServer.name)
        // Bubbles from before the panel is there would move with it.
        _ = try await wait(60, "Plasma's panel") {
            for object in await shellObject()?.descendants(depth: 2) ?? [] {
                if await object.name() == "Digital Clock", await object.frame() != nil {
                    return true
                }
            }
            return nil
        }
    }

    /// Finds a program that only other programs start.
    private static func program(_ name: String) throws -> String {
        let folders =
            ["/usr/libexec"]
            + ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? [])
            .map { "/usr/lib/\($0)/libexec" }
        let path = folders.lazy.map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let path else { throw StartFailureInTest(what: "no \(name) in \(folders)") }
        return path
    }

    var environment: [String: String] {
        let session =
            isOnWayland
            ? [
                "WAYLAND_DISPLAY": Self.waylandDisplay, "XDG_SESSION_TYPE": "wayland",
                "QT_QPA_PLATFORM": "wayland",
                // KWin finds in the menu which programs may raise the windows of others.
                "XDG_CONFIG_DIRS": "/etc/xdg", "XDG_MENU_PREFIX": "plasma-",
            ] : ["XDG_SESSION_TYPE": "x11", "QT_QPA_PLATFORM": "xcb"]
        return fixture.bus.environment(
            [
                "DISPLAY": display.elements.last ?? "",
                "XDG_CURRENT_DESKTOP": "KDE",
                "KDE_FULL_SESSION": "true",
                "KDE_SESSION_VERSION": "5",
                "QT_QUICK_BACKEND": "software",
                "QT_ACCESSIBILITY": "1",
                "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
                "LIBGL_ALWAYS_SOFTWARE": "1",
                "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
            ].merging(session) { $1 }
        )
    }
}

extension Plasma {
    func shownBubble() async throws -> ShownBubble? {
        for window in await bubbleWindows() {
            guard let place = await window.object.frame() else { continue }
            return await bubble(of: window.notification, among: window.parts, place)
        }
        return nil
    }

    func titles() async throws -> [String] {
        var titles: [String] = []
        for window in await bubbleWindows() { titles.append(await window.notification.name()) }
        return titles
    }

    private func bubbleWindows() async -> [BubbleWindow] {
        var windows: [BubbleWindow] = []
        for object in await shellObject()?.children() ?? [] {
            let parts = await object.children()
            for part in parts {
                switch await part.role() {
                case "notification":
                    windows.append(BubbleWindow(object: object, parts: parts, notification: part))
                case "list item":
                    // Plasma 6 has it, and its buttons inside it, in a list of one.
                    for part in await part.children() where await part.role() == "notification" {
                        let inner = await part.descendants()
                        windows.append(
                            BubbleWindow(object: object, parts: inner, notification: part)
                        )
                    }
                default: break
                }
            }
        }
        var drawn: [BubbleWindow] = []
        for window in windows where await window.notification.frame() != nil {
            drawn.append(window)
        }
        return drawn
    }

    private func bubble(
        of notification: AccessibleObject,
        among parts: [AccessibleObject],
        _ place: Frame
    ) async -> ShownBubble {
        var texts = [await notification.name()]
        // Headings are the app, and the title once more.
        for part in await notification.descendants() where await part.role() != "heading" {
            // Rich text ends with a blank of its own.
            if let text = await part.text(), await part.frame() != nil {
                texts.append(text.trimmingCharacters(in: .whitespaces))
            }
        }
        var buttons: [ShownBubble.Button] = []
        var closeButton: Frame?
        for part in parts where ["push button", "button"].contains(await part.role()) {
            guard let frame = await part.frame() else { continue }
            // Those in the head are the desktop's own.
            if frame.y > place.y + 30 {
                buttons.append(ShownBubble.Button(label: await part.name(), frame: frame))
            } else if await part.name() == "Close" {
                closeButton = frame
            }
        }
        return ShownBubble(
            frame: place,
            texts: texts,
            buttons: buttons.sorted { ($0.frame.y, $0.frame.x) < ($1.frame.y, $1.frame.x) },
            closeButton: closeButton
        )
    }

    func movePointer(to point: Point) async throws {
        try await tool(["xdotool", "mousemove", "\(point.x)", "\(point.y)"])
    }

    func click(_ point: Point) async throws {
        try await tool(["xdotool", "mousemove", "\(point.x)", "\(point.y)", "click", "1"])
    }

    func waitForDialog() async throws {
        try await tool(["xdotool", "search", "--sync", "--onlyvisible", "--class", "zenity"])
    }

    func type(_ line: String) async throws {
        try await tool(["xdotool", "type", "--delay", "40", line])
        try await tool(["xdotool", "key", "Return"])
    }

    func pressReturn() async throws { try await tool(["xdotool", "key", "Return"]) }

    func search(
        _ text: String,
        until isRight: @Sendable ([String]) -> Bool
    ) async throws -> [String] {
        if !programs.elements.contains(where: { $0.name == "krunner" }) {
            try start(["krunner", "--daemon"], environment: environment)
            try await fixture.waitForName("org.kde.krunner")
        }
        // Return closes the window a moment later.
        _ = try await wait(30, "the end of an earlier search") {
            try await isSearching() ? nil : true
        }
        _ = try await wait(30, "the window of KRunner") {
            _ = try await fixture.client.call(
                "display",
                on: BusDestination(
                    name: "org.kde.krunner",
                    path: "/App",
                    interface: "org.kde.krunner.App"
                )
            )
            return try await isSearching() ? true : nil
        }
        try await tool(["xdotool", "type", "--delay", "40", text])
        // It completes what was typed by an earlier search, and selects that.
        try await tool(["xdotool", "key", "Delete"])
        return try await wait(60, "the results of \(text)") {
            var shown: [String] = []
            for object in await object(of: "krunner")?.descendants(depth: 12) ?? []
            where await object.frame() != nil {
                let name = await object.name()
                if !name.isEmpty { shown.append(name) }
            }
            return isRight(shown) ? shown : nil
        }
    }

    /// Whether the window of KRunner is shown.
    private func isSearching() async throws -> Bool {
        let words = ["xdotool", "search", "--onlyvisible", "--class", "krunner"]
        return try await Program(path: "/usr/bin/env").run(words, environment: environment).code
            == 0
    }

    func takePicture(_ path: String) async throws {
        try await tool(["import", "-window", "root", path])
    }

    /// Does what its global shortcut does, which has no keys in a new session.
    func setDoNotDisturb(_ isOn: Bool) async throws {
        let inhibited: () async throws -> Bool? = {
            try await self.fixture.client.call(
                "Get",
                on: BusDestination(
                    name: NotificationServer.name,
                    path: "/org/freedesktop/Notifications",
                    interface: "org.freedesktop.DBus.Properties"
                ),
                .tuple([.string(NotificationServer.name), .string("Inhibited")])
            )[0]?.unboxed?.boolean
        }
        guard try await inhibited() != isOn else { return }
        _ = try await fixture.client.call(
            "invokeShortcut",
            on: BusDestination(
                name: "org.kde.kglobalaccel",
                path: "/component/plasmashell",
                interface: "org.kde.kglobalaccel.Component"
            ),
            .tuple([.string("toggle do not disturb")])
        )
        _ = try await wait(30, "do-not-disturb \(isOn)") {
            try await inhibited() == isOn ? true : nil
        }
    }

    private func shellObject() async -> AccessibleObject? { await object(of: "plasmashell") }

    private func object(of name: String) async -> AccessibleObject? {
        guard let bus = accessibility.elements.last else { return nil }
        for program in await AccessibleObject.root(bus).children()
        where await program.name() == name {
            return program
        }
        return nil
    }

    private func tool(_ command: [String]) async throws {
        let outcome = try await Program(path: "/usr/bin/env").run(command, environment: environment)
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
    }
}

/// A window of Plasma's with a bubble in it.
private struct BubbleWindow {
    let object: AccessibleObject
    let parts: [AccessibleObject]
    let notification: AccessibleObject
}
