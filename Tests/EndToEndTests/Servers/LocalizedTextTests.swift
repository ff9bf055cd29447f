import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// Texts that are looked up when they are shown.
@Suite(.serialized) struct LocalizedTextTests {
    private static func write(_ text: String, _ folder: String, _ language: String) throws {
        let lproj = URL(fileURLWithPath: "\(folder)/\(language).lproj")
        try FileManager.default.createDirectory(at: lproj, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: lproj.appending(path: "Localizable.strings"))
    }

    private static func request(_ identifier: String, folder: String) -> Variant {
        func text(_ key: String, _ arguments: [String]) -> Variant {
            .dictionary([("key", .string(key)), ("arguments", .strings(arguments))])
        }
        return .dictionary([
            ("identifier", .string(identifier)),
            (
                "content",
                .dictionary([
                    ("title", .string("old title")), ("body", .string("old body")),
                    (
                        "localized",
                        .dictionary([
                            ("folder", .string(folder)), ("title", text("T", ["7"])),
                            ("body", text("missing %@", ["x"])),
                        ])
                    ),
                ])
            ),
        ])
    }

    @Test func aTableThatChangesAfterAddIsInTheBubble() async throws {
        let bus = try await PrivateBus()
        let fixture = try await AgentFixture(on: bus)
        let folder = fixture.directory
        try Self.write("\"T\" = \"Titel %@\";", folder, "de")
        try Self.write("\"T\" = \"Title %@\";", folder, "en")
        let agent = try AgentFixture.agent.start(
            environment: bus.environment(["LANG": "de_DE.UTF-8", "LANGUAGE": ""])
        )
        _ = try await fixture.owners.wait(30, "the agent") {
            $0.contains { $0 != nil } ? true : nil
        }
        func add(_ identifier: String, folder: String) throws {
            _ = try fixture.client.callBlocking(
                "Add",
                on: AgentNames.destination,
                .tuple([Self.request(identifier, folder: folder)])
            )
        }
        // Accepted while no server is there; shown once the tables have changed.
        try add("one", folder: folder)
        try Self.write("\"T\" = \"Neuer Titel %@\";", folder, "de")
        let server = try await FakeNotificationServer(on: bus)
        let first = try await server.next(within: 30).call
        #expect(first.summary == "Neuer Titel 7")
        #expect(first.body == "missing x")
        // Without the language's table that of the app's own language.
        try FileManager.default.removeItem(atPath: "\(folder)/de.lproj")
        try add("two", folder: folder)
        #expect(try await server.next(within: 30).call.summary == "Title 7")
        // A pipe, a damaged table, no folder at all: the text that came with it.
        try Self.write("\"T\" = ", folder, "en")
        #expect(mkfifo("\(folder)/de.lproj", 0o600) == 0)
        for place in [folder, "/nonexistent", "/proc/self"] {
            try add("three", folder: place)
            let call = try await server.next(within: 30).call
            #expect(call.summary == "old title")
            #expect(call.body == "old body")
        }
        #expect(throws: GLibError.self) { try add("four", folder: "relative") }
        withExtendedLifetime(agent) {}
    }
}
