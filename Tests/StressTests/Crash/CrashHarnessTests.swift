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

    @Test("An agent that is killed while it takes a store over does it again")
    func aMigrationThatIsCutOffIsDoneAnew() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Kept", "--in", "1h", "--id", "kept")
        let path = fixture.storePath
        // As the last development version left it.
        try await fixture.changeStore(
            """
            DELETE FROM grdb_migrations WHERE identifier <> '\(StoreSchema.first)';
            UPDATE grdb_migrations SET identifier = '\(StoreSchema.lastOfDevelopment)'
            """
        )
        let agent = try AgentFixture.agent.start(
            environment: fixture.bus.environment([CrashPoint.variable: "migrating:1"])
        )
        #expect(try await agent.waitForExit().status == .signal(SIGKILL))
        #expect(try Self.steps(path) == [StoreSchema.lastOfDevelopment])
        #expect(try await fixture.listed("list").map(\.identifier) == ["kept"])
        #expect(try Self.steps(path) == StoreSchema.migrator.names)
        // A new one is made in one step.
        try await fixture.endAgent(SIGTERM)
        for name in ["", "-wal", "-shm"] { unlink(path + name) }
        let second = try AgentFixture.agent.start(
            environment: fixture.bus.environment([CrashPoint.variable: "migrating:1"])
        )
        #expect(try await second.waitForExit().status == .signal(SIGKILL))
        #expect(try await fixture.listed("list").isEmpty)
        #expect(try Self.steps(path) == StoreSchema.migrator.names)
    }

    private static func steps(_ path: String) throws -> [String] {
        try SharedConnection(path).use { connection in
            try connection.prepare("SELECT identifier FROM grdb_migrations").values(as: String.self)
        }
    }
}
