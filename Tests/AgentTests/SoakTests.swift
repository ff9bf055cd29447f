import AgentInterface
import Foundation
import GLibBridge
import GRDB
import NotificationServer
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Much work, for long: nothing grows, and nothing is late.
///
/// `make soak MINUTES=60` and `make rush` are the long forms.
@Suite(.serialized) struct SoakTests {
    private static let variables = ProcessInfo.processInfo.environment
    private static let isLong = variables["NOTIFY_LONG_TESTS"] == "1"
    /// The app whose requests are due at once.
    private static let app = "org.example.Busy"
    private static let minutes = variables["NOTIFY_SOAK_MINUTES"].flatMap { Double($0) }

    @Test func loadLeavesMemoryAndDescriptorsFlat() async throws {
        let seed = UInt64.random(in: 0...999_999)
        let run = try await CrashRun(seed: seed)
        let seconds = Self.minutes.map { $0 * 60 } ?? 8
        let (figures, samples) = try await run.soak(seconds: seconds, pause: seconds > 60 ? 20 : 2)
        print(
            """
            soak: \(Int(seconds)) s, \(figures.acknowledged) calls acknowledged, \
            \(figures.bubbles) bubbles, first \(samples.first?.description ?? "-"), \
            last \(samples.last?.description ?? "-"), seed \(seed)
            """
        )
        #expect(figures.faults == [], "seed \(seed)")
        // The first ones fill caches; after that a quarter of all runs is as much as any later one needs.
        let early = samples.prefix(max(2, samples.count / 4))
        let last = try #require(samples.last)
        let most = try #require(early.map(\.memory).max())
        #expect(last.memory < most + most / 10 + 4_096, "\(samples)")
        #expect(last.descriptors <= (early.map(\.descriptors).max() ?? 0) + 2, "\(samples)")
    }

    /// Many are due at once, and the server takes its time with each.
    @Test func whatIsDueAtOnceComesInOrderAndIsNotLate() async throws {
        let (due, pending) = Self.isLong ? (10_000, 100_000) : (500, 1_000)
        let desk = try await Desk()
        let server = try await ServerDouble(on: desk.bus, behaviour: .slow(50))
        let agent = try await desk.startAgent()
        defer { agent.kill(SIGKILL) }
        try await Self.add(0..<pending, on: desk) { _ in 7_200_000_000 }
        let before = try ProcessFigures(of: agent.id)
        // All are in before the first one is due; in the long form that takes a while.
        let start = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000))
            .advanced(byMicroseconds: Self.isLong ? 120_000_000 : 6_000_000)
        let step = (Self.isLong ? 60_000_000 : 1_000_000) / Int64(due)
        try await Self.add(pending..<(pending + due), of: Self.app, on: desk) { number in
            let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
            return start.microseconds + Int64(number - pending) * step - now
        }
        #expect(server.calls.elements == [])
        let list = try await desk.call("List", .string("pending"), .string(Self.app))
        let listed = try (list[0]?.children ?? []).map { entry in
            try PendingRequest(entry: entry).request.identifier
        }
        // An interval runs on the clock since boot, and its date is what the other clock will show then. The
        // two are read one after the other, with more in between at times than is between two of these.
        let expected = try await DatabaseQueue(path: desk.storePath).read { database in
            try String.fetchAll(
                database,
                sql: "SELECT identifier FROM pending WHERE app = ? ORDER BY bootDue, id",
                arguments: [Self.app]
            )
        }
        #expect(expected.count == due)
        #expect(Set(listed) == Set(expected))
        // An answer of so many needs memory of its own, once.
        let answered = try ProcessFigures(of: agent.id)
        _ = try await server.calls.wait(Self.isLong ? 300 : 30, "the first bubbles") {
            $0.count >= 10 ? true : nil
        }
        // Whoever adds something does not wait for the server.
        try await Self.add(-1..<0, on: desk) { _ in 7_200_000_000 }
        #expect(server.calls.elements.count < due / 2)
        let during = try ProcessFigures(of: agent.id)
        let calls = try await server.calls.wait(Self.isLong ? 3_000 : 100, "all bubbles") {
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
        on desk: Desk,
        after wait: @escaping @Sendable (Int) -> Int64
    ) async throws {
        let lanes = 8
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    for number in numbers where (number + lanes) % lanes == lane {
                        try await desk.add(
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
