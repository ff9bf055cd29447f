import AgentInterface
import Foundation
import TestSupport
import Testing

/// All of it for real: X server, notification server, mouse.
@Suite(.serialized) struct RealDesktopTests {
    @Test func aClickOnTheSecondButtonStartsItsCommand() async throws {
        let fixture = try await AgentFixture()
        let desktop = try await XvfbDesktop(on: fixture)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure([
            "clock": "\(recorder.program) timer %{m}",
            "prefs": "\(recorder.program) settings %{root}",
        ])
        do {
            let added = try await fixture.add(
                "Tea",
                "It is ready",
                "--in",
                "1s",
                "--action",
                "Timer=clock://start?m=4",
                "--action",
                "Wi-Fi=prefs:root=WIFI"
            )
            #expect(added.error == "")
            try await fixture.waitForDeliveries()
            let bubble = try await desktop.bubble()
            // The buttons stand at the lower right; the last one is right-most.
            try await desktop.click(bubble, fromRight: 80, fromBottom: 39)
            #expect(try await recorder.expectCalls(["settings", "WIFI"]), "\(bubble)")
            let response = try await fixture.waitForResponses()[0]
            #expect(response.action == "action-2")
            #expect(try await fixture.listed("list", "delivered") == [])
        } catch {
            let picture = try await desktop.screenshot("second-button")
            Issue.record("\(error); the screen was \(picture)")
        }
    }

