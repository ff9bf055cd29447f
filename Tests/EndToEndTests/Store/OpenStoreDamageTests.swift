import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// The store's file is written over while the agent has it open, or its log is.
@Suite(.serialized) struct OpenStoreDamageTests {
    private static let told = "Some notifications may be lost"
    private let own: TemporaryFolder
    private var folder: String { own.path }
    private var path: String { "\(folder)/store.sqlite" }

    init() throws {
        own = try TemporaryFolder()
    }

    private static func request(_ number: Int, bytes: Int = 40) -> NotificationRequest {
        NotificationRequest(
            appID: AgentNames.app,
            identifier: "request \(number)",
            content: NotificationContent(
                title: "title \(number)",
                body: String(repeating: "b", count: bytes)
            ),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
        )
    }

    /// Writes over a file's page that holds a text; the file stays the same one.
    private static func overwritePage(with text: String, in path: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let place = try #require(data.range(of: Data(text.utf8))).lowerBound
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(place / 4_096 * 4_096))
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try file.close()
    }

    /// The next read finds it; what can be read is restored, and the user is notified.
    @Test func aPageThatIsOverwrittenIsFoundByTheNextRead() async throws {
        let fixture = try await SchedulerFixture(folder: folder, isQuiet: true).begin()
        for number in 0..<200 {
            try await fixture.scheduler.store.add(
                PendingRequest(
                    request: Self.request(number),
                    added: fixture.clock.now,
                    due: fixture.clock.now.advanced(byMicroseconds: 3_600_000_000)
                ),
                boot: nil
            )
        }
        let store = await fixture.scheduler.store
        store.moveLogIntoFile()
        try Self.overwritePage(with: "title 100", in: path)
        store.database.use { $0.releaseMemory() }

        let pending = try await fixture.pending().count
        #expect((100..<200).contains(pending))
        let aside = Store.setAside(beside: path)
        #expect(aside.count == 1)
        // What the agent tells comes after the read.
        try await poll(10, "the notification for the user") {
            await fixture.scheduler.deliverDue()
            return fixture.shown.contains(Self.told) ? () : nil
        }
        let body = fixture.server.shown.first { $0.title == Self.told }?.body ?? ""
        #expect(body.contains("\(pending) pending requests were saved"))
        #expect(body.contains(aside.first ?? "-"))
        // The agent goes on, and the new file is whole.
        try await fixture.add("after", .timeInterval(microseconds: 60_000_000, repeats: false))
        await fixture.pass(60)
        #expect(fixture.shown.last == "after")
        #expect(StoreHealth(path: path).problems == [])
        let again = try await fixture.restarted(fixture.clock).begin()
        #expect(try await again.pending().count == pending)
    }

    /// Damage that a write meets first costs no caller its request.
    @Test func aWriteThatMeetsTheDamageIsMadeAgain() async throws {
        let fixture = try await SchedulerFixture(folder: folder, isQuiet: true).begin()
        for number in 0..<200 {
            _ = try await fixture.scheduler.add(Self.request(number))
        }
        let store = await fixture.scheduler.store
        store.moveLogIntoFile()
        try Self.overwritePage(with: "title 199", in: path)
        store.database.use { $0.releaseMemory() }
        _ = try await fixture.scheduler.add(Self.request(1_000))
        let pending = try await fixture.pending()
        #expect(pending.contains { $0.hasPrefix("request 1000 ") })
        #expect(Store.setAside(beside: path).count == 1)
        #expect(StoreHealth(path: path).problems == [])
    }

    /// The same with the real agent, whose cache holds less than the file.
    @Test func theAgentRunsOn() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        for number in 0..<700 { try await fixture.add(Self.request(number, bytes: 7_000)) }
        try SharedConnection(fixture.storePath).use {
            try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try Self.overwritePage(with: "title 100", in: fixture.storePath)
        let list = try await fixture.call("List", .string("pending"), .string(""))
        let saved = list[0]?.children.count ?? 0
        #expect((600..<700).contains(saved))
        let told = try await server.call(titled: Self.told)
        #expect(told.call.body.contains("\(saved) pending requests were saved"))
        try await fixture.add("after", "--in", "1s")
        _ = try await server.call(titled: "after")
        #expect(try fixture.agentID() == agent.id)
    }

    /// Nothing can be read of it; it is kept, and the user is notified.
    @Test func aStoreThatWasCutToNothingIsSetAside() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Lost", "--in", "1h", "--id", "lost")
        try await fixture.endAgent(SIGTERM)
        try #require(truncate(fixture.storePath, 0) == 0)
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("Kept", "--in", "1h", "--id", "kept")
        let told = try await server.call(titled: Self.told)
        #expect(told.call.body.contains("the store was damaged (the file is empty); 0 pending"))
        #expect(Store.setAside(beside: fixture.storePath).count == 1)
        #expect(try await fixture.listed("list").map(\.identifier) == ["kept"])
    }

    /// An agent that was killed before SQLite wrote its first page leaves a file like that.
    @Test func anEmptyStoreWithoutALogIsTakenAsNew() throws {
        try Data().write(to: URL(fileURLWithPath: path))
        let opened = try Store.opening(path: path)
        #expect(opened.setAside == nil)
        #expect(Store.setAside(beside: path) == [])
        #expect(try opened.store.counts().pending == 0)
        try opened.store.database.close()
        // The log is made once there is a first page, so that something was there.
        for size in [0, 4_152] {
            try Data().write(to: URL(fileURLWithPath: path))
            try Data(count: size).write(to: URL(fileURLWithPath: "\(path)-wal"))
            let again = try Store.opening(path: path)
            #expect(again.setAside?.problem == "the file is empty", "\(size)")
            try again.store.database.close()
        }
        #expect(Store.setAside(beside: path).count == 2)
    }

    /// The log holds what came last; of a damaged one, what stands before the damage counts.
    @Test func damageInTheLogCostsTheLatestAlone() async throws {
        let live = "\(folder)/live"
        try FileManager.default.createDirectory(atPath: live, withIntermediateDirectories: true)
        let store = try Store(path: "\(live)/store.sqlite")
        store.moveLogIntoFile()
        let count = 100
        for number in 0..<count {
            try store.add(
                PendingRequest(
                    request: Self.request(number),
                    added: .distantPast,
                    due: .distantFuture
                ),
                boot: nil
            )
        }
        // What a killed process leaves.
        let file = try Data(contentsOf: URL(fileURLWithPath: "\(live)/store.sqlite"))
        let log = try Data(contentsOf: URL(fileURLWithPath: "\(live)/store.sqlite-wal"))
        let seed = Stress.seed
        var random = SeededRandom(seed: seed)
        var kept: Set<Int> = []
        for round in 0..<30 {
            let own = "\(folder)/\(round)"
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            var damaged = log
            let start = Int.random(in: 0..<(log.count - 64), using: &random)
            let isCut = random.chance(oneIn: 3)
            if isCut {
                damaged = log.prefix(start)
            } else {
                for index in start..<(start + 64) { damaged[index] ^= 0x5A }
            }
            try file.write(to: URL(fileURLWithPath: "\(own)/store.sqlite"))
            try damaged.write(to: URL(fileURLWithPath: "\(own)/store.sqlite-wal"))
            let words: Comment = "seed \(seed), round \(round): at \(start) of \(log.count)"
            let opened = try Store.opening(path: "\(own)/store.sqlite")
            let names = try opened.store.pending(app: nil).map {
                try $0.pending().request.identifier
            }
            #expect(Set(names) == Set((0..<names.count).map { "request \($0)" }), words)
            // Without its index nothing says what else there was.
            #expect(opened.setAside == nil, words)
            // The same number as before it; each takes a few pages of the log.
            #expect(names.count >= count * start / log.count - 2, words)
            kept.insert(names.count)
            try opened.store.add(
                PendingRequest(
                    request: Self.request(1_000),
                    added: .distantPast,
                    due: .distantFuture
                ),
                boot: nil
            )
            #expect(StoreHealth(path: "\(own)/store.sqlite").problems == [], words)
            try opened.store.database.close()
        }
        #expect(kept.count > 5, "seed \(seed)")
    }
}
