import AgentInterface
import AgentTestSupport
import DesktopBubbles
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// How long the files of requests stay, from the call that brings them to the sweep that removes them.
@Suite struct AttachmentsTests {
    private static let owner = SchedulerFixture.owner
    private static let typed = NotificationAction(
        identifier: "typed",
        title: "T",
        textInput: NotificationAction.TextInput()
    )

    private static func folder(_ fixture: SchedulerFixture) -> String {
        "\(fixture.store.folder)/attachments"
    }

    /// The names of the requests' folders.
    private static func names(_ folder: String) -> Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    }

    private static func request(
        _ identifier: String,
        _ trigger: NotificationTrigger = .timeInterval(
            microseconds: 3_600_000_000,
            repeats: false
        ),
        actions: [NotificationAction] = []
    ) -> NotificationRequest {
        var content = NotificationContent(title: identifier)
        content.attachments = [SamplePicture.attachment()]
        return NotificationRequest(
            appID: SchedulerFixture.app,
            identifier: identifier,
            content: content,
            trigger: trigger,
            actions: actions
        )
    }

    /// Adds another request and removes it, and waits until its files have gone.
    private static func sweep(_ fixture: SchedulerFixture, _ picture: String) async throws {
        let folder = folder(fixture)
        let before = names(folder)
        _ = try await fixture.scheduler.add(
            request("other"),
            files: [try OpenFile(reading: picture)]
        )
        _ = try await fixture.scheduler.remove(
            RemovalSelection(choice: .identifiers(["other"]), appID: SchedulerFixture.app)
        )
        await fixture.scheduler.sweepAttachments()
        try await waitForChange(of: folder, "the end of the other file") {
            names(folder) == before
        }
    }

    @Test("The files of a replaced notification stay while its text is asked for")
    func aReplacedOne() async throws {
        let texts = Recorder<String>()
        let questions = Recorder<ReplyPrompt>()
        let fixture = try SchedulerFixture.withManualServer(
            ask: { prompt, _ in
                questions.append(prompt)
                return (try? await texts.wait(60, "a text") { $0.first }).map { .text($0) }
                    ?? .cancelled
            }
        )
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        let picture = try SamplePicture.write(to: fixture.store.folder)
        let bubble = BubbleKey(owner: Self.owner, id: 7)
        try await fixture.answer("one", as: bubble) {
            _ = try await fixture.scheduler.add(
                Self.request("one", .immediate, actions: [Self.typed]),
                files: [try OpenFile(reading: picture)]
            )
            await fixture.scheduler.deliverSoon()
        }
        await fixture.click(bubble, "typed")
        _ = try await questions.next()
        try await fixture.show("one", as: BubbleKey(owner: Self.owner, id: 8))
        #expect(Self.names(Self.folder(fixture)).count == 1)
        // Twice, because what one sweep removes goes in any order.
        try await Self.sweep(fixture, picture)
        try await Self.sweep(fixture, picture)
        texts.append("hi")
        _ = try await fixture.reports.wait(10, "the response") { reports in
            reports.contains { $0.event == "responded" } ? true : nil
        }
    }

    @Test("An import that brings a request with its file once more keeps one copy")
    func theSameFileAgain() async throws {
        let fixture = try SchedulerFixture(isQuiet: true)
        let picture = try SamplePicture.write(to: fixture.store.folder)
        let folder = Self.folder(fixture)
        func load() async throws -> ImportReply {
            let record: [(key: String, value: Variant)] = [
                ("list", .string("pending")), ("request", Self.request("one").record),
            ]
            return try await fixture.scheduler.handle(
                ImportCall(
                    entries: ImportRecords(
                        records: [.dictionary(record)],
                        files: [try OpenFile(reading: picture)]
                    ),
                    sender: ":1.1",
                    requester: "test"
                )
            )
        }
        #expect(try await load().pending == 1)
        let first = Self.names(folder)
        #expect(first.count == 1)
        #expect(try await load().replaced == 1)
        try await waitForChange(of: folder, "the end of the second copy") {
            Self.names(folder) == first
        }
    }

    @Test("An edit with another file keeps that one, and removes the one before")
    func anotherFile() async throws {
        let fixture = try SchedulerFixture(isQuiet: true)
        let picture = try SamplePicture.write(to: fixture.store.folder)
        let folder = Self.folder(fixture)
        _ = try await fixture.scheduler.add(
            Self.request("one"),
            files: [try OpenFile(reading: picture)]
        )
        let first = Self.names(folder)
        let row = try #require(try fixture.store.pending(app: SchedulerFixture.app).first)
        let original = try row.pending().request
        var request = original
        request.content.attachments = [SamplePicture.attachment("q.png")]
        let other = try SamplePicture.write(to: fixture.store.folder, as: "q.png")
        let reply = try await fixture.scheduler.edit(
            RequestChange(request: request, original: original, step: nil),
            files: [try OpenFile(reading: other)]
        )
        #expect(reply.attachments.first?.hasSuffix("/q.png") == true)
        try await waitForChange(of: folder, "the end of the first file") {
            let names = Self.names(folder)
            return names.count == 1 && names.isDisjoint(with: first)
        }
    }
}
