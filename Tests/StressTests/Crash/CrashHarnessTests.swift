import AgentTestSupport
import Foundation
import GLibBridge
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// The agent under load is killed again and again, and nothing that it acknowledged is lost or doubled.
///
/// `make stress STRESS=crash MINUTES=60` is the long form; the seed that is printed gives the same plan again.
@Suite(.serialized) struct CrashHarnessTests {
    private static let seconds = Int(Stress.seconds ?? 8)
    private static let lanes = 2

    @Test func nothingIsLostWhereverTheAgentDies() async throws {
        let seed = Stress.seed
        print("crash harness: \(Self.seconds) s, seed \(seed)")
        let start = ContinuousClock.now
        let end = start + .seconds(Self.seconds)
        let figures = try await withThrowingTaskGroup(of: CrashFigures.self) { group in
            for lane in 0..<Self.lanes {
                group.addTask {
                    let run = try await CrashRun(seed: seed &* 1_000 &+ UInt64(lane))
                    return try await run.run(first: lane * CrashPlan.points.count / Self.lanes) {
                        _ in .now < end
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
        #expect(figures.rounds > 0)
        #expect(figures.acknowledged > 0)
    }

    /// A store of the first version is taken over, killed at each step of the way.
    @Test func aMigrationThatIsCutOffIsDoneAnew() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Kept", "--in", "1h", "--id", "kept")
        try await fixture.endAgent(SIGTERM)
        let path = fixture.storePath
        let all = StoreSchema.migrator.names
        let record: [UInt8]? = try SharedConnection(path).use { connection in
            try connection.prepare("SELECT record FROM pending").value()
        }
        for name in ["", "-wal", "-shm"] { unlink(path + name) }
        try Self.makeFirstVersion(path, record: try #require(record))
        for _ in all.dropFirst() {
            let agent = try AgentFixture.agent.start(
                environment: fixture.bus.environment([CrashPoint.variable: "migrating:2"])
            )
            // One step is taken, and the next is cut off.
            #expect(try await agent.waitForExit().status == .signal(SIGKILL))
            if try Self.steps(path) == all.count - 1 { break }
        }
        #expect(try Self.steps(path) == all.count - 1)
        #expect(try await fixture.listed("list").map(\.identifier) == ["kept"])
        #expect(try Self.steps(path) == all.count)
    }

    private static func makeFirstVersion(_ path: String, record: [UInt8]) throws {
        let database = try SharedConnection(path)
        try database.use { try StoreSchema.migrator.migrate($0, upTo: "1") }
        try database.write { connection in
            try connection.run(
                """
                INSERT INTO pending (app, identifier, record, added, due, listed)
                VALUES ('org.notifyschedule.NotifySchedule', 'kept', ?, 0, \(Int64.max / 2), 1)
                """,
                record
            )
        }
        try database.close()
    }

    private static func steps(_ path: String) throws -> Int {
        try SharedConnection(path).use { connection in
            try connection.prepare("SELECT COUNT(*) FROM grdb_migrations").value(as: Int.self) ?? 0
        }
    }
}
