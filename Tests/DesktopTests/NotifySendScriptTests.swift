import Foundation
import NotificationServer
import TestSupport
import Testing

/// Programs of Debian that call notify-send, with the link to this program first in `PATH`.
@Suite(.serialized) struct NotifySendScriptTests {
    @Test(
        arguments: [
            (
                ["ruby", "-e", "require 'notify'; Notify.notify 'From Ruby', 'a & b'"], "From Ruby",
                "a &amp; b"
            ),
            (
                [
                    "ruby", "-e",
                    "require 'rerun'; require 'rerun/notification'; "
                        + "Rerun::Notification.new('From rerun', 'restarted', {notify: 'notify-send', name: 'App'}).send(false)",
                ], "App: From rerun", "restarted"
            ),
            (
                [
                    "bash", "--norc", "-c",
                    "DISPLAY=:0; xprop() { echo a b c d $RANDOM; }; LONG_RUNNING_COMMAND_TIMEOUT=0; "
                        + ". /usr/share/undistract-me/long-running.bash; "
                        + "notify_when_long_running_commands_finish_install; "
                        + "preexec 'make all'; __udm_last_command_started=0; LONG_RUNNING_COMMAND_TIMEOUT=0; precmd",
                ], "ommand completed", nil
            ),
        ] as [([String], String, String?)]
    )
    func aScriptShowsItsNotification(command: [String], title: String, body: String?) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let folder = "\(fixture.directory)/bin"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/notify-send",
            withDestinationPath: AgentFixture.command.path
        )
        let outcome = try await Program(path: "/usr/bin/env").run(
            command,
            environment: fixture.bus.environment(
                timeZone: AgentFixture.timeZone,
                ["PATH": "\(folder):/usr/bin:/bin"]
            ),
            within: 60
        )
        // Newer versions of undistract-me have the time in the title.
        let call = try await server.calls.wait(30, "a bubble \(title): \(outcome)") { calls in
            calls.first { $0.call.summary.contains(title) }?.call
        }
        #expect(call.appName == "notify-send", "\(outcome)")
        if let body { #expect(call.body == body) }
        // The agent shows it, so its list has it.
        #expect(try await fixture.run(["list", "delivered"]).output.contains(title))
    }
}
