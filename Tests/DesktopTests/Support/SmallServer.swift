import Foundation
import TestSupport
import Testing

/// A notification server of a small desktop, and what a user does on it.
struct SmallServer: Sendable, CustomTestStringConvertible {
    /// How the user chooses the last of a bubble's buttons.
    enum Choice: Sendable {
        /// By a click on it: from the lower right corner of the bubble, in pixels.
        case click(right: Int, bottom: Int)
        /// By a click of the middle button, which opens a menu; a script chooses its line.
        case menu
        /// By a command of the user's, which opens a menu; a script chooses its line.
        case command([String])
    }

    /// How the user dismisses a bubble.
    enum Dismissal: Sendable {
        /// By a click on its cross: from the upper right corner of the bubble, in pixels.
        case cross(right: Int, top: Int)
        /// By a click of a button of the mouse on it.
        case button(Int)
    }

    /// How do-not-disturb is switched, and what the user sees of a notification meanwhile.
    struct DoNotDisturb: Sendable {
        let on: [String]
        let off: [String]
        /// Whether a critical one is on the screen at once.
        var showsCritical = false
        /// Whether what came meanwhile is on the screen afterwards; else it is in a list of the server's alone.
        var showsAfterwards = true
    }

    let name: String
    let command: [String]
    var isWayland = false
    let choice: Choice
    /// `nil` where a test cannot dismiss one.
    var dismissal: Dismissal?
    /// `nil` for a server that has none.
    var doNotDisturb: DoNotDisturb?
    /// Whether it draws a panel at the bottom as well, after it has its name.
    var hasPanel = false
    /// Whether a bubble may stay on the screen until it is dismissed.
    var stays = true
    /// Whether a click on the body opens what it is for; else that is a button.
    var hasBodyClick = true
    /// Whether a bubble goes that its program closes.
    var closes = true
    /// The files of its configuration, below the folder of a test; `DIR` is that folder.
    var files: [String: String] = [:]

    var testDescription: String { name }

    /// The servers of this run: those that `DESKTOP_SERVERS` names, else all.
    static let all = (known + newer).filter { chosen.isEmpty || chosen.contains($0.name) }

    /// The names in `DESKTOP_SERVERS` that no server has here.
    static let unknown = chosen.filter { name in !(known + newer).contains { $0.name == name } }

    private static let chosen =
        (ProcessInfo.processInfo.environment["DESKTOP_SERVERS"] ?? "")
        .split(separator: ",").map(String.init)

    private static let known = [
        SmallServer(
            name: "notification-daemon",
            command: XvfbDesktop.notificationDaemon,
            choice: .click(right: 80, bottom: 39),
            dismissal: .cross(right: 20, top: 20),
            closes: false
        ),
        SmallServer(
            name: "MATE",
            command: XvfbDesktop.mate,
            choice: .click(right: 62, bottom: 27),
            dismissal: .cross(right: 20, top: 20),
            doNotDisturb: setting("org.mate.NotificationDaemon", "do-not-disturb", "true", "false")
        ),
        SmallServer(
            name: "Xfce",
            // The settings of Xfce, which the test changes, have a program of their own, which has to be there first.
            command: [
                "sh", "-c",
                "\(xfconfd) & gdbus wait --session --timeout 30 org.xfce.Xfconf && \(XvfbDesktop.xfce[2])",
            ],
            choice: .click(right: 55, bottom: 31),
            dismissal: .button(1),
            doNotDisturb: DoNotDisturb(
                on: xfconf + ["--create", "--type", "bool", "--set", "true"],
                off: xfconf + ["--set", "false"],
                showsCritical: true
            ),
            hasBodyClick: false
        ),
        SmallServer(
            name: "LXQt",
            command: XvfbDesktop.lxqt,
            choice: .click(right: 80, bottom: 33),
            dismissal: .cross(right: 20, top: 20),
            // It reads a changed file at a time of its own.
            doNotDisturb: nil
        ),
        SmallServer(
            name: "Cinnamon",
            command: ["env", "XDG_CURRENT_DESKTOP=X-Cinnamon", "XDG_SESSION_TYPE=x11", "cinnamon"],
            choice: .click(right: 297, bottom: 22),
            doNotDisturb: setting(
                "org.cinnamon.desktop.notifications",
                "display-notifications",
                "false",
                "true",
                showsAfterwards: false
            ),
            hasPanel: true,
            stays: false,
            // Below Xvfb a bubble takes no click but on its buttons.
            hasBodyClick: false,
            files: [
                // Its effects take time, and with more than its list of notifications it complains when it starts.
                // Without a layout of the keyboard version 6.6 asks the machine, and ends without a bus of that.
                "config/glib-2.0/settings/keyfile":
                    "[org/cinnamon]\nenabled-applets=['panel1:right:0:notifications@cinnamon.org:1']\n"
                    + "desktop-effects=false\n[org/cinnamon/desktop/input-sources]\nsources=[('xkb', 'us')]\n"
            ]
        ),
        SmallServer(
            name: "Budgie",
            command: ["env", "XDG_CURRENT_DESKTOP=Budgie:GNOME", "budgie-daemon"],
            // Since version 10.10 it is for Wayland alone.
            isWayland: FileManager.default.fileExists(atPath: "/usr/bin/startbudgielabwc"),
            choice: .click(right: 150, bottom: 28),
            dismissal: .cross(right: 20, top: 20),
            doNotDisturb: DoNotDisturb(on: budgie, off: budgie, showsAfterwards: false),
            stays: false,
            files: [
                // It draws the background as well.
                "config/glib-2.0/settings/keyfile":
                    "[org/gnome/desktop/background]\npicture-options='none'\n"
            ]
        ),
        SmallServer(
            name: "dunst",
            command: dunst,
            choice: .menu,
            dismissal: .button(3),
            doNotDisturb: dunstPause,
            files: dunstFiles
        ),
        SmallServer(
            name: "dunst on Wayland",
            command: dunst,
            isWayland: true,
            choice: .menu,
            dismissal: .button(3),
            doNotDisturb: dunstPause,
            files: dunstFiles
        ),
        mako, swaync,
    ]

