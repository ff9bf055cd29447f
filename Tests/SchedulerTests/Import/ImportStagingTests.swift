import AgentInterface
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What callers import by several calls, without a scheduler.
@Suite struct ImportStagingTests {
    private let fixture: ComponentFixture
    private let staging: ImportStaging

    init() throws {
        fixture = try ComponentFixture()
        staging = ImportStaging(
            fixture.context,
            attachments: AttachmentKeeper(AttachmentStore(path: "\(fixture.folderPath)/files")),
            categories: AppCategories(fixture.context)
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
                        ("request", fixture.request(identifier).record),
                    ])
                }
            ),
            sender: sender,
            requester: "test",
            hasMore: hasMore,
            isDryRun: isDryRun
        )
    }

    private func names(_ stage: ImportStage?) -> [String]? {
        stage?.pending.map(\.row.key.identifier)
    }

    @Test func theLastCallHasAllThatCameBefore() async throws {
        let first = try await staging.handle(call("a", hasMore: true), planRound: 1)
        #expect(first.reply.pending == 1)
        #expect(first.complete == nil)
        // Another caller's entries are its own.
        _ = try await staging.handle(call("b", from: ":1.2", hasMore: true), planRound: 1)
        let last = try await staging.handle(call("c"), planRound: 2)
        #expect(last.reply.pending == 2)
        #expect(names(last.complete) == ["a", "c"])
        #expect(last.complete?.planRound == 1)
        #expect(names(try await staging.handle(call("d"), planRound: 2).complete) == ["d"])
    }

    @Test func aRefusalTakesAllThatCameBeforeWithIt() async throws {
        _ = try await staging.handle(call("a", hasMore: true), planRound: 0)
        let error = await #expect(throws: RequestError.self) {
            try await staging.handle(call("b", "a"), planRound: 0)
        }
        #expect(error?.message.hasPrefix("entry 2: ") == true)
        #expect(names(try await staging.handle(call("c"), planRound: 0).complete) == ["c"])
    }

    @Test func whoLeftHasBroughtNothing() async throws {
        _ = try await staging.handle(call("a", hasMore: true), planRound: 0)
        staging.forget(":1.1")
        #expect(names(try await staging.handle(call("b"), planRound: 0).complete) == ["b"])
    }

    @Test func aDryRunCountsWhatItWouldReplaceAndStoresNothing() async throws {
        try fixture.add(fixture.request("a"))
        var other = fixture.request("c")
        other.content.title = "Other"
        try fixture.add(other)
        // The same request once more, a new one, and one that is kept.
        var call = call("a", "b", "c", isDryRun: true)
        let outcome = try await staging.handle(call, planRound: 0)
        #expect(
            outcome.reply
                == ImportReply(pending: 2, replaced: 1, kept: 1, keptNames: ["org.example.App/c"])
        )
        #expect(outcome.complete == nil)
        call.replaces = true
        let replacing = try await staging.handle(call, planRound: 0)
        #expect(replacing.reply == ImportReply(pending: 3, replaced: 2))
        #expect(try fixture.store.pending(app: nil).count == 2)
    }

    /// What was meant for one call alone would end each later export.
    @Test func aRequestKeepsNothingThatWasMeantForOneCall() async throws {
        var request = fixture.request("a")
        request.idempotencyKey = "once"
        request.bubble.replaces = 7
        let call = ImportCall(
            entries: ImportRecords(
                records: [.dictionary([("list", .string("pending")), ("request", request.record)])]
            ),
            sender: ":1.1",
            requester: "test",
            hasMore: false,
            isDryRun: false
        )
        let stage = try #require(try await staging.handle(call, planRound: 1).complete)
        _ = try staging.store(stage)
        let row = try #require(try fixture.context.store.pending(app: request.appID).first)
        let stored = try fixture.context.store.pending(of: row).request
        #expect(stored.idempotencyKey == nil)
        #expect(stored.bubble.replaces == nil)
    }
}
