import Foundation
import TestSupport
import Testing

/// `doctor` in sessions that start nothing of the desktop's autostart.
@Suite(.serialized) struct LoginCheckTests {
    /// A session, and what `doctor` says of its login.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let variables: [String: String]
        var targets: [String] = []
        var arguments: [String] = []
        /// A file of the compositor's configuration, and what is in it.
        var file: (name: String, text: String)?
        /// The same of the whole system.
        var systemFile: (name: String, text: String)?
        /// A program in `PATH`, and what its script does.
        var program: (name: String, script: String)?
        /// The level of the line; `nil` for no line.
        let level: String?
        /// The file and the beginning of the line for it.
        var advice: (file: String, start: String)?
        /// The whole advice, with `OWN` and `SYSTEM` for the folders of configuration.
        var text: String?

        var testDescription: String { name }
    }

    private struct Check: Decodable {
        let name: String
        let level: String
        let message: String
        let advice: String?
    }

    private static let sway = ["SWAYSOCK": "/run/sway.sock", "I3SOCK": "/run/sway.sock"]
    private static let i3 = ["XDG_CURRENT_DESKTOP": "i3"]
    private static let dex = "exec --no-startup-id dex --autostart --environment i3\n"
    private static let hyprland = [
        "HYPRLAND_INSTANCE_SIGNATURE": "x", "XDG_CURRENT_DESKTOP": "Hyprland",
    ]

    private static let rows = [
        // With a file of the user, since this machine may have one of sway.
        Row(
            name: "sway",
            variables: sway,
            file: ("sway/config", "bar {}\n"),
            level: "warning",
            advice: ("sway/config", "exec ")
        ),
        Row(
            name: "sway by name",
            variables: ["XDG_CURRENT_DESKTOP": "sway:wlroots"],
            file: ("sway/config", "bar {}\n"),
            level: "warning",
            advice: ("sway/config", "exec ")
        ),
        Row(
            name: "sway with a session target",
            variables: sway,
            targets: ["graphical-session.target"],
            level: "ok"
        ),
        // Its entry is not for systemd (X-systemd-skip).
        Row(
            name: "sway with systemd's autostart",
            variables: sway,
            targets: ["xdg-desktop-autostart.target"],
            file: ("sway/config", "bar {}\n"),
            level: "warning",
            advice: ("sway/config", "exec ")
        ),
        Row(
            name: "sway that starts it",
            variables: sway,
            file: ("sway/config", "bar {}\n  exec notify-agent --autostart\n"),
            level: "ok"
        ),
        Row(
            name: "sway that started it",
            variables: sway,
            arguments: ["--autostart"],
            level: "ok"
        ),
        Row(
            name: "sway with a comment",
            variables: sway,
            file: ("sway/config", "# exec notify-agent --autostart\n"),
            level: "warning",
            advice: ("sway/config", "exec ")
        ),
        Row(
            name: "sway that starts it for all users",
            variables: sway,
            systemFile: ("sway/config", "exec notify-agent --autostart\n"),
            level: "ok"
        ),
        Row(
            name: "sway with a file of the user in place of the system's",
            variables: sway,
            file: ("sway/config", "bar {}\n"),
            systemFile: ("sway/config", "exec notify-agent --autostart\n"),
            level: "warning",
            advice: ("sway/config", "exec ")
        ),
        // A new file would replace all key bindings.
        Row(
            name: "sway with the system's file alone",
            variables: sway,
            systemFile: ("sway/config", "bar {}\n"),
            level: "warning",
            text: "copy SYSTEM/sway/config to OWN/sway/config, which replaces it, and add there: "
        ),
        Row(
            name: "sway with the user's file of i3, which it reads",
            variables: sway,
            file: ("i3/config", "bar {}\n"),
            systemFile: ("sway/config", "bar {}\n"),
            level: "warning",
            advice: ("i3/config", "exec ")
        ),
        Row(
            name: "i3",
            variables: i3,
            file: ("i3/config", "bar {}\n"),
            level: "warning",
            advice: ("i3/config", "exec --no-startup-id ")
        ),
        Row(
            name: "i3 with dex",
            variables: i3,
            file: ("i3/config", dex),
            program: ("dex", ""),
            level: "ok"
        ),
        Row(
            name: "i3 with dex in the system's file",
            variables: i3,
            systemFile: ("i3/config", dex),
            program: ("dex", ""),
            level: "ok"
        ),
        Row(
            name: "i3 without dex",
            variables: i3.merging(["PATH": "/nonexistent"]) { $1 },
            file: ("i3/config", dex),
            level: "warning",
            text: "install the package dex"
        ),
        Row(
            name: "i3 without dex that started it",
            variables: i3.merging(["PATH": "/nonexistent"]) { $1 },
            arguments: ["--autostart"],
            file: ("i3/config", dex),
            level: "ok"
        ),
        Row(
            name: "Openbox",
            variables: ["DESKTOP_SESSION": "openbox"],
            program: ("python3", "echo True"),
            level: nil
        ),
        Row(
            name: "Openbox without python3-xdg",
            variables: ["GDMSESSION": "openbox"],
            program: ("python3", "echo False"),
            level: "warning",
            text: "install the package python3-xdg"
        ),
        Row(
            name: "Openbox that starts it",
            variables: ["XDG_CURRENT_DESKTOP": "Openbox"],
            file: ("openbox/autostart", "notify-agent --autostart &\n"),
            program: ("python3", "echo False"),
            level: "ok"
        ),
        Row(
            name: "Hyprland",
            variables: hyprland,
            level: "warning",
            advice: ("hypr/hyprland.conf", "exec-once = ")
        ),
        Row(
            name: "Hyprland with Lua",
            variables: hyprland,
            file: ("hypr/hyprland.lua", "-- notify-agent\n"),
            level: "warning",
            advice: ("hypr/hyprland.lua", "hl.on(\"hyprland.start\", function() hl.exec_cmd(\"")
        ),
        Row(
            name: "river",
            variables: ["XDG_SESSION_DESKTOP": "river"],
            level: "warning",
            advice: ("river/init", "riverctl spawn \"")
        ),
        Row(
            name: "niri",
            variables: ["NIRI_SOCKET": "/run/niri.sock"],
            level: "warning",
            advice: ("niri/config.kdl", "spawn-at-startup \"")
        ),
        Row(
            name: "Xfce with i3 as its window manager",
            variables: ["XDG_CURRENT_DESKTOP": "XFCE", "I3SOCK": "/run/i3.sock"],
            level: nil
        ),
        Row(name: "GNOME", variables: ["XDG_CURRENT_DESKTOP": "ubuntu:GNOME"], level: nil),
    ]

    @Test("A compositor without autostart needs a line in its configuration", arguments: rows)
    func theLoginIsLookedAt(row: Row) async throws {
        let setup = try await HealthyFixture(targets: row.targets, agentArguments: row.arguments)
        let folder = "\(setup.fixture.directory)/config"
        let system = "\(setup.fixture.directory)/system"
        try Self.write(
            "[Desktop Entry]\nType=Application\nName=N\nExec=true\n",
            to: "\(folder)/autostart/org.notifyschedule.NotifySchedule.desktop"
        )
        if let file = row.file { try Self.write(file.text, to: "\(folder)/\(file.name)") }
        if let file = row.systemFile { try Self.write(file.text, to: "\(system)/\(file.name)") }
        if let program = row.program {
            let path = "\(setup.fixture.directory)/\(program.name)"
            try Self.write("#!/bin/sh\n\(program.script)\n", to: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let outcome = try await AgentFixture.command.run(
            ["doctor", "--json"],
            environment: setup.environment.merging(["XDG_CONFIG_DIRS": system]) { $1 }
                .merging(row.variables) { $1 },
            within: 60
        )
        let checks = try JSONDecoder().decode([Check].self, from: Data(outcome.output.utf8))
        let login = checks.first { $0.name == "login" }
        #expect(login?.level == row.level, "\(checks)")
        if let advice = row.advice {
            let text = login?.advice ?? ""
            #expect(text.hasPrefix("add to \(folder)/\(advice.file): \(advice.start)"), "\(text)")
            #expect(text.contains("notify-agent"))
            #expect(text.contains("--autostart"))
        }
        if let text = row.text {
            let expected = text.replacing("OWN", with: folder).replacing("SYSTEM", with: system)
            #expect(login?.advice?.hasPrefix(expected) == true, "\(login?.advice ?? "")")
        }
        // The entry is there, and not what starts the agent.
        let autostart = checks.first { $0.name == "autostart" }
        #expect(autostart?.level == (row.level == nil ? "ok" : "info"))
        #expect(outcome.code == 0)
    }

    @Test func aUnitThatThePackageLinksIsNotCalledDisabled() async throws {
        let setup = try await HealthyFixture(
            unit: "disabled",
            wantedBy: ["graphical-session.target"]
        )
        let outcome = try await AgentFixture.command.run(
            ["doctor", "--json"],
            environment: setup.environment,
            within: 60
        )
        let checks = try JSONDecoder().decode([Check].self, from: Data(outcome.output.utf8))
        let unit = checks.first { $0.name == "unit" }
        #expect(unit?.level == "ok")
        #expect(unit?.message == "notify-agent.service is enabled by its package and active")
    }

    private static func write(_ text: String, to path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