    private static let mako = SmallServer(
        name: "mako",
        command: ["/usr/bin/mako"],
        isWayland: true,
        choice: .command(["makoctl", "menu", "grep", "Wi-Fi\\|Reply"]),
        dismissal: .button(3),
        // Version 1.7 tells nobody of its modes.
        doNotDisturb: isDebian12
            ? nil
            : DoNotDisturb(
                on: ["makoctl", "mode", "-a", "do-not-disturb"],
                off: ["makoctl", "mode", "-r", "do-not-disturb"]
            ),
        files: ["config/mako/config": "[mode=do-not-disturb]\ninvisible=1\n"]
    )

    private static let swaync = SmallServer(
        name: "swaync",
        command: ["/usr/bin/swaync"],
        isWayland: true,
        choice: .click(right: 80, bottom: 30),
        dismissal: .button(3),
        doNotDisturb: DoNotDisturb(
            on: ["swaync-client", "--dnd-on"],
            off: ["swaync-client", "--dnd-off"],
            showsCritical: true,
            showsAfterwards: false
        )
    )

    /// What Debian has since version 13.
    private static let newer =
        isDebian12
        ? []
        : [
            SmallServer(
                name: "fnott",
                command: ["/usr/bin/fnott"],
                isWayland: true,
                choice: .command(["fnottctl", "actions"]),
                dismissal: .button(3),
                files: [
                    "config/fnott/fnott.ini": "[main]\nselection-helper=grep -e Wi-Fi -e Reply\n"
                ]
            )
        ]

    /// Whether this is Debian 12, whose servers do less.
    static let isDebian12 =
        (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8))?
        .contains("VERSION_CODENAME=bookworm\n") == true

    /// Returns a switch in the settings of GLib.
    private static func setting(
        _ schema: String,
        _ key: String,
        _ on: String,
        _ off: String,
        showsAfterwards: Bool = true
    ) -> DoNotDisturb {
        DoNotDisturb(
            on: ["gsettings", "set", schema, key, on],
            off: ["gsettings", "set", schema, key, off],
            showsAfterwards: showsAfterwards
        )
    }

    private static let xfconfd = "$(find /usr/lib -name xfconfd -type f | head -n 1)"
    private static let xfconf = [
        "xfconf-query", "--channel", "xfce4-notifyd", "--property", "/do-not-disturb",
    ]
    private static let budgie = [
        "gdbus", "call", "--session", "--dest", "org.budgie_desktop.Notifications",
        "--object-path", "/org/budgie_desktop/Notifications",
        "--method", "org.buddiesofbudgie.budgie.Dispatcher.ToggleDoNotDisturb",
    ]
    private static let dunstPause = DoNotDisturb(
        on: ["dunstctl", "set-paused", "true"],
        off: ["dunstctl", "set-paused", "false"]
    )
    private static let dunst = ["sh", "-c", "exec dunst -conf \"$XDG_CONFIG_HOME/dunstrc\""]
    private static let dunstFiles = [
        "config/dunstrc":
            "[global]\nmarkup = full\ndmenu = DIR/config/menu\nmouse_left_click = do_action\n"
            + "mouse_middle_click = context\n",
        "config/menu": "#!/bin/sh\ngrep -e Wi-Fi -e Reply\n",
    ]

    /// Writes its configuration.
    func configure(in folder: String) throws {
        for (name, text) in files {
            let path = "\(folder)/\(name)"
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try text.replacing("DIR", with: folder)
                .write(toFile: path, atomically: true, encoding: .utf8)
            if text.hasPrefix("#!") {
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o700],
                    ofItemAtPath: path
                )
            }
        }
    }

    /// Runs a test with a fixture and its screen, and keeps a picture of the screen if it fails.
    func run(
        _ test: String,
        _ body: (AgentFixture, ServerScreen, CommandRecorder, Picture) async throws -> Void
    ) async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["prefs": "\(recorder.program) %{root}"])
        let screen = try await ServerScreen(self, on: fixture)
        do {
            try await screen.lookAway()
            try await body(fixture, screen, recorder, try await screen.emptyPicture())
        } catch {
            let folder = "\(DesktopKind.keepsakes)/\(name)-\(test)"
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
            try? await screen.takePicture("\(folder)/end.png")
            Issue.record("\(error); see \(folder)")
        }
        await screen.close()
    }

    /// Dismisses a bubble.
    func dismiss(_ bubble: Frame, on screen: ServerScreen) async throws {
        switch dismissal {
        case .cross(let right, let top):
            try await screen.click(Point(x: bubble.x + bubble.width - right, y: bubble.y + top))
        case .button(let button): try await screen.click(bubble.middle, button: button)
        case nil: throw StartFailureInTest(what: "a test cannot dismiss a bubble of \(name)")
        }
    }

    /// Chooses the last button of a bubble, which is Wi-Fi or Reply.
    func chooseLast(of bubble: Frame, on screen: ServerScreen) async throws {
        switch choice {
        case .click(let right, let bottom):
            let point = Point(
                x: bubble.x + bubble.width - right,
                y: bubble.y + bubble.height - bottom
            )
            try await screen.click(point)
        case .menu: try await screen.click(bubble.middle, button: 2)
        case .command(let command): try await screen.run(command)
        }
    }
}
