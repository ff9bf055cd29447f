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

            let text = "In ten minutes, in the kitchen"
            try await fixture.add("Stand-up", text)
            let plain = try await Self.keep("plain", titled: "Stand-up", kind, desktop)
            let picture = try await desktop.picture()
            #expect(picture.difference(from: empty, in: plain.frame) > 0.5)
            try await Self.end(plain, desktop)

            try await fixture.add("Stand-up", "<u>\(text)</u>", "--markup")
            let underlined = try await desktop.bubble(titled: "Stand-up")
            #expect(underlined.frame == plain.frame)
            // The same letters, so all that differs is the line.
            let line = try await desktop.picture()
                .frame(differingFrom: picture, in: Self.text(of: plain))
            #expect(line?.isLine == true, "\(String(describing: line))")
            try await Self.end(underlined, desktop)

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
            try await Self.end(action, desktop)

            let tomato = "\(fixture.directory)/garden.png"
            try await Picture.paintTomato(to: tomato)
            try await fixture.add("Garden", "The first tomatoes", "--attach", tomato)
            let image = try await Self.keep("image", titled: "Garden", kind, desktop)
            try await Self.expectLeaf(in: image, desktop)
            try await Self.end(image, desktop)

            try await fixture.add("Garden", "The first tomatoes", "--icon", tomato)
            let icon = try await desktop.bubble(titled: "Garden")
            try await Self.expectLeaf(in: icon, desktop)
            try await Self.end(icon, desktop)

            try await Self.showTexts(on: desktop, kind)
            try await Self.showLevels(on: desktop, kind)
            withExtendedLifetime(agent) {}
        }
    }

    /// Texts from the right, and one that is longer than the screen.
    private static func showTexts(on desktop: any WholeDesktop, _ kind: DesktopKind) async throws {
        let fixture = desktop.fixture
        let appointment = "موعد مع الطبيب الساعة 15:00"
        try await fixture.add("تذكير 🌱", appointment)
        let arabic = try await Self.keep("right-to-left", titled: "تذكير 🌱", kind, desktop)
        #expect(arabic.texts.contains(appointment), "\(arabic)")
        try await Self.end(arabic, desktop)

        try await fixture.add("List", (1...60).map { "line \($0)" }.joined(separator: "\n"))
        let long = try await Self.keep("long", titled: "List", kind, desktop)
        // GNOME Shell 48 shows a blank in place of the end of a line.
        #expect(long.texts.contains { $0.contains(#/line 1\sline 2/#) }, "\(long)")
        #expect(long.frame.y >= 0 && long.frame.y + long.frame.height <= 800, "\(long)")
        try await Self.end(long, desktop)
    }

    /// Levels other than the usual one.
    private static func showLevels(on desktop: any WholeDesktop, _ kind: DesktopKind) async throws {
        let fixture = desktop.fixture
        try await fixture.add("Soon", "In a minute", "--level", "time-sensitive")
        try await Self.end(desktop.bubble(titled: "Soon"), desktop)

        try await fixture.add("Later", "In an hour", "--id", "later", "--level", "passive")
        if kind == .gnomeShell {
            // It has these in the list behind the clock alone.
            _ = try await desktop.wait(60, "the passive notification") {
                try await desktop.titles() == ["Later"] ? true : nil
            }
            #expect(try await desktop.shownBubble() == nil)
        } else {
            try await Self.end(desktop.bubble(titled: "Later"), desktop)
        }

        try await fixture.add("Battery", "3 % left", "--level", "critical")
        try await desktop.standingBubble(titled: "Battery")
        // The user is there and looks elsewhere; any other bubble would be gone by then.
        try await desktop.lookElsewhere()
        try await Task.sleep(for: .seconds(9))
        let critical = try await Self.keep("critical", titled: "Battery", kind, desktop)
        try await Self.end(critical, desktop)
    }

    /// Expects the colour behind the tomato.
    private static func expectLeaf(
        in bubble: ShownBubble,
        _ desktop: any WholeDesktop
    ) async throws {
        let green = try await desktop.picture().share(of: Picture.leaf, in: bubble.frame)
        // Half of a thumbnail of 32 pixels is background, in a bubble of any size.
        #expect(green * Double(bubble.frame.width * bubble.frame.height) > 300, "\(bubble)")
    }

    /// Dismisses a bubble, and waits until it is gone.
    private static func end(_ bubble: ShownBubble, _ desktop: any WholeDesktop) async throws {
        try await desktop.dismiss(bubble)
        try await desktop.waitForEmptyScreen()
    }

    /// The part of a bubble below its head, which has the time.
    private static func text(of bubble: ShownBubble) -> Frame {
        let head = bubble.frame.height / 3
        return Frame(
            x: bubble.frame.x,
            y: bubble.frame.y + head,
            width: bubble.frame.width,
            height: bubble.frame.height - head
        )
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
