import AgentInterface
import Foundation
import TestSupport
import Testing

/// All of it for real: a whole desktop, the agent, the command line, a pointer.
@Suite(.serialized) struct WholeDesktopTests {
    @Test(arguments: DesktopKind.allCases)
    func aClickOnTheSecondButtonStartsItsCommand(_ kind: DesktopKind) async throws {
        try await kind.run("click") { desktop in
            let fixture = desktop.fixture
            let recorder = try await CommandRecorder(in: fixture)
            try recorder.configure([
                "clock": "\(recorder.program) timer %{m}",
                "prefs": "\(recorder.program) settings %{root}",
            ])
            let agent = try await desktop.startAgent()
            let before = try await desktop.picture()
            try await fixture.add(
                "Tea & biscuits",
                "It is <ready> & \"hot\"",
                "--in",
                "1s",
                // It stays until the click, however busy the machine is.
                "--level",
                "critical",
                "--action",
                "Timer=clock://start?m=4",
                "--action",
                "Wi-Fi=prefs:root=WIFI"
            )
            try await fixture.waitForDeliveries()
            let bubble = try await desktop.bubble(titled: "Tea & biscuits", buttons: 2)
            #expect(bubble.texts.prefix(2) == ["Tea & biscuits", "It is <ready> & \"hot\""])
            #expect(bubble.buttons.map(\.label) == ["Timer", "Wi-Fi"])
            #expect(try await desktop.picture().difference(from: before, in: bubble.frame) > 0.5)
            try await desktop.click("Wi-Fi", of: bubble)
            #expect(try await recorder.expectCalls(["settings", "WIFI"]), "\(bubble)")
            let response = try await fixture.waitForResponses()[0]
            #expect(response.action == "action-2")
            try await desktop.waitForEmptyScreen()
            #expect(try await fixture.listed("list", "delivered") == [])
            agent.kill(SIGTERM)
        }
    }
}
