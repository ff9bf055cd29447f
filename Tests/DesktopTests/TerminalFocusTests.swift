import Foundation
import TestSupport
import Testing

/// The way back from a notification to the terminal that asked, on a real compositor with real terminals.
@Suite(.serialized) struct TerminalFocusTests {
    private static let mako = SmallServer(
        name: "mako",
        command: ["/usr/bin/mako"],
        isWayland: true,
        choice: .command(["makoctl", "menu", "grep", "Open terminal"])
    )

    private static let input = """
        {"session_id":"s","cwd":"/","hook_event_name":"PermissionRequest","tool_name":"Bash",
         "tool_input":{"command":"ls"}}
        """

    /// What the terminal runs: a hook, whose output and exit status go to a file.
    private static func hook(
        _ folder: String,
        _ options: String = "",
        end: String = "sleep 600"
    ) throws -> String {
        try input.write(toFile: "\(folder)/input", atomically: true, encoding: .utf8)
        let script = """
            #!/bin/sh
            \(AgentFixture.command.word) ask --hook claude \(options) < \(folder)/input > \(folder)/output 2>&1
            echo "status $?" >> \(folder)/output
            \(end)
            """
        try writeProgram(script + "\n", to: "\(folder)/hook")
        return "\(folder)/hook"
    }

    /// A screen of sway with two terminals of which the second one has the focus.
    private static func withTerminals(
        running command: [String],
        _ body: (ServerScreen) async throws -> Void
    ) async throws {
        let screen = try await ServerScreen(mako, on: try await AgentFixture())
        func terminal(_ name: String, _ command: [String]) throws -> ProgramGroup {
            try ProgramGroup(
                ["/usr/bin/foot", "--term", "xterm-256color", "--app-id", name] + command,
                environment: screen.environment
            )
        }
        let asks = try terminal("asks", command)
        try await screen.waitForWindow("focused", "asks", asks)
        let other = try terminal("other", ["sleep", "600"])
        try await screen.waitForWindow("focused", "other", other)
        do {
            try await body(screen)
        } catch {
            Issue.record("\(error): \(asks.log)")
        }
        for group in [asks, other] { try await group.stop() }
        await screen.close()
    }

    private static func isAsked(_ screen: ServerScreen) async throws -> Bool {
        try await screen.run(["makoctl", "list"]).contains("Claude Code asks for Bash")
    }

    private static func waitForQuestion(_ screen: ServerScreen) async throws {
        try await poll(30, "the question") { try await isAsked(screen) ? true : nil }
    }

    private static func output(_ folder: String) async throws -> String {
        try await poll(30, "the end of the hook") {
            let text = try? String(contentsOfFile: "\(folder)/output", encoding: .utf8)
            return text?.contains("status") == true ? text : nil
        }
    }

    @Test("Open terminal gives the terminal that asked the focus on sway, and decides nothing")
    func sway() async throws {
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        let folder = temporary.path
        try await Self.withTerminals(running: [try Self.hook(folder)]) { screen in
            try await Self.waitForQuestion(screen)
            try await screen.run(["makoctl", "menu", "grep", "Open terminal"])
            try await screen.waitForWindow("focused", "asks")
            #expect(try await Self.output(folder) == "status 0\n")
        }
    }

    @Test("In tmux the pane that asked is shown as well")
    func tmux() async throws {
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        let folder = temporary.path
        let tmux = ["/usr/bin/tmux", "-f", "/dev/null", "-S", "\(folder)/socket"]
        let command = tmux + ["new-session", "-n", "asks", try Self.hook(folder)]
        try await Self.withTerminals(running: command) { screen in
            try await Self.waitForQuestion(screen)
            try await screen.run(tmux + ["new-window", "-n", "other", "sleep", "600"])
            let name = tmux + ["display-message", "-p", "#{window_name}"]
            #expect(try await screen.run(name) == "other\n")
            try await screen.run(["makoctl", "menu", "grep", "Open terminal"])
            try await screen.waitForWindow("focused", "asks")
            #expect(try await screen.run(name) == "asks\n")
            #expect(try await Self.output(folder) == "status 0\n")
            try await screen.run(tmux + ["kill-server"])
        }
    }

    @Test("Open terminal gives the terminal that asked the focus on Plasma under Wayland")
    func plasma() async throws {
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        let folder = temporary.path
        // What is typed goes to the terminal that has the focus.
        let typed = "while read -r line; do echo \"$line\" >> \(folder)/$0.typed; done"
        try writeProgram(
            "#!/bin/sh\n\(try Self.hook(folder, end: "exit"))\nexec sh -c '\(typed)' asks\n",
            to: "\(folder)/asks"
        )
        try writeProgram("#!/bin/sh\nexec sh -c '\(typed)' other\n", to: "\(folder)/other")
        func lines(_ name: String) -> String {
            (try? String(contentsOfFile: "\(folder)/\(name).typed", encoding: .utf8)) ?? ""
        }
        let desktop = try await Plasma(isOnWayland: true)
        let keepsakes = "\(DesktopKind.keepsakes)/plasma-wayland-focus"
        do {
            try await desktop.start()
            let environment = desktop.environment
            try desktop.start(["konsole", "-e", "\(folder)/asks"], environment: environment)
            _ = try await desktop.wait(60, "the question") {
                try await desktop.titles().contains("Claude Code asks for Bash") ? true : nil
            }
            try desktop.start(["konsole", "-e", "\(folder)/other"], environment: environment)
            _ = try await desktop.wait(60, "the focus of the other terminal") {
                try await desktop.type("first")
                return lines("other").isEmpty ? nil : true
            }
            let button = try await desktop.wait(30, "the button") {
                try await desktop.shownBubble()?.buttons.first { $0.label == "Open terminal" }
            }
            try await desktop.click(button.frame.middle)
            #expect(try await Self.output(folder) == "status 0\n")
            _ = try await desktop.wait(30, "the focus of the terminal that asked") {
                try await desktop.type("second")
                return lines("asks").contains("second") ? true : nil
            }
            let scripts = try FileManager.default.contentsOfDirectory(
                atPath: "\(environment["XDG_RUNTIME_DIR"] ?? "")/notify-schedule"
            )
            #expect(scripts.filter { $0.hasPrefix("kwin") } == [])
        } catch {
            Issue.record("\(error); see \(keepsakes)")
        }
        try await desktop.end(keeping: keepsakes)
    }

    @Test("A terminal that has the focus is left to ask by itself")
    func focused() async throws {
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        let folder = temporary.path
        try writeProgram(
            "#!/bin/sh\nuntil [ -e \(folder)/go ]; do sleep 0.1; done\nexec \(try Self.hook(folder, "--only-if-unfocused"))\n",
            to: "\(folder)/wait"
        )
        try await Self.withTerminals(running: ["\(folder)/wait"]) { screen in
            try await screen.run(["swaymsg", "[app_id=asks] focus"])
            try await screen.waitForWindow("focused", "asks")
            try "".write(toFile: "\(folder)/go", atomically: true, encoding: .utf8)
            #expect(try await Self.output(folder) == "status 0\n")
            #expect(try await !Self.isAsked(screen))
        }
    }
}
