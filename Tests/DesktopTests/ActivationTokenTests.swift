import Foundation
import TestSupport
import Testing

/// The way of a click's activation token to a program that raises its window, on a real compositor.
@Suite(.serialized) struct ActivationTokenTests {
    private static let app = "org.example.Raised"

    /// A program of one window, which another start of it raises, and which writes to a file whether it has the focus.
    private static func source(focus: String) -> String {
        """
        import GLib from 'gi://GLib';
        import Gtk from 'gi://Gtk?version=4.0';
        const app = new Gtk.Application({ application_id: '\(app)' });
        function newWindow() {
            const window = new Gtk.ApplicationWindow({ application: app });
            window.connect('notify::is-active', () => {
                GLib.file_set_contents('\(focus)', `${window.is_active}`);
            });
            return window;
        }
        app.connect('activate', () => (app.active_window ?? newWindow()).present());
        app.run([]);
        """
    }

    /// Writes the program, and one that starts it for the scheme `raise` and keeps the token; returns how it is started.
    private static func writePrograms(_ folder: String) throws -> [String] {
        let command = ["/usr/bin/gjs", "-m", "\(folder)/app.js"]
        try writeProgram(
            "#!/bin/sh\necho \"$XDG_ACTIVATION_TOKEN\" > \(folder)/token\nexec \(command.joined(separator: " "))\n",
            to: "\(folder)/raise"
        )
        try source(focus: "\(folder)/focus")
            .write(toFile: command[2], atomically: true, encoding: .utf8)
        return command
    }

    private static func token(_ folder: String) async throws -> String {
        try await poll(30, "the start of the program") {
            let text = try? String(contentsOfFile: "\(folder)/token", encoding: .utf8)
            return text?.isEmpty == false ? text : nil
        }
    }

    @Test(
        "What a click starts gets a token of the server, with which sway raises a window or marks it",
        arguments: SmallServer.all.filter { ["mako", "swaync"].contains($0.name) }
    )
    func raise(server: SmallServer) async throws {
        let fixture = try await AgentFixture()
        let folder = fixture.directory
        let recorder = try await CommandRecorder(in: fixture)
        let command = try Self.writePrograms(folder)
        try recorder.configure(["raise": "\(folder)/raise"], as: "Command")
        let screen = try await ServerScreen(
            server,
            on: fixture,
            sway: "focus_on_window_activation focus\n"
        )
        let environment = screen.environment.merging(["GSK_RENDERER": "cairo"]) { $1 }
        let agent = try await fixture.startAgent(environment)
        let raised = try ProgramGroup(command, environment: environment)
        try await screen.waitForWindow("focused", Self.app, raised)
        let other = try ProgramGroup(
            ["/usr/bin/foot", "--app-id", "other", "sleep", "600"],
            environment: environment
        )
        try await screen.waitForWindow("focused", "other", other)
        do {
            try await screen.lookAway()
            let empty = try await screen.settledPicture()
            let added = try await fixture.run([
                "add", "Tea", "It is ready", "--level", "critical", "--open", "run:raise",
            ])
            #expect(added.code == 0, "\(added)")
            try await screen.click(screen.bubble(besides: empty).middle)
            let token = try await Self.token(folder)
            // Version 0.7 of swaync has none.
            let isOldSwaync = SmallServer.isDebian12 && server.name == "swaync"
            #expect((token == "\n") == isOldSwaync, "\(token)")
            switch server.name {
            // The sway and the GTK of Debian 12 do nothing with it.
            case _ where SmallServer.isDebian12: break
            case "mako": try await screen.waitForWindow("focused", Self.app, raised)
            default:
                // It asks for the token without saying by which click.
                try await screen.waitForWindow("urgent", Self.app, raised)
                #expect(try await screen.windows("focused") == ["other"])
                try await screen.run(["swaymsg", "[urgent=latest] focus"])
                try await screen.waitForWindow("focused", Self.app, raised)
            }
        } catch {
            let picture = "\(DesktopKind.keepsakes)/\(server.name)-token.png"
            try? await screen.takePicture(picture)
            Issue.record("\(error); see \(picture)")
        }
        for group in [raised, other] { try await group.stop() }
        await screen.close()
        withExtendedLifetime(agent) {}
    }

    @Test("What a click starts gets a token of Plasma on Wayland, with which KWin raises a window")
    func plasma() async throws {
        let desktop = try await Plasma(isOnWayland: true)
        let fixture = desktop.fixture
        let folder = fixture.directory
        let recorder = try await CommandRecorder(in: fixture)
        let command = try Self.writePrograms(folder)
        try recorder.configure(["raise": "\(folder)/raise"], as: "Command")
        func waitForFocus(_ isThere: Bool) async throws {
            _ = try await desktop.wait(60, "focus of the program: \(isThere)") {
                let text = try? String(contentsOfFile: "\(folder)/focus", encoding: .utf8)
                return text == "\(isThere)" ? true : nil
            }
        }
        let keepsakes = "\(DesktopKind.keepsakes)/plasma-wayland-token"
        do {
            try await desktop.start()
            let agent = try await desktop.startAgent()
            let environment = desktop.environment.merging(["GSK_RENDERER": "cairo"]) { $1 }
            try desktop.start(command, environment: environment)
            try await waitForFocus(true)
            try desktop.start(["konsole"], environment: environment)
            try await waitForFocus(false)
            try await fixture.add("Tea", "--level", "critical", "--action", "Raise=run:raise")
            let bubble = try await desktop.bubble(titled: "Tea", buttons: 1)
            try await desktop.click("Raise", of: bubble)
            // KWin answers with other words where it does not grant one.
            #expect(try await Self.token(folder).hasPrefix("kwin-"))
            // GTK 4.8 of Debian 12 asks for a token of its own instead, which KWin does not grant.
            if !SmallServer.isDebian12 { try await waitForFocus(true) }
            withExtendedLifetime(agent) {}
        } catch {
            Issue.record("\(error); see \(keepsakes)")
        }
        try await desktop.end(keeping: keepsakes)
    }
}
