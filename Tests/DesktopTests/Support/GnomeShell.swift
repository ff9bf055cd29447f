import Foundation
import GLibBridge
import NotificationServer
import TestSupport

/// GNOME Shell on Wayland, headless, with its own notification service.
///
/// Its interface for looking inside, `org.gnome.Shell.Eval`, answers in unsafe mode alone.
final class GnomeShell: WholeDesktop {
    let fixture: AgentFixture
    let programs = Recorder<DesktopProgram>()
    private let systemBus: PrivateBus
    private let isMirrored: Bool

    /// Makes the buses and the files.
    ///
    /// - Parameter isMirrored: whether its screen is that of a language from right to left.
    init(isMirrored: Bool = false) async throws {
        self.isMirrored = isMirrored
        fixture = try await AgentFixture()
        systemBus = try await PrivateBus()
    }

    var environment: [String: String] {
        variables.merging(["WAYLAND_DISPLAY": "wayland-0"]) { $1 }
    }

    func start() async throws {
        // GNOME Shell does not start without a login manager. Debian's own Python has the double.
        try start(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"],
            environment: variables
        )
        let system = try await AgentFixture(on: systemBus)
        try await system.waitForName("org.freedesktop.login1")
        try await startShell()
    }

    func restartShell() async throws {
        try await stop("gjs")
        try await stop("gnome-shell")
        try await fixture.waitForNoName(NotificationServer.name)
        try await startShell()
    }

    private func startShell() async throws {
        try start(
            [
                "gnome-shell", "--unsafe-mode", "--headless", "--virtual-monitor", "1280x800",
                "--no-x11",
            ],
            environment: variables
        )
        try await fixture.waitForName("org.gnome.Shell")
        try await waitForGreeting()
        // It greets with the overview, and root with warnings, some of which come later.
        _ = try await evaluate(
            """
            // The pointer begins in the corner that opens the overview.
            new imports.gi.Gio.Settings({ schema_id: 'org.gnome.desktop.interface' })
                .set_boolean('enable-hot-corners', false);
            Main.overview.hide();
            // The newest have the second alone.
            const backend = imports.gi.Clutter.get_default_backend?.()
                ?? global.stage.context.get_backend();
            const seat = backend.get_default_seat();
            global.pointerOfTest = seat.create_virtual_device(
                imports.gi.Clutter.InputDeviceType.POINTER_DEVICE);
            global.keyboardOfTest = seat.create_virtual_device(
                imports.gi.Clutter.InputDeviceType.KEYBOARD_DEVICE);
            true
            """,
            as: Bool.self
        )
        _ = try await wait(60, "GNOME Shell's empty screen") {
            try await evaluate(
                """
                Main.messageTray.getSources().forEach(source => source.destroy());
                !Main.overview.visible && Main.messageTray._notificationState === 0 || null
                """,
                as: Bool.self
            )
        }
        try start(try Self.notificationService(), environment: variables)
        try await fixture.waitForName(NotificationServer.name)
    }

    /// The command of the notification service, as the bus would start it; it differs by version.
    private static func notificationService() throws -> [String] {
        let path = "/usr/share/dbus-1/services/org.gnome.Shell.Notifications.service"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("Exec=") }) else {
            throw StartFailureInTest(what: "no command in \(path)")
        }
        return line.dropFirst("Exec=".count).split(separator: " ").map(String.init)
    }

    /// Waits until it has drawn its first screen, and says what it answered last.
    ///
    /// On a busy machine that takes long now and then.
    private func waitForGreeting() async throws {
        var last = "no answer"
        do {
            _ = try await wait(180, "GNOME Shell's own greeting") {
                do {
                    let hasGreeted = try await evaluate(
                        "!Main.layoutManager._startingUp || null",
                        as: Bool.self
                    )
                    last = "\(hasGreeted, default: "not yet")"
                    return hasGreeted
                } catch {
                    last = "\(error)"
                    return nil
                }
            }
        } catch {
            throw StartFailureInTest(what: "\(error); its last answer was: \(last)")
        }
    }

    private var variables: [String: String] {
        fixture.bus.environment([
            "DBUS_SYSTEM_BUS_ADDRESS": systemBus.address,
            "XDG_SESSION_TYPE": "wayland",
            "XDG_CURRENT_DESKTOP": "GNOME",
            "CLUTTER_TEXT_DIRECTION": isMirrored ? "rtl" : "ltr",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1",
            // A file below the test's folder, so that the agent sees what the shell changes.
            "GSETTINGS_BACKEND": "keyfile",
            "XDG_DATA_DIRS": "\(fixture.directory)/share:/usr/local/share:/usr/share",
        ])
    }
}

