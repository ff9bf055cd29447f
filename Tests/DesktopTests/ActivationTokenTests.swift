import Foundation
import TestSupport
import Testing

/// The way of a click's activation token to a program that raises its window, on a real compositor.
@Suite(.serialized) struct ActivationTokenTests {
    private static let app = "org.example.Raised"

    /// A program of one window, which another start of it raises.
    private static let source = """
        import Gtk from 'gi://Gtk?version=4.0';
        const app = new Gtk.Application({ application_id: '\(app)' });
        app.connect('activate', () => {
            const window = app.active_window ?? new Gtk.ApplicationWindow({ application: app });
            window.present();
        });
        app.run([]);
        """

    @Test(
        "What a click starts gets a token of the server, with which sway raises a window or marks it",
        arguments: [SmallServer.mako, .swaync]
    )
    func raise(server: SmallServer) async throws {
        let fixture = try await AgentFixture()
        let folder = fixture.directory
        let recorder = try await CommandRecorder(in: fixture)
        let command = ["/usr/bin/gjs", "-m", "\(folder)/app.js"]
        try writeProgram(
            "#!/bin/sh\necho \"$XDG_ACTIVATION_TOKEN\" > \(folder)/token\nexec \(command.joined(separator: " "))\n",
            to: "\(folder)/raise"
        )
        try Self.source.write(toFile: command[2], atomically: true, encoding: .utf8)
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
            let token = try await poll(30, "the start of the program") {
                let text = try? String(contentsOfFile: "\(folder)/token", encoding: .utf8)
                return text?.isEmpty == false ? text : nil
            }
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
}
