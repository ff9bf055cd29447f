import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// An app's service extension, as a program that the agent starts.
@Suite(.serialized) struct ServiceExtensionTests {
    /// An app with an extension, whose agent runs, with one bubble.
    ///
    /// The desktop file is there before the agent, which hears of a new one a moment later.
    private static func fixture(
        _ line: String = program,
        more: String = ""
    ) async throws -> AppFixture {
        let fixture = try await AppFixture()
        try install(line, more: more, in: fixture)
        _ = try await fixture.show("before")
        return fixture
    }

    /// Installs a desktop file of the app with an extension.
    private static func install(_ line: String, more: String = "", in fixture: AppFixture) throws {
        let folder = "\(fixture.bus.directory)/data/applications"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try """
        [Desktop Entry]
        Type=Application
        Name=Sample
        Exec=/bin/false
        X-NotifySchedule-ServiceExtension=\(line)
        \(more)

        """.write(
            toFile: "\(folder)/\(AppFixture.appID).desktop",
            atomically: true,
            encoding: .utf8
        )
    }

    private static func payload(_ title: String, body: String = "B") -> String {
        #"{"aps":{"alert":{"title":"\#(title)","body":"\#(body)"},"mutable-content":1},"k":7}"#
    }

    private static var program: String { Program("sample-extension").path }

    /// Titles of messages, with those that are shown.
    @Test(arguments: [
        ("edit", "edited true 7"), ("twice", "first"), ("crash", "crash"), ("plain", "plain"),
    ])
    func whatTheExtensionDoesIsShown(title: String, shown: String) async throws {
        let fixture = try await Self.fixture()
        for _ in 0..<2 { _ = try fixture.push(Self.payload(title)) }
        try await fixture.server.waitForCalls(titled: shown, 2)
        #expect(fixture.server.calls.elements.dropFirst().map(\.call.summary) == [shown, shown])
    }

    @Test func itsFilesAreShown() async throws {
        let fixture = try await Self.fixture()
        let picture = "\(fixture.bus.directory)/picture.png"
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            .write(to: URL(fileURLWithPath: picture))
        _ = try fixture.push(Self.payload("attach", body: picture))
        _ = try await fixture.server.call(titled: "attached")
        // It was moved, as on Apple's systems.
        try await poll(30, "the move of the file") {
            FileManager.default.fileExists(atPath: picture) ? nil : ()
        }
    }

    @Test func aProgramThatIsNotThereIsNoLoss() async throws {
        let fixture = try await Self.fixture("/nowhere/extension")
        _ = try fixture.push(Self.payload("edit"))
        _ = try await fixture.server.call(titled: "edit")
        try Self.install("/bin/false", in: fixture)
        _ = try fixture.push(Self.payload("edit"))
        try await fixture.server.waitForCalls(titled: "edit", 2)
    }

    /// A file from a sandbox must not start a program outside of it.
    @Test func theKeyOfASandboxIsNotRead() async throws {
        let fixture = try await Self.fixture(more: "X-Flatpak=\(AppFixture.appID)")
        _ = try fixture.push(Self.payload("edit"))
        _ = try await fixture.server.call(titled: "edit")
    }

    @Test func theAgentThatIsKilledShowsItLater() async throws {
        let fixture = try await Self.fixture()
        _ = try fixture.push(Self.payload("hang"))
        try await fixture.showOther("other")
        #expect(fixture.server.count(titled: "hang") == 0)
        try fixture.killAgent()
        _ = try await fixture.show("after")
        _ = try await fixture.server.call(titled: "hang")
    }
}
