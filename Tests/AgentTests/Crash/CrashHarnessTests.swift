import Foundation
import GLibBridge
import GRDB
import TestSupport
import Testing

@testable import SchedulerAgent

/// The agent under load is killed again and again, and nothing that it acknowledged is lost or doubled.
///
/// Two minutes of it, and so many rounds in the long form, `make crash ROUNDS=2000 SEED=1`; the seed that is
/// printed gives the same plan again.
@Suite(.serialized) struct CrashHarnessTests {
    private static let variables = ProcessInfo.processInfo.environment
    private static let rounds = variables["NOTIFY_CRASH_ROUNDS"].flatMap { Int($0) }
    private static let seconds = variables["NOTIFY_CRASH_SECONDS"].flatMap { Int($0) } ?? 120
    private static let seed = variables["NOTIFY_CRASH_SEED"].flatMap { UInt64($0) }
    private static let lanes = 2

    @Test func theBooksHoldWhereverTheAgentDies() async throws {
        let seed = Self.seed ?? UInt64.random(in: 0...999_999)
        let length = Self.rounds.map { "\($0) rounds" } ?? "\(Self.seconds) s of rounds"
        print("crash harness: \(length), seed \(seed)")
        let start = ContinuousClock.now
        let end = start + .seconds(Self.seconds)
        let figures = try await withThrowingTaskGroup(of: CrashFigures.self) { group in
            for lane in 0..<Self.lanes {
                group.addTask {
                    let run = try await CrashRun(seed: seed &* 1_000 &+ UInt64(lane))
                    return try await run.run(first: lane * CrashPlan.points.count / Self.lanes) {
                        if let rounds = Self.rounds { $0 < rounds / Self.lanes } else { .now < end }
                    }
                }
            }
            return try await group.reduce(CrashFigures()) { $0 + $1 }
        }
        let seconds = (ContinuousClock.now - start).components.seconds
        print(
            """
            crash harness: \(figures.rounds) kills, \(figures.acknowledged) calls acknowledged, \
            \(figures.bubbles) bubbles, \(figures.shownAgain) shown again as promised, \
            \(figures.faults.count) faults, \(seconds) s, seed \(seed)
            died at: \(figures.deaths.map { "\($0.rawValue) \($1)" }.sorted().joined(separator: ", "))
            """
        )
        #expect(figures.faults == [], "seed \(seed)")
    }

    /// A store of the first version is taken over, killed at each step of the way.
    @Test func aMigrationThatIsCutOffIsDoneAnew() async throws {
        let desk = try await Desk()
        try await desk.add("Kept", "--in", "1h", "--id", "kept")
        try await desk.endAgent(SIGTERM)
        let path = desk.storePath
        let all = StoreSchema.migrator.migrations
        let record: Data? = try await DatabaseQueue(path: path).read { database in
            try Data.fetchOne(database, sql: "SELECT record FROM pending")
        }
        for name in ["", "-wal", "-shm"] { unlink(path + name) }
        try Self.makeFirstVersion(path, record: try #require(record))
        for _ in all.dropFirst() {
            let agent = try Desk.agent.start(
                environment: desk.bus.environment([CrashPoint.variable: "migrating:2"])
            )
            // One step is taken, and the next is cut off.
            #expect(try await agent.waitForExit().status == .signal(SIGKILL))
            if try Self.steps(path) == all.count - 1 { break }
        }
        #expect(try Self.steps(path) == all.count - 1)
        #expect(try await desk.listed("list").map(\.identifier) == ["kept"])
        #expect(try Self.steps(path) == all.count)
    }

    private static func makeFirstVersion(_ path: String, record: Data) throws {
        let queue = try DatabaseQueue(path: path)
        try StoreSchema.migrator.migrate(queue, upTo: "1")
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO pending (app, identifier, record, added, due, listed)
                    VALUES ('org.notifyschedule.NotifySchedule', 'kept', ?, 0, \(Int64.max / 2), 1)
                    """,
                arguments: [record]
            )
        }
        try queue.close()
    }

    private static func steps(_ path: String) throws -> Int {
        try DatabaseQueue(path: path).read { database in
            try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM grdb_migrations") ?? 0
        }
    }
}
