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

/// Much work, for long: nothing grows, and nothing is late.
///
/// `make stress STRESS="load rush"` is the long form.
@Suite(.serialized) struct SoakTests {
    /// The app whose requests are due at once.
    private static let app = "org.example.Busy"

    @Test func loadLeavesMemoryAndDescriptorsFlat() async throws {
        let seed = Stress.seed
        let run = try await CrashRun(seed: seed)
        let seconds = Stress.seconds ?? 6
        let (figures, samples) = try await run.soak(seconds: seconds, pause: seconds > 60 ? 20 : 2)
        print(
            """
            soak: \(Int(seconds)) s, \(figures.acknowledged) calls acknowledged, \
            \(figures.bubbles) bubbles, first \(samples.first?.description ?? "-"), \
            last \(samples.last?.description ?? "-"), seed \(seed)
            """
        )
        #expect(figures.faults == [], "seed \(seed)")
        #expect(figures.acknowledged > 0)
        #expect(samples.count > 1)
        // The first ones fill caches; after that a quarter of all runs is as much as any later one needs.
        let early = samples.prefix(max(2, samples.count / 4))
        let last = try #require(samples.last)
        let limit = try #require(early.map(\.memory).max())
        // A short run does not come to the end of that: SQLite's cache and the largest lists may still grow.
        let growth = Stress.isLong ? limit / 10 + 4_096 : 16_384
        #expect(last.memory < limit + growth, "\(samples)")
        #expect(last.descriptors <= (early.map(\.descriptors).max() ?? 0) + 2, "\(samples)")
    }

    /// Many are due at once, and the server takes its time with each.
    @Test func whatIsDueAtOnceComesInOrderAndIsNotLate() async throws {
        // With numbers in between, lists and caches are still growing at the end.
        let isLong = (Stress.seconds ?? 0) >= 600
        let (due, pending) = isLong ? (10_000, 100_000) : (100, 1_000)
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus, behaviour: .slow(50))
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        try await Self.add(0..<pending, on: fixture) { _ in 7_200_000_000 }
        let before = try ProcessFigures(of: agent.id)
        // All are in before the first one is due; with many that takes a while.
        let start = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
            .advanced(byMicroseconds: 10_000_000 + Int64(due) * 11_000)
        let step: Int64 = 6_000
        try await Self.add(pending..<(pending + due), of: Self.app, on: fixture) { number in
            let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
            return start.microseconds + Int64(number - pending) * step - now
        }
        #expect(server.calls.elements == [])
        let list = try await fixture.call("List", .string("pending"), .string(Self.app))
        let listed = try (list[0]?.children ?? []).map { entry in
            try PendingRequest(entry: entry).request.identifier
        }
        // An interval runs on the clock since boot, and its date is what the other clock will show then. The
        // two are read one after the other, with more in between at times than is between two of these.
        let expected = try SharedConnection(fixture.storePath).use { connection in
            try connection.prepare(
                "SELECT identifier FROM pending WHERE app = ? ORDER BY bootDue, id"
            ).values([Self.app], as: String.self)
        }
        #expect(expected.count == due)
        #expect(Set(listed) == Set(expected))
        // An answer of so many needs memory of its own, once.
        let answered = try ProcessFigures(of: agent.id)
        _ = try await server.calls.wait(isLong ? 300 : 30, "the first bubbles") {
            $0.count >= 10 ? true : nil
        }
        // Whoever adds something does not wait for the server.
        try await Self.add(-1..<0, on: fixture) { _ in 7_200_000_000 }
        #expect(server.calls.elements.count < due / 2)
        let during = try ProcessFigures(of: agent.id)
        let calls = try await server.calls.wait(isLong ? 3_000 : 100, "all bubbles") {
            $0.count >= due ? $0 : nil
        }
        #expect(calls.map(\.call.summary) == expected)
        // A late one says in its text when it was due.
        #expect(calls.allSatisfy { $0.call.body == "" })
        let after = try ProcessFigures(of: agent.id)
        print(
            """
            \(due) due of \(pending) pending: \(before), answered \(answered), then \(during), \
            at last \(after)
            """
        )
        #expect(answered.memory < before.memory + 65_536)
        let bound = answered.memory + answered.memory / 4 + 8_192
        #expect(max(during.memory, after.memory) < bound)
    }

    private static func add(
        _ numbers: Range<Int>,
        of app: String = AgentNames.app,
        on fixture: AgentFixture,
        after wait: @escaping @Sendable (Int) -> Int64
    ) async throws {
        let lanes = 8
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    for number in numbers where (number + lanes) % lanes == lane {
                        try await fixture.add(
                            NotificationRequest(
                                appID: app,
                                identifier: "number \(number)",
                                content: NotificationContent(title: "number \(number)"),
                                trigger: .timeInterval(
                                    microseconds: max(1, wait(number)),
                                    repeats: false
                                )
                            )
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
