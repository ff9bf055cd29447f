import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// What another machine may have this one open.
@Suite(.serialized) struct TrustedDeviceTests {
    @Test func aConfiguredSchemeOpensForTrustedMachinesAlone() async throws {
        let server = try await RelayTestServer()
        let desktop = try await RelayMachine("desktop", server.url)
        let laptop = try await RelayMachine("laptop", server.url)
        _ = try await desktop.pair(with: laptop)
        let made = "\(laptop.desktop.directory)/made"
        let commands = """
            [Command make]
            Exec=touch \(made)
            [Scheme clock]
            Exec=touch \(made)-clock

            """
        try laptop.write(launcher: commands)
        let devices = try await laptop.call("Devices")
        let id = try #require(devices[0]?.children.first?["id"]?.string)
        // Where the messages and the manual page say that it is.
        let listed = try await laptop.run("relay", "list")
        #expect(listed.output.contains(id), "\(listed)")

        // Nothing but pages and mail is opened by default, and the log names the way out.
        var action = NotificationAction(identifier: "make", title: "Make")
        action.url = "run:make"
        let sent = try await desktop.run(
            "add",
            "Untrusted",
            "--action",
            "Make=run:make",
            "--to",
            "laptop"
        )
        let note =
            "\"run:make\" opens only on machines whose launcher.conf has [Device \(id)] with Schemes=run"
        #expect((sent.output + sent.error).contains(note), "\(sent)")
        let untrusted = try await laptop.server.call(titled: "Untrusted")
        if let key = untrusted.call.actions.first(where: { $0.label == "Make" })?.key {
            await laptop.server.click(untrusted.id, key)
        }
        try await poll(30, "the log") {
            await laptop.log.contains(
                "\"run:make\" is not opened for desktop; trust it in launcher.conf by [Device \(id)]"
            ) ? true : nil
        }

        // With the scheme, and with no other one.
        try laptop.write(launcher: commands + "[Device \(id)]\nSchemes=run\n")
        var clock = NotificationAction(identifier: "clock", title: "Clock")
        clock.url = "clock:1"
        try await desktop.send("Trusted", actions: [action, clock], to: "laptop")
        let trusted = try await laptop.server.call(titled: "Trusted")
        let key = try #require(trusted.call.actions.first { $0.label == "Make" }?.key)
        #expect(!FileManager.default.fileExists(atPath: made))
        await laptop.server.click(trusted.id, key)
        try await poll(30, "the command") {
            FileManager.default.fileExists(atPath: made) ? true : nil
        }
        let log = await laptop.log
        #expect(log.contains("\"clock:1\" is not opened for desktop"), "\(log)")
        #expect(!FileManager.default.fileExists(atPath: "\(made)-clock"))
    }
}

extension RelayMachine {
    /// Writes launcher.conf.
    fileprivate nonisolated func write(launcher text: String) throws {
        try text.write(
            toFile: "\(desktop.directory)/config/notify-schedule/launcher.conf",
            atomically: true,
            encoding: .utf8
        )
    }
}
