import Foundation
import TestSupport
import Testing

/// How bubbles look on whole desktops; the pictures are those of the README.
@Suite(.serialized) struct BubbleLooksTests {
    @Test(arguments: DesktopKind.allCases)
    func bubblesLookAsTheyShould(_ kind: DesktopKind) async throws {
        try await kind.run("looks") { desktop in
            let fixture = desktop.fixture
            let agent = try await desktop.startAgent()
            let empty = try await desktop.picture()

            try await fixture.add("Stand-up", "In ten minutes, in the kitchen")
            let plain = try await Self.keep("plain", titled: "Stand-up", kind, desktop)
            #expect(try await desktop.picture().difference(from: empty, in: plain.frame) > 0.5)
            try await desktop.dismiss(plain)
            try await desktop.waitForEmptyScreen()

            try await fixture.add(
                "Tea",
                "It is ready",
                "--action",
                "Timer=clock://start?m=4",
                "--action",
                "Wi-Fi=prefs:root=WIFI"
            )
            let action = try await Self.keep("action", titled: "Tea", buttons: 2, kind, desktop)
            #expect(action.buttons.map(\.label) == ["Timer", "Wi-Fi"])
            #expect(action.frame.height > plain.frame.height)
            try await desktop.dismiss(action)
            try await desktop.waitForEmptyScreen()

            let picture = "\(fixture.directory)/garden.png"
            try await Picture.paintTomato(to: picture)
            try await fixture.add("Garden", "The first tomatoes", "--attach", picture)
            let image = try await Self.keep("image", titled: "Garden", kind, desktop)
            let green = try await desktop.picture().share(of: Picture.leaf, in: image.frame)
            // Half of a thumbnail of 32 pixels is background, in a bubble of any size.
            #expect(green * Double(image.frame.width * image.frame.height) > 300)
            try await desktop.dismiss(image)
            try await desktop.waitForEmptyScreen()

            try await fixture.add("Battery", "3 % left", "--level", "critical")
            try await desktop.standingBubble(titled: "Battery")
            // The user is there and looks elsewhere; any other bubble would be gone by then.
            try await desktop.lookElsewhere()
            try await Task.sleep(for: .seconds(9))
            let critical = try await Self.keep("critical", titled: "Battery", kind, desktop)
            try await desktop.dismiss(critical)
            try await desktop.waitForEmptyScreen()
            withExtendedLifetime(agent) {}
        }
    }

    /// Waits for a bubble and keeps a picture of it and a little around it.
    private static func keep(
        _ name: String,
        titled title: String,
        buttons: Int = 0,
        _ kind: DesktopKind,
        _ desktop: any WholeDesktop
    ) async throws -> ShownBubble {
        let bubble = try await desktop.bubble(titled: title, buttons: buttons)
        try await desktop.keepPicture(name, of: bubble, kind)
        return bubble
    }
}
