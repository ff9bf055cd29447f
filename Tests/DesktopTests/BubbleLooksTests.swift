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
            try await Self.paintTomato(to: picture)
            try await fixture.add("Garden", "The first tomatoes", "--attach", picture)
            let image = try await Self.keep("image", titled: "Garden", kind, desktop)
            let seaGreen = Picture.Colour(red: 0x2E, green: 0x8B, blue: 0x57)
            let green = try await desktop.picture().share(of: seaGreen, in: image.frame)
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

    private static func paintTomato(to path: String) async throws {
        let outcome = try await Program(path: "/usr/bin/convert").run(
            [
                "-size", "300x300", "xc:#2e8b57", "-fill", "#e0402c", "-draw",
                "circle 150,170 150,80", "-fill", "#14532d", "-draw",
                "polygon 150,60 172,92 215,84 180,112 150,98 120,112 85,84 128,92", path,
            ],
            environment: [:],
            within: 60
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
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
        let folder = "\(DesktopKind.keepsakes)/pictures"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let path = "\(folder)/\(kind.rawValue)-\(name).png"
        try await desktop.takePicture(path)
        try await Picture.crop(path, to: bubble.frame.grown(by: 16))
        return bubble
    }
}
