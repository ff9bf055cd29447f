import TestSupport
import Testing

/// All of it for real: X server, notification server, mouse.
@Suite(.serialized) struct RealDesktopTests {
    @Test func aClickOnTheSecondButtonStartsItsCommand() async throws {
        let desk = try await Desk()
        let desktop = try await VirtualDesktop(on: desk)
        let recorder = try await CommandRecorder(in: desk)
        try recorder.configure([
            "clock": "\(recorder.program) timer %{m}",
            "prefs": "\(recorder.program) settings %{root}",
        ])
        do {
            let added = try await desk.add(
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
            _ = try await desk.waitForSignals("Delivered")
            let bubble = try await desktop.bubble()
            // The buttons stand at the lower right; the last one is right-most.
            try await desktop.click(bubble, fromRight: 80, fromBottom: 39)
            #expect(try await recorder.expectCalls(["settings", "WIFI"]), "\(bubble)")
            let response = try await desk.waitForSignals("Responded")[0]
            #expect(response.action == "action-2")
            #expect(try await desk.listed("list", "delivered") == [])
        } catch {
            let picture = try await desktop.screenshot("second-button")
            Issue.record("\(error); the screen was \(picture)")
        }
    }
}
