import AgentInterface
import Foundation
import GLibBridge
import TestSupport
import Testing

/// A reply that the user types: into Plasma's bubble, and into a dialog on GNOME.
@Suite(.serialized) struct TypedReplyTests {
    @Test(arguments: DesktopKind.allCases)
    func whatIsTypedReachesTheResponse(_ kind: DesktopKind) async throws {
        try await kind.run("reply") { desktop in
            let fixture = desktop.fixture
            let agent = try await desktop.startAgent()
            try await fixture.add(
                "Lunch?",
                "At the usual place",
                "--id",
                "lunch",
                // It stays until it is answered, however busy the machine is.
                "--level",
                "critical",
                "--action",
                "Map=geo:52.5,13.4",
                "--reply",
                "Answer"
            )
            let bubble = try await desktop.bubble(titled: "Lunch?", buttons: 2)
            try await desktop.click("Reply", of: bubble)
            switch kind {
            case .plasma:
                // The field comes out in the bubble, and the bubble grows.
                _ = try await desktop.wait(30, "the field for the reply") {
                    let shown = try await desktop.shownBubble()
                    return shown != bubble && shown != nil ? true : nil
                }
            case .gnomeShell: try await desktop.waitForDialog()
            }
            try await desktop.type("At noon")
            let response = try await fixture.waitForResponses()[0]
            #expect(response.identifier == "lunch")
            #expect(response.userText == "At noon")
            try await desktop.waitForEmptyScreen()
            #expect(try await fixture.listed("list", "delivered") == [])
            withExtendedLifetime(agent) {}
        }
    }
}
