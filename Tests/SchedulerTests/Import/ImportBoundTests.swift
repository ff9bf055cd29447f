import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// How much all imports together may bring at a time.
@Suite struct ImportBoundTests {
    /// An import of more than half of what all may bring, which then waits for a file to be read.
    private static func call(_ name: String, _ picture: String) throws -> ImportCall {
        func entry(_ number: Int, _ content: NotificationContent) -> Variant {
            let request = NotificationRequest(
                appID: AgentNames.app,
                identifier: "\(name) \(number)",
                content: content,
                trigger: .timeInterval(microseconds: 1 << 40, repeats: false)
            )
            return .dictionary([("list", .string("pending")), ("request", request.record)])
        }
        let body = String(repeating: "x", count: 100_000)
        var last = NotificationContent(title: "T")
        last.attachments = [SamplePicture.attachment()]
        return ImportCall(
            entries: ImportRecords(
                records: (0..<700).map { entry($0, NotificationContent(title: "T", body: body)) }
                    + [entry(700, last)],
                files: [try OpenFile(reading: picture)]
            ),
            sender: name,
            requester: "",
            hasMore: true
        )
    }

    @Test func whatIsBeingReadCounts() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        let picture = try SamplePicture.write(to: fixture.store.folder)
        let calls = try [Self.call("a", picture), Self.call("b", picture)]
        async let first = Self.outcome(of: calls[0], fixture)
        async let second = Self.outcome(of: calls[1], fixture)
        // Whichever comes first waits for its file while the other one is counted.
        let refusals = await [first, second].compactMap { $0 }
        #expect(refusals.count == 1)
        #expect(refusals.first?.contains("an import may have 128 MiB at a time") == true)
        // The one that was taken counts until its last call, and nothing is left of the other.
        let more = try Self.call("c", picture)
        #expect(await Self.outcome(of: more, fixture) != nil)
        for name in ["a", "b"] { await fixture.scheduler.left(name) }
        #expect(await Self.outcome(of: more, fixture) == nil)
    }

    /// Why a call is refused.
    private static func outcome(of call: ImportCall, _ fixture: SchedulerFixture) async -> String? {
        do {
            _ = try await fixture.scheduler.handle(call)
            return nil
        } catch {
            return error.message
        }
    }
}
