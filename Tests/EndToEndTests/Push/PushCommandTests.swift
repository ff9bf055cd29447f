import AgentInterface
import AgentTestSupport
import BusCallers
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// The verb `push`, against the agent.
@Suite(.serialized) struct PushCommandTests {
    private static let app = "org.example.App"

    @Test func aFileIsShownAndReplaced() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        let file = "\(fixture.directory)/payload.apns"
        try #"{"Simulator Target Bundle":"org.example.App","aps":{"alert":{"title":"1:0"}}}"#
            .write(toFile: file, atomically: true, encoding: .utf8)
        let first = try await fixture.run(["push", file, "--collapse-id", "score"])
        #expect(first.code == 0, "\(first)")
        #expect(first.output == "score\n")
        let bubble = try await server.call(titled: "1:0")
        let second = try await fixture.run(
            ["push", Self.app, "-", "--collapse-id", "score"],
            input: #"{"aps":{"alert":{"title":"2:0"},"url-args":[]}}"#
        )
        #expect(second.code == 0, "\(second)")
        #expect(second.error.contains("\"aps.url-args\" has no effect here"))
        #expect(try await server.call(titled: "2:0").call.replacesID == bubble.id)
        let delivered = try await fixture.listed("list", "delivered")
        #expect(delivered.map(\.identifier) == ["score"])
        #expect(delivered.map(\.appID) == [Self.app])
        withExtendedLifetime(agent) {}
    }

    /// Command lines with what they end with.
    private static let refused: [([String], String, Int32, String)] = [
        (
            ["-"], #"{"aps":{"alert":"A"}}"#, 65,
            "lacks the key \"Simulator Target Bundle\"; write the app before the file"
        ),
        (["a", "-"], #"{"aps":{"badge":-1}}"#, 65, "\"badge\" is -1, not a whole number"),
        (
            ["a", "-"], String(repeating: " ", count: 5_000), 65,
            "the payload has more than 4096 bytes"
        ),
        (["a", "/nowhere"], "", 65, "\"/nowhere\" cannot be read: No such file or directory"),
        (
            ["a", "-", "--expiration", "tomorrow"], "{}", 65,
            "--expiration \"tomorrow\" is not a number of seconds"
        ),
        (
            ["a", "-", "--collapse-id", String(repeating: "x", count: 65)], "{}", 65,
            "has 65 bytes, not 1 to 64"
        ),
        (["a", "-", "c"], "{}", 64, "\"c\" is one argument too many"),
    ]

    @Test(arguments: refused)
    func isRefused(words: [String], input: String, code: Int32, message: String) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["push"] + words, input: input)
        #expect(outcome.code == code, "\(outcome)")
        #expect(outcome.error.lowercased().contains(message.lowercased()), "\(outcome)")
    }

    @Test func whatIsPastIsNotShown() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let outcome = try await fixture.run(
            ["push", Self.app, "-", "--expiration", "1700000000", "--json"],
            input: #"{"aps":{"alert":"A"}}"#
        )
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("\"expired\" : true"))
        #expect(try await fixture.listed("list").isEmpty)
        let only = try await fixture.run(
            ["push", Self.app, "-", "--dry-run"],
            input: #"{"aps":{"alert":"A"}}"#
        )
        #expect(only.code == 0)
        #expect(try await fixture.listed("list").isEmpty)
        withExtendedLifetime(agent) {}
    }

    @Test func aSandboxPushesToItselfAlone() async throws {
        let service = try await ServiceFixture()
        let client = try await service.client(ServiceFixture.flatpak)
        let reply = try await service.call(
            "Push",
            .string("org.example.Other"),
            .bytes(Array(#"{"aps":{"alert":"A"}}"#.utf8)),
            .dictionary([]),
            by: client
        )
        let identifier = try #require(reply[0]?["identifier"]?.string)
        let store = service.fixture.store
        // It may have been delivered already.
        let (app, name) = ("org.example.App", identifier)
        let isPending = try !store.pending(app: app, identifier: name).isEmpty
        #expect(try isPending || !store.delivered(app: app, identifier: name).isEmpty)
        let stranger = try await service.client(.unknown)
        let error = await #expect(throws: GLibError.self) {
            try await service.call(
                "Push",
                .string(Self.app),
                .bytes(Array(#"{"aps":{"alert":"A"}}"#.utf8)),
                .dictionary([]),
                by: stranger
            )
        }
        #expect(error?.remoteName == "\(AgentNames.errorPrefix)NotAllowed")
        #expect(
            await service.refusal(of: [("priority", .int32(10))], by: client)?.contains("priority")
                == true
        )
    }

    /// As notify-push brings them: the server of a sandboxed app has no more room than the app.
    @Test func messagesOfASandboxHaveItsLimits() async throws {
        let service = try await ServiceFixture()
        let user = try await service.client(ServiceFixture.user)
        var refusal: String?
        var count = 0
        while refusal == nil, count < 1_100 {
            refusal = await service.refusal(of: [("confined", .boolean(true))], by: user)
            count += 1
        }
        #expect(refusal?.contains("the sandboxed app a has 1000 pending") == true, "\(count)")
        // What the user's own programs bring has none.
        #expect(await service.refusal(of: [], by: user) == nil)
    }
}

/// Service extensions as the agent meets them on the bus.
@Suite(.serialized) struct ExtensionBusTests {
    private static let app = "org.example.App"

    @Test func theBusStartsAnExtension() async throws {
        let bus = try await PrivateBus(activatable: ["\(Self.app).ServiceExtension": "/bin/false"])
        let start = ExtensionStart(connection: try bus.connect(), launches: LaunchWork())
        #expect(await start.isThere(for: Self.app))
        await #expect(throws: RequestError.self) { try await start.run(Self.app) }
        for other in ["org.example.Nowhere", "/a/path"] {
            #expect(await !start.isThere(for: other))
            #expect(try await !start.run(other))
        }
    }

    @Test func aSandboxGetsItsOwnAndNamesNoFile() async throws {
        let service = try await ServiceFixture()
        let client = try await service.client(ServiceFixture.flatpak)
        let work = try await service.call("NextPush", .string("org.example.Other"), by: client)
        #expect(work[0]?.entries?.isEmpty == true)
        for (sound, error) in [("/home/u/secret.wav", "NotAllowed"), ("bell", "NotFound")] {
            let content = NotificationContent(title: "T", sound: .named(sound))
            let refusal = await #expect(throws: GLibError.self) {
                try await service.call("FinishPush", .int64(1), content.record, by: client)
            }
            #expect(refusal?.remoteName == "\(AgentNames.errorPrefix)\(error)")
        }
    }
}

extension ServiceFixture {
    /// The message with which options of a message are refused.
    fileprivate func refusal(
        of options: [(key: String, value: Variant)],
        by client: Client
    ) async -> String? {
        do {
            try await call(
                "Push",
                .string("a"),
                .bytes(Array(#"{"aps":{"alert":"A"}}"#.utf8)),
                .dictionary(options),
                by: client
            )
            return nil
        } catch {
            return "\(error)"
        }
    }
}
