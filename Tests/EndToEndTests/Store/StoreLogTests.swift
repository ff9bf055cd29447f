import AgentInterface
import AgentTestSupport
import Foundation
import Glibc
import NotificationServer
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// The write-ahead log of a killed agent: damage is noticed, and what a kill leaves is no damage.
@Suite(.serialized) struct StoreLogTests {
    private static let count = 60
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/live/store.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/live",
            withIntermediateDirectories: true
        )
    }

    /// A store that is open, with all its requests in the log.
    private func open() throws -> Store {
        let store = try Store(path: path)
        store.moveLogIntoFile()
        for number in 0..<Self.count { try StoreFixture.add("r\(number)", to: store) }
        return store
    }

    private func copy(_ name: String, endings: [String] = ["", "-wal", "-shm"]) throws -> String {
        try StoreFixture.copy(path, to: "\(folder.path)/\(name)", endings: endings)
    }

    /// What is damaged in a log.
    enum Harm: CaseIterable, Sendable {
        case firstFrame, middleFrame, lastFrame, head, zeroedHead, cut, emptied, missing

        func apply(to log: String) throws {
            let frame = 4_096 + 24
            if self == .missing { return try FileManager.default.removeItem(atPath: log) }
            try StoreFixture.change(log) { data in
                let count = (data.count - 32) / frame
                switch self {
                case .firstFrame: data[32 + 24 + 7] ^= 0x5A
                case .middleFrame: data[32 + count / 2 * frame + 1_000] ^= 0x5A
                case .lastFrame: data[data.count - 1] ^= 0x5A
                case .head: data[17] ^= 0x5A
                case .zeroedHead: data.replaceSubrange(0..<32, with: Data(count: 32))
                case .cut: data = data.prefix(32 + count / 3 * frame + 100)
                case .emptied: data = Data()
                case .missing: break
                }
            }
        }
    }

    @Test(arguments: Harm.allCases) func damageIsNoticed(harm: Harm) throws {
        let store = try open()
        for endings in [["", "-wal", "-shm"], ["", "-wal"]] {
            let left = try copy("\(harm) \(endings.count)", endings: endings)
            try harm.apply(to: "\(left)-wal")
            let opened = try Store.opening(path: left)
            if endings.count == 3 {
                let setAside = try #require(opened.setAside)
                #expect(setAside.problem.hasPrefix("the write-ahead log "), "\(setAside.problem)")
                let saved = try StoreFixture.names(opened.store).count
                #expect(setAside.pending == saved)
                #expect(saved < Self.count)
            } else {
                // Nothing says where such a log ended.
                #expect(opened.setAside == nil)
            }
            try StoreFixture.add("after", to: opened.store)
            try opened.store.database.close()
            #expect(StoreHealth(path: left).problems == [])
        }
        try store.database.close()
    }

    /// All of the log is in the store's file: what is left of it must not put older pages over newer ones.
    @Test(arguments: [Harm.firstFrame, .middleFrame, .lastFrame, .cut])
    func damageToALogThatIsMovedLosesNothing(harm: Harm) throws {
        let store = try open()
        try store.database.use {
            try $0.execute("PRAGMA wal_checkpoint(PASSIVE)")
        }
        let left = try copy("moved")
        try harm.apply(to: "\(left)-wal")
        let opened = try Store.opening(path: left)
        #expect(opened.setAside == nil)
        #expect(try StoreFixture.names(opened.store).count == Self.count)
        try opened.store.database.close()
        #expect(StoreHealth(path: left).problems == [])
        try store.database.close()
    }

    /// Somebody deleted the store of a killed agent, and not all that lay beside it.
    @Test(arguments: [["-shm"], ["-wal"], ["-wal", "-shm"]])
    func whatIsLeftOfADeletedStoreKeepsNoAgentFromItsStart(endings: [String]) throws {
        let store = try open()
        let left = try copy("deleted", endings: endings)
        if endings.contains("-wal") { try Harm.middleFrame.apply(to: "\(left)-wal") }
        let opened = try Store.opening(path: left)
        #expect(opened.setAside == nil)
        #expect(try StoreFixture.names(opened.store).isEmpty)
        try StoreFixture.add("after", to: opened.store)
        try opened.store.database.close()
        try store.database.close()
    }

    /// After the machine was off nobody knows whether it was the power.
    @Test func afterAnotherBootNothingIsSaidOfIt() throws {
        let store = try open()
        let left = try copy("left")
        try Harm.middleFrame.apply(to: "\(left)-wal")
        let opened = try Store.opening(path: left, isSameBoot: false)
        #expect(opened.setAside == nil)
        #expect(try StoreFixture.names(opened.store).count < Self.count)
        try opened.store.database.close()
        try store.database.close()
    }

    /// Its log is as it is for that version to deal with.
    @Test func aNewerVersionsStoreIsLeftAlone() throws {
        let store = try open()
        try store.database.use { connection in
            try connection.execute("INSERT INTO grdb_migrations VALUES ('from the future')")
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            try connection.execute("UPDATE pending SET fired = 1; UPDATE pending SET fired = 2")
        }
        let left = try copy("newer")
        try Harm.firstFrame.apply(to: "\(left)-wal")
        let before = try Data(contentsOf: URL(fileURLWithPath: "\(left)-wal"))
        let error = #expect(throws: RequestError.self) { _ = try Store.opening(path: left) }
        #expect(error?.message.contains("written by a newer version") == true)
        #expect(Store.setAside(beside: left) == [])
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(left)-wal")) == before)
        try store.database.close()
    }

    /// What a kill leaves at any moment.
    @Test func aKillIsNoDamage() throws {
        let store = try open()
        let log = try Data(contentsOf: URL(fileURLWithPath: "\(path)-wal"))
        func expectWhole(_ left: String, _ words: String) throws {
            let opened = try Store.opening(path: left)
            #expect(opened.setAside?.problem == nil, "\(words)")
            #expect(try StoreFixture.names(opened.store).count == Self.count, "\(words)")
            // What was there of a commit must not look like a part of the next run.
            try StoreFixture.add("next", to: opened.store)
            let second = try StoreFixture.copy(left, to: "\(left)-second")
            let again = try Store.opening(path: second)
            #expect(again.setAside?.problem == nil, "\(words), killed again")
            #expect(try StoreFixture.names(again.store).count == Self.count + 1, "\(words)")
            try again.store.database.close()
            try opened.store.database.close()
        }
        try expectWhole(try copy("between"), "between two commits")
        try expectWhole(try copy("indexless", endings: ["", "-wal"]), "without an index")

        // In the middle of one: its frames are there, but for the last, and of that a part.
        try store.database.use { connection in
            try connection.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE")
            try connection.execute("UPDATE pending SET fired = fired + 1")
            try connection.execute("UPDATE history SET detail = ''")
            let left = try copy("spilled")
            let size = try Data(contentsOf: URL(fileURLWithPath: "\(left)-wal")).count
            #expect(size > log.count)
            try expectWhole(left, "in a commit")
            try connection.execute("ROLLBACK")
        }
        // A commit over what was rolled back: the rest of that is behind it.
        try store.database.use { connection in
            try connection.execute("UPDATE pending SET fired = 0 WHERE identifier = 'r0'")
        }
        try expectWhole(try copy("rolled back"), "behind a commit")
        for length in [1, 24, 25, 2_000, 4_119] {
            let left = try copy("torn \(length)")
            try StoreFixture.change("\(left)-wal") { data in
                data = log + data.subdata(in: log.count..<(log.count + length))
            }
            try FileManager.default.removeItem(atPath: "\(left)-shm")
            try expectWhole(left, "torn after \(length)")
        }
        // All of it is in the file, and a part in a new round of the log.
        try store.database.use {
            try $0.execute("PRAGMA wal_checkpoint(PASSIVE)")
        }
        try expectWhole(try copy("moved"), "all moved")
        let damaged = try copy("moved and damaged")
        try Harm.middleFrame.apply(to: "\(damaged)-wal")
        try expectWhole(damaged, "all moved, and damaged")
        try store.database.use { connection in
            try connection.execute("UPDATE pending SET fired = 0 WHERE identifier = 'r1'")
        }
        try expectWhole(try copy("restarted"), "a new round")
        try store.database.close()
    }

    /// The bubble names the file that was set aside.
    @Test func theUserHearsOfItFromTheAgent() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        for number in 0..<5 { try await fixture.add("T", "--in", "1h", "--id", "r\(number)") }
        try await fixture.endAgent(SIGKILL)
        try Harm.middleFrame.apply(to: "\(fixture.storePath)-wal")
        try await fixture.add("After", "--in", "1h", "--id", "after")
        let told = try await server.call(titled: "Some notifications may be lost")
        #expect(told.call.body.contains("the write-ahead log is damaged from frame "))
        let aside = try #require(Store.setAside(beside: fixture.storePath).first)
        #expect(told.call.body.contains(aside))
        let names = try await fixture.listed("list").map(\.identifier)
        #expect(names.contains("after"))
        // A kill alone is no damage.
        try await fixture.endAgent(SIGKILL)
        #expect(try await fixture.listed("list").map(\.identifier) == names)
        #expect(Store.setAside(beside: fixture.storePath).count == 1)
    }
}
