import AgentInterface
import Foundation
import GLibBridge
import Glibc
import NotificationServer
import NotifyCore
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
        #"{"aps":{"alert":{"title":"\#(title)","body":"\#(body)"},"mutable-content":1},"k":7,"list":[1,null,2]}"#
    }

    private static var program: String { Program("sample-extension").word }

    /// Titles of messages, with those that are shown.
    @Test(arguments: [
        ("edit", "edited true 7"), ("twice", "first"), ("crash", "crash"), ("plain", "plain"),
        ("nulls", "1 null 2"),
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

/// An app's service extension, with an agent that the test plays.
@Suite(.serialized) struct ServiceExtensionTimeTests {
    /// Work whose time is over before it begins, as it came.
    private static func work(_ title: String, id: Int64, until: Int64) -> ExtensionWork {
        ExtensionWork(
            id: id,
            notification: AppNotification(
                request: NotificationRequest(
                    appID: AppFixture.appID,
                    identifier: title,
                    content: NotificationContent(title: title)
                ),
                date: Instant(seconds: 0)
            ),
            expires: 0,
            until: until
        )
    }

    @Test func itHearsThatItsTimeIsOverAndEndsWithoutAnAnswer() async throws {
        let bus = try await PrivateBus()
        let waiting = Recorder<ExtensionWork>()
        waiting.append(Self.work("late", id: 1, until: .max))
        waiting.append(Self.work("hang", id: 2, until: 0))
        let asked = Recorder<String>()
        let finished = Recorder<String>()
        let agent = try await BusPeer(
            on: bus,
            at: AgentNames.path,
            interface: AgentNames.interface,
            xml: AgentNames.interfaceXML
        ) { call in
            switch call.method {
            case "NextPush":
                let count = asked.elements.count
                asked.append(call.parameters[0]?.string ?? "")
                let works = waiting.elements
                call.reply([count < works.count ? works[count].record : .dictionary([])])
            case "FinishPush":
                let content = try? NotificationContent(record: call.parameters[1])
                finished.append("\(call.parameters[0]?.integer ?? 0) \(content?.title ?? "")")
                call.reply([.strings([])])
            default: return false
            }
            return true
        }
        _ = try agent.connection.requestName(AgentNames.bus)
        let outcome = try await Program("sample-extension").run(
            [],
            environment: bus.environment.merging([
                "NOTIFY_SCHEDULE_APP_ID": AppFixture.appID
            ]) { $1 },
            within: 60
        )
        #expect(outcome.code == EX_TEMPFAIL, "\(outcome)")
        #expect(finished.elements == ["1 in time"])
        #expect(asked.elements == [AppFixture.appID, AppFixture.appID])
    }
}
