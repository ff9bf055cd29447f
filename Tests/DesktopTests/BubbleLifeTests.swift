import AgentInterface
import Foundation
import NotifyCore
import TestSupport
import Testing

/// How bubbles end, and what of them comes back, on whole desktops.
@Suite(.serialized) struct BubbleLifeTests {
    @Test(arguments: DesktopKind.allCases)
    func dismissalAndExpiryLeaveTheRightLists(_ kind: DesktopKind) async throws {
        try await kind.run("lists") { desktop in
            let fixture = desktop.fixture
            let agent = try await desktop.startAgent()
            try await fixture.add("Gone", "By itself", "--id", "gone")
            try await desktop.standingBubble(titled: "Gone")
            // A desktop waits with the end of a bubble for a user who is there.
            try await desktop.lookElsewhere()
            try await desktop.waitForEmptyScreen()
            #expect(try await fixture.listed("list", "delivered").map(\.identifier) == ["gone"])

            // It waits for the click, however busy the machine is: an expiry would be another end.
            try await fixture.add("Unwanted", "--id", "unwanted", "--level", "critical")
            let unwanted = try await desktop.bubble(titled: "Unwanted")
            try await desktop.dismiss(unwanted)
            let response = try await fixture.waitForResponses()[0]
            #expect(response.identifier == "unwanted")
            #expect(response.event == "dismissed")
            try await desktop.waitForEmptyScreen()
            #expect(try await fixture.listed("list", "delivered").map(\.identifier) == ["gone"])
            withExtendedLifetime(agent) {}
        }
    }

    @Test(arguments: DesktopKind.allCases)
    func whatIsUndismissedComesBackOnceWithLiveButtons(_ kind: DesktopKind) async throws {
        try await kind.run("return") { desktop in
            let fixture = desktop.fixture
            let recorder = try await CommandRecorder(in: fixture)
            try recorder.configure(["prefs": "\(recorder.program) settings %{root}"])
            let first = try await desktop.startAgent()
            try await Self.show("Tea", on: desktop)
            try await fixture.endAgent(SIGKILL, id: first.id)
            let second = try await desktop.startAgent()
            try await Self.choose("Tea", on: desktop)
            #expect(try await recorder.expectCalls(["settings", "Tea"]))
            try await desktop.waitForEmptyScreen()

            try await Self.show("Coffee", on: desktop)
            try await desktop.restartShell()
            try await Self.choose("Coffee", on: desktop)
            #expect(try await recorder.expectCalls(["settings", "Tea"], ["settings", "Coffee"]))
            try await desktop.waitForEmptyScreen()
            #expect(try await fixture.listed("list", "delivered") == [])
            // Each was delivered once, however often it was there.
            #expect(fixture.deliveries.count == 2)
            withExtendedLifetime(second) {}
        }
    }

    /// Shows a bubble that stays until somebody does something about it.
    private static func show(_ title: String, on desktop: any WholeDesktop) async throws {
        try await desktop.fixture.add(
            title,
            "--level",
            "critical",
            "--action",
            "Later=prefs:root=none",
            "--action",
            "Now=prefs:root=\(title)"
        )
        try await desktop.standingBubble(titled: title)
    }

    /// Waits for the bubble, which is the only one, and clicks on its second button.
    private static func choose(_ title: String, on desktop: any WholeDesktop) async throws {
        let bubble = try await desktop.bubble(titled: title, buttons: 2)
        #expect(try await desktop.titles() == [title])
        try await desktop.click("Now", of: bubble)
    }
}