    @Test func dunstShowsAllOfItAndTakesChoices() async throws {
        let fixture = try await AgentFixture()
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["prefs": "\(recorder.program) settings %{root}"])
        // Its buttons are in a menu alone, without their order; this one is the user who chooses there.
        let menu = try recorder.makeProgram(
            "menu",
            "sort > '\(fixture.directory)/lines'; grep Wi-Fi '\(fixture.directory)/lines'"
        )
        let folder = "\(fixture.directory)/config/dunst"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try "[global]\ndmenu = \(menu)\nmarkup = full\n".write(
            toFile: "\(folder)/dunstrc",
            atomically: true,
            encoding: .utf8
        )
        let desktop = try await XvfbDesktop(on: fixture, server: XvfbDesktop.dunst)
        try await fixture.add(
            "Tea & <biscuits>",
            "It is <ready> & \"hot\"",
            "--open",
            "prefs:root=BODY",
            "--action",
            "Timer=prefs:root=TIMER",
            "--action",
            "Wi-Fi=prefs:root=WIFI"
        )
        try await fixture.waitForDeliveries()
        let shown = try await desktop.server.waitForOutput("script_count", within: 30)
        #expect(shown.contains("\tsummary: 'Tea & <biscuits>'\n"))
        // Of the two lines dunst draws the second, which is the body in Pango's markup.
        #expect(
            shown.contains(
                """
                \tformatted: '<b>Tea &amp; &lt;biscuits&gt;</b>
                It is &lt;ready&gt; &amp; "hot"'

                """
            ),
            "\(shown)"
        )
        try await desktop.run(["dunstctl", "context"])
        #expect(try await recorder.expectCalls(["settings", "WIFI"]))
        let lines = try String(contentsOfFile: "\(fixture.directory)/lines", encoding: .utf8)
        #expect(
            lines.split(separator: "\n").map { $0.prefix { $0 != " " } }
                == ["#Open", "#Timer", "#Wi-Fi"]
        )
        #expect(try await fixture.waitForResponses().map(\.action) == ["action-2"])

        try await fixture.add("Coffee", "--open", "prefs:root=BODY")
        try await fixture.waitForDeliveries(2)
        try await desktop.run(["dunstctl", "action", "0"])
        #expect(try await recorder.expectCalls(["settings", "WIFI"], ["settings", "BODY"]))
        _ = try await fixture.waitForResponses(2)
        #expect(try await fixture.listed("list", "delivered") == [])
    }

    /// dunst shows nothing while it is paused, and no bubble is claimed to be there.
    @Test func aPausedDunstIsNamedByDoctor() async throws {
        let fixture = try await AgentFixture()
        let desktop = try await XvfbDesktop(on: fixture, server: XvfbDesktop.dunst)
        try await fixture.add("Tea")
        try await fixture.waitForDeliveries()
        try await desktop.run(["dunstctl", "set-paused", "true"])
        let doctor = try await poll(30, "the line") {
            let doctor = try await fixture.run(["doctor", "--bubble", "--within", "1s"])
            return doctor.output.contains("dunstctl set-paused false") ? doctor : nil
        }
        #expect(doctor.output.contains("dunst is paused and shows nothing but"), "\(doctor)")
        #expect(
            doctor.output.contains("do-not-disturb is on, so that no bubble is shown"),
            "\(doctor)"
        )
        #expect(!doctor.error.contains("has taken a bubble"), "\(doctor)")
        try await desktop.run(["dunstctl", "set-paused", "false"])
    }

    @Test("The first question after the agent's start says whether dunst is paused")
    func theFirstQuestionKnowsThatDunstIsPaused() async throws {
        let fixture = try await AgentFixture()
        let desktop = try await XvfbDesktop(on: fixture, server: XvfbDesktop.dunst)
        try await desktop.run(["dunstctl", "set-paused", "true"])
        let doctor = try await fixture.run(["doctor"])
        #expect(doctor.output.contains("on: dunst is paused"), "\(doctor)")
        try await fixture.add("Kept", "--id", "kept", "--level", "critical")
        try await fixture.waitForDeliveries()
        let history = try await fixture.run(["history", "kept"])
        #expect(history.output.contains("delivered, kept by do-not-disturb"), "\(history)")
        try await desktop.run(["dunstctl", "set-paused", "false"])
        _ = try await desktop.server.waitForOutput("summary: 'Kept'", within: 30)
    }

    @Test(
        "Notifications for which a server has no room come once bubbles are closed",
        arguments: [XvfbDesktop.mate, XvfbDesktop.notificationDaemon]
    )
    func aFullServerGetsTheRestLater(command: [String]) async throws {
        let fixture = try await AgentFixture()
        let desktop = try await XvfbDesktop(on: fixture, server: command)
        for number in 1...26 {
            try await fixture.add("\(number)", "--id", "n\(number)", "--expire", "never")
        }
        try await fixture.waitForDeliveries(21)
        #expect(try await fixture.run(["dismiss"] + (1...10).map { "n\($0)" }).code == 0)
        try await fixture.waitForDeliveries(26)
        let left = try await fixture.listed("list", "delivered")
        #expect(Set(left.map(\.identifier)) == Set((11...26).map { "n\($0)" }))
        #expect(left.allSatisfy { $0.state == "shown" })
        withExtendedLifetime(desktop) {}
    }

    @Test func aClickOnTheSecondOfThreeRegisteredEntriesOpensItAlone() async throws {
        let fixture = try await AgentFixture()
        let desktop = try await XvfbDesktop(on: fixture)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["prefs": "\(recorder.program) %{root}"])
        let path = "\(fixture.directory)/config/notify-schedule/launcher.conf"
        let names = ["WIFI", "Sounds", "DISPLAY"]
        let actions = names.map {
            "\n[Action \($0)]\nName=\($0)\nCategory=Settings\nURL=prefs:root=\($0)\nEnabled=true\n"
        }
        let text = try String(contentsOfFile: path, encoding: .utf8) + actions.joined()
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        do {
            let registered = try await fixture.run(
                ["launcher", "register", "--style", "grouped", "--json"]
            )
            #expect(registered.error == "")
            try await fixture.waitForDeliveries()
            let bubble = try await desktop.bubble()
            // Three buttons side by side at the lower right: the second is in their middle.
            try await desktop.click(bubble, fromRight: 160, fromBottom: 39)
            #expect(try await recorder.expectCalls(["Sounds"]), "\(bubble)")
            // Shown again, and open to the next click.
            try await fixture.waitForDeliveries(2)
            let delivered = try await fixture.listed("list", "delivered").map(\.identifier)
            #expect(delivered == ["launcher/Settings"])
        } catch {
            let picture = try await desktop.screenshot("second-entry")
            Issue.record("\(error); the screen was \(picture)")
        }
    }
}