extension GnomeShell {
    func shownBubble() async throws -> ShownBubble? {
        try await evaluate(
            """
            (() => {
                const { St, Clutter } = imports.gi;
                const banner = Main.messageTray._banner;
                const shown = 2;
                if (!banner || Main.messageTray._notificationState !== shown) return null;
                const frame = actor => {
                    const { origin, size } = actor.get_transformed_extents();
                    return { x: Math.round(origin.x), y: Math.round(origin.y),
                        width: Math.round(size.width), height: Math.round(size.height) };
                };
                const actors = [];
                const walk = actor => {
                    if (!actor.mapped) return;
                    actors.push(actor);
                    actor.get_children().forEach(walk);
                };
                walk(banner);
                // Newer ones have the app and the time above the title.
                const isInHead = actor => actor !== banner && (actor instanceof St.Widget
                    && actor.has_style_class_name('message-header') || isInHead(actor.get_parent()));
                const buttons = actors.filter(actor => actor instanceof St.Button);
                const closing = buttons.find(button =>
                    button.has_style_class_name('message-close-button') && button.reactive);
                const bubble = {
                    frame: frame(banner),
                    texts: actors
                        .filter(actor => actor instanceof Clutter.Text && !isInHead(actor))
                        .map(actor => actor.text),
                    buttons: buttons.filter(button => button.label && button !== banner)
                        .map(button => ({ label: button.label, frame: frame(button) })),
                    closeButton: closing ? frame(closing) : null,
                };
                // What has no place yet has one in the next frame.
                const frames = [bubble.frame, ...bubble.buttons.map(button => button.frame)];
                return frames.every(({ x, width }) => isFinite(x) && width > 0) ? bubble : null;
            })()
            """,
            as: ShownBubble.self
        )
    }

    func movePointer(to point: Point) async throws {
        try await perform("pointer.notify_absolute_motion(now, \(point.x), \(point.y))")
    }

    func click(_ point: Point) async throws {
        try await movePointer(to: point)
        // A press in the same turn of its loop would be one of the place before.
        for state in ["PRESSED", "RELEASED"] {
            try await perform(
                "pointer.notify_button(now, 1, imports.gi.Clutter.ButtonState.\(state))"
            )
        }
    }

    func waitForDialog() async throws {
        _ = try await wait(60, "a dialog with the focus") {
            try await evaluate("global.display.focus_window !== null || null", as: Bool.self)
        }
    }

    func type(_ line: String) async throws {
        try await press(line.unicodeScalars.map(\.value))
        try await pressReturn()
    }

    func pressReturn() async throws { try await press([0xFF0D]) }

    func search(
        _ text: String,
        until isRight: @Sendable ([String]) -> Bool
    ) async throws -> [String] {
        _ = try await evaluate("Main.overview.show(); true", as: Bool.self)
        _ = try await wait(60, "the overview") {
            try await evaluate(
                "Main.overview.visible && !Main.overview.animationInProgress || null",
                as: Bool.self
            )
        }
        try await press(text.unicodeScalars.map(\.value))
        return try await wait(60, "the results of \(text)") {
            let shown = try await evaluate(
                """
                (() => {
                    const { Clutter } = imports.gi;
                    const texts = [];
                    const walk = actor => {
                        if (!actor.mapped) return;
                        if (actor instanceof Clutter.Text) texts.push(actor.text);
                        actor.get_children().forEach(walk);
                    };
                    walk(Main.overview._overview._controls._searchController._searchResults);
                    return texts;
                })()
                """,
                as: [String].self
            )
            return shown.map(isRight) == true ? shown : nil
        }
    }

    private func press(_ symbols: [UInt32]) async throws {
        for symbol in symbols {
            for state in ["PRESSED", "RELEASED"] {
                try await perform(
                    "keyboard.notify_keyval(now, \(symbol), imports.gi.Clutter.KeyState.\(state))"
                )
            }
        }
    }

    func takePicture(_ path: String) async throws {
        let reply = try await fixture.client.call(
            "Screenshot",
            on: BusDestination(
                name: "org.gnome.Shell.Screenshot",
                path: "/org/gnome/Shell/Screenshot",
                interface: "org.gnome.Shell.Screenshot"
            ),
            .tuple([.boolean(false), .boolean(false), .string(path)])
        )
        guard reply[0]?.boolean == true else {
            throw StartFailureInTest(what: "no picture: \(reply)")
        }
    }

    /// Those on the screen are in the list behind the clock, too.
    func titles() async throws -> [String] {
        try await evaluate(
            """
            Main.messageTray.getSources()
                .flatMap(source => source.notifications.map(notification => notification.title))
            """,
            as: [String].self
        ) ?? []
    }

    func setDoNotDisturb(_ isOn: Bool) async throws {
        _ = try await evaluate(
            """
            new imports.gi.Gio.Settings({ schema_id: 'org.gnome.desktop.notifications' })
                .set_boolean('show-banners', \(!isOn));
            """,
            as: Bool.self
        )
    }

    private func perform(_ statement: String) async throws {
        _ = try await evaluate(
            """
            const pointer = global.pointerOfTest, keyboard = global.keyboardOfTest;
            const now = global.get_current_time() * 1000;
            \(statement); true
            """,
            as: Bool.self
        )
    }

    /// Runs a script inside the shell.
    private func evaluate<Value: Decodable>(
        _ script: String,
        as type: Value.Type
    ) async throws -> Value? {
        let reply = try await fixture.client.call(
            "Eval",
            on: BusDestination(
                name: "org.gnome.Shell",
                path: "/org/gnome/Shell",
                interface: "org.gnome.Shell"
            ),
            .tuple([.string(script)])
        )
        guard reply[0]?.boolean == true, let text = reply[1]?.string else {
            throw StartFailureInTest(what: "GNOME Shell: \(reply)")
        }
        return try JSONDecoder().decode(Value?.self, from: Data(text.utf8))
    }
}
