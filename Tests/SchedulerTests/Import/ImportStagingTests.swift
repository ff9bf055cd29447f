import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Imports that take several calls, and trial imports.
@Suite struct ImportStagingTests {
    private static let app = "org.example.App"
    private let fixture: SchedulerFixture

    init() throws {
        fixture = try SchedulerFixture(isQuiet: true)
    }

    private static func request(_ identifier: String) -> NotificationRequest {
        NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(title: "T \(identifier)"),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
        )
    }

    private func call(
        _ identifiers: String...,
        from sender: String = ":1.1",
        hasMore: Bool = false,
        isDryRun: Bool = false
    ) -> ImportCall {
        ImportCall(
            entries: ImportRecords(
                records: identifiers.map { identifier in
                    .dictionary([
                        ("list", .string("pending")),
                        ("request", Self.request(identifier).record),
                    ])
                }
            ),
            sender: sender,
            requester: "test",
            hasMore: hasMore,
            isDryRun: isDryRun
        )
    }

    private func pending() throws -> [String] {
        try fixture.store.pending(app: nil).map { try $0.pending().request.identifier }.sorted()
    }

    @Test("The last call of an import stores what came before it, and nothing of other callers")
    func theLastCallStoresAll() async throws {
        #expect(try await fixture.scheduler.handle(call("a", hasMore: true)).pending == 1)
        _ = try await fixture.scheduler.handle(call("b", from: ":1.2", hasMore: true))
        #expect(try pending() == [])
        #expect(try await fixture.scheduler.handle(call("c")).pending == 2)
        #expect(try pending() == ["a", "c"])
        #expect(try await fixture.scheduler.handle(call("d")).pending == 1)
        #expect(try pending() == ["a", "c", "d"])
    }

    @Test("A refused call ends the whole import")
    func aRefusalEndsTheImport() async throws {
        _ = try await fixture.scheduler.handle(call("a", hasMore: true))
        let error = await #expect(throws: RequestError.self) {
            try await fixture.scheduler.handle(call("b", "a"))
        }
        #expect(error?.message.hasPrefix("entry 2: ") == true)
        _ = try await fixture.scheduler.handle(call("c"))
        #expect(try pending() == ["c"])
    }

    @Test("A call out of order ends the import, and says that it is lost")
    func aLostPartEndsTheImport() async throws {
        var second = call("b", hasMore: true)
        second.part = 1
        #expect(try await fixture.scheduler.handle(second).isLost)
        _ = try await fixture.scheduler.handle(call("c"))
        #expect(try pending() == ["c"])
    }

    @Test("What a caller imported that left before its last call is dropped")
    func aCallerThatLeavesImportsNothing() async throws {
        _ = try await fixture.scheduler.handle(call("a", hasMore: true))
        await fixture.scheduler.left(":1.1")
        _ = try await fixture.scheduler.handle(call("b"))
        #expect(try pending() == ["b"])
    }

    @Test("A trial import counts what would be replaced, and stores nothing")
    func aDryRunStoresNothing() async throws {
        try await fixture.scheduler.add(Self.request("a"))
        var other = Self.request("c")
        other.content.title = "Other"
        try await fixture.scheduler.add(other)
        // The same request once more, a new one, and one that is kept.
        var call = call("a", "b", "c", isDryRun: true)
        #expect(
            try await fixture.scheduler.handle(call)
                == ImportReply(pending: 2, replaced: 1, kept: 1, keptNames: ["org.example.App/c"])
        )
        call.replaces = true
        #expect(
            try await fixture.scheduler.handle(call) == ImportReply(pending: 3, replaced: 2)
        )
        #expect(try pending() == ["a", "c"])
    }

    /// What was meant for one call alone would end each later export.
    @Test("An imported request keeps nothing that was meant for one call")
    func aRequestKeepsNothingThatWasMeantForOneCall() async throws {
        var request = Self.request("a")
        request.idempotencyKey = "once"
        request.bubble.replaces = 7
        let call = ImportCall(
            entries: ImportRecords(
                records: [.dictionary([("list", .string("pending")), ("request", request.record)])]
            ),
            sender: ":1.1",
            requester: "test"
        )
        _ = try await fixture.scheduler.handle(call)
        let row = try #require(try fixture.store.pending(app: Self.app).first)
        let stored = try row.pending().request
        #expect(stored.idempotencyKey == nil)
        #expect(stored.bubble.replaces == nil)
    }
}
