import DesktopBubbles
import GRDB
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What is due next is read while the server has a bubble, and never shown as it was where it has changed since.
@Suite struct PrepareNextTests {
    private static let owner = ":1.5"

    /// A stage whose server has the call for `one` while `two` waits and is read already.
    private func stage() async throws -> (Stage, PlayedServer.Call) {
        let stage = try Stage()
        try await stage.scheduler.start(serverOwner: Self.owner, bus: "a bus")
        // Both at once: what is added later is read after its own commit alone.
        _ = await stage.scheduler.add(together: ["one", "two"].map { .success(request($0)) })
        await stage.scheduler.deliverSoon()
        let call = try await stage.server.next("one")
        // The first answer of the actor may come before it has read.
        for _ in 0..<1_000 {
            if await prepared(stage) != nil { break }
            await Task.yield()
        }
        #expect(await prepared(stage) == "two")
        return (stage, call)
    }

    private func request(_ identifier: String, title: String? = nil) -> NotificationRequest {
        NotificationRequest(
            appID: "org.example.Test",
            identifier: identifier,
            content: NotificationContent(title: title ?? identifier),
            trigger: .immediate
        )
    }

    private func prepared(_ stage: Stage) async -> String? {
        await stage.scheduler.prepared?.due.key.identifier
    }

    private func shown(_ stage: Stage, _ number: UInt32) -> ShowOutcome {
        .shown(owner: Self.owner, id: number)
    }

    @Test func itIsShownNextAsItWasRead() async throws {
        let (stage, call) = try await stage()
        // Behind the scheduler's back: whoever reads it again finds damage, and drops it.
        try await stage.store.queue.write { database in
            try database.execute(sql: "UPDATE pending SET record = x'00'")
        }
        let writes = stage.store.writes
        call.reply(shown(stage, 1))
        try await stage.server.next("two").reply(shown(stage, 2))
        #expect(try stage.state(of: "two") != nil)
        // The end of the first one is no reason to read again, and the second one's beginning is.
        #expect(stage.store.writes == writes + 1)
    }

    @Test func oneThatWasRemovedIsNotShown() async throws {
        let (stage, call) = try await stage()
        _ = try await stage.scheduler.remove(
            RemovalSelection(choice: .identifiers(["two"]), appID: "org.example.Test")
        )
        _ = try await stage.scheduler.add(request("three"))
        call.reply(shown(stage, 1))
        try await stage.server.next("three").reply(shown(stage, 2))
    }

    @Test func oneThatWasReplacedIsShownAsItIsNow() async throws {
        let (stage, call) = try await stage()
        // It goes behind those that waited before it.
        _ = try await stage.scheduler.add(request("three"))
        _ = try await stage.scheduler.add(request("two", title: "new"))
        call.reply(shown(stage, 1))
        try await stage.server.next("three").reply(shown(stage, 2))
        let second = try await stage.server.next("two")
        let rows = try stage.store.delivered(app: "org.example.Test", identifier: "two")
        #expect(try rows.map { try $0.delivery().request.content.title } == ["new"])
        second.reply(shown(stage, 3))
    }

    /// What becomes of it may be another thing by then.
    @Test func itIsReadAnewOnceTheClockWasSet() async throws {
        let (stage, call) = try await stage()
        let read = try #require(await stage.scheduler.prepared)
        #expect(read.isFresh(stage.clock))
        for seconds in [3_600, -3_600] as [Int64] {
            stage.clock.set(by: seconds)
            #expect(!read.isFresh(stage.clock))
            stage.clock.set(by: -seconds)
            #expect(read.isFresh(stage.clock))
        }
        stage.clock.pass(1)
        #expect(!read.isFresh(stage.clock))
        call.reply(shown(stage, 1))
        try await stage.server.next("two").reply(shown(stage, 2))
    }
}
