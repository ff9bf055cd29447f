import Foundation
import GLibBridge
import TestSupport

extension WholeDesktop {
    /// Asks again and again until there is an answer: a desktop reports to nobody when it has drawn.
    func wait<Value>(
        _ seconds: Double,
        _ what: String,
        for find: () async throws -> Value?
    ) async throws -> Value {
        try await poll(seconds, what) {
            let value = try await find()
            // Two looks at what moves have to lie apart.
            if value == nil { try await Task.sleep(for: .milliseconds(140)) }
            return value
        }
    }

    /// Waits until a bubble with a title stands still under the pointer, with its buttons out.
    @discardableResult
    func bubble(titled title: String, buttons: Int = 0) async throws -> ShownBubble {
        try await movePointer(to: standingBubble(titled: title).frame.middle)
        return try await standingBubble(titled: title, buttons: buttons)
    }

    /// Waits until a bubble with a title stands still.
    @discardableResult
    func standingBubble(titled title: String, buttons: Int = 0) async throws -> ShownBubble {
        var last: ShownBubble?
        return try await wait(60, "the bubble \(title) with \(buttons) buttons") {
            let shown = try await shownBubble()
            defer { last = shown }
            guard let shown, shown == last, shown.texts.contains(title),
                shown.buttons.count >= buttons
            else { return nil }
            return shown
        }
    }

    /// Moves the pointer to where no bubble comes: one that is there before the bubble does not count as
    /// one that points at it.
    func lookElsewhere() async throws {
        try await movePointer(to: Point(x: 220, y: 500))
    }

    /// Waits until no bubble stands on the screen.
    func waitForEmptyScreen() async throws {
        try await lookElsewhere()
        _ = try await wait(60, "an empty screen") { try await shownBubble() == nil ? true : nil }
    }

    /// Clicks on the button with a label.
    func click(_ label: String, of bubble: ShownBubble) async throws {
        guard let button = bubble.buttons.first(where: { $0.label == label }) else {
            throw StartFailureInTest(what: "no button \(label): \(bubble)")
        }
        try await click(button.frame.middle)
    }

    /// Dismisses a bubble with the desktop's own button.
    ///
    /// It clicks as long as the bubble is there, as a user does: a click on a button that is about to move
    /// does nothing.
    func dismiss(_ bubble: ShownBubble) async throws {
        _ = try await wait(60, "the end of \(bubble)") {
            guard let shown = try await shownBubble(), shown.texts == bubble.texts else {
                return true
            }
            if let button = shown.closeButton {
                try await click(button.middle)
            } else {
                try await movePointer(to: shown.frame.middle)
            }
            return nil
        }
    }

    /// Starts the agent on the desktop.
    func startAgent() async throws -> RunningProgram {
        try await lookElsewhere()
        return try await fixture.startAgent(environment)
    }

    /// Keeps a picture of a bubble and a little around it, for the pages.
    func keepPicture(_ name: String, of bubble: ShownBubble, _ kind: DesktopKind) async throws {
        let folder = "\(DesktopKind.keepsakes)/pictures"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        let path = "\(folder)/\(kind.rawValue)-\(name).png"
        try await takePicture(path)
        try await Picture.crop(path, to: bubble.frame.grown(by: 16))
    }

    /// What is on the screen.
    func picture() async throws -> Picture {
        let path = "\(fixture.directory)/picture.png"
        try await takePicture(path)
        return try await Picture(path: path)
    }
}

extension AgentFixture {
    /// Waits until a program on the bus has a name.
    @GLibActor
    func waitForName(_ name: String, within seconds: Double = 60) async throws {
        let owners = Recorder<String?>()
        let watch = client.watchName(name) { owners.append($0) }
        if client.nameOwner(name) == nil {
            _ = try await owners.wait(seconds, "the name \(name)") {
                $0.last == .some(nil) || $0.isEmpty ? nil : true
            }
        }
        withExtendedLifetime(watch) {}
    }

    /// Waits until no program on the bus has a name.
    @GLibActor
    func waitForNoName(_ name: String, within seconds: Double = 30) async throws {
        let owners = Recorder<String?>()
        let watch = client.watchName(name) { owners.append($0) }
        if client.nameOwner(name) != nil {
            _ = try await owners.wait(seconds, "the end of the name \(name)") {
                $0.last == .some(nil) ? true : nil
            }
        }
        withExtendedLifetime(watch) {}
    }
}
