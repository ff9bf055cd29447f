import AgentInterface
import AgentTestSupport
import FaultyDisk
import Foundation
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// A disk without any room left, on which the user removes something.
@Suite(.serialized) struct FullDiskTests {
    private static let hour: Int64 = 3_600_000_000

    /// A fixture whose disk has no room for more than it has.
    private func fullFixture(_ folder: String, hasReserve: Bool) async throws -> SchedulerFixture {
        #expect(faulty_disk_install() == 0)
        faulty_disk_watch("\(folder)/")
        let fixture = try await SchedulerFixture(folder: folder, isQuiet: true).begin()
        for number in 0..<500 {
            try await fixture.add(
                "\(number)",
                .timeInterval(microseconds: Self.hour, repeats: false)
            )
        }
        let store = await fixture.scheduler.store
        if hasReserve {
            store.reserve.allocate()
            #expect(OpenFileSize.of("\(folder)/reserve") == DiskReserve.size)
        }
        faulty_disk_set_capacity(0)
        var isFull = false
        for number in 500..<2_000 where !isFull {
            do {
                try await fixture.add("\(number)", .immediate)
            } catch let error as RequestError {
                isFull = error.code == .storage
            }
        }
        #expect(isFull)
        return fixture
    }

    private enum OpenFileSize {
        static func of(_ path: String) -> Int? {
            (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
        }
    }

    private static var all: RemovalSelection {
        var selection = RemovalSelection(choice: .all)
        selection.includesDelivered = false
        return selection
    }

    @Test func aRemovalWorksOnAFullDisk() async throws {
        let folder = try TemporaryFolder()
        let fixture = try await fullFixture(folder.path, hasReserve: true)
        defer { faulty_disk_set_capacity(-1) }
        let removed = try await fixture.scheduler.remove(Self.all)
        #expect(removed.count >= 500)
        #expect(try await fixture.pending() == [])
        // It is on the disk, and there is room for more.
        try await fixture.add("after", .timeInterval(microseconds: Self.hour, repeats: false))
        let again = try await fixture.restarted(fixture.clock, cleanly: false).begin()
        #expect(try await again.pending().count == 1)
    }

    @Test(arguments: [false, true])
    func whatIsKeptForAnUndoGoesFirst(hasReserve: Bool) async throws {
        let folder = try TemporaryFolder()
        // Before the store's files are opened.
        #expect(faulty_disk_install() == 0)
        faulty_disk_watch("\(folder.path)/")
        let fixture = try await SchedulerFixture(folder: folder.path, isQuiet: true).begin()
        for number in 0..<300 {
            try await fixture.add(
                "\(number)",
                .timeInterval(microseconds: Self.hour, repeats: false)
            )
        }
        let store = await fixture.scheduler.store
        let call = ChangeCall(.removed, by: "me", at: fixture.clock.now)
        let removed = try await fixture.scheduler.run {
            try await $0.requests.remove(Self.all, of: call)
        }
        #expect(removed.count == 300)
        #expect(try await fixture.scheduler.run { try $0.lists.removed(app: nil) }.count == 300)
        if hasReserve { store.reserve.allocate() }
        store.moveLogIntoFile()
        faulty_disk_set_capacity(0)
        defer { faulty_disk_set_capacity(-1) }
        try await fixture.add("after", .timeInterval(microseconds: Self.hour, repeats: false))
        #expect(try await fixture.pending().count == 1)
        let kept = try store.database.use { connection in
            try connection.prepare("SELECT COUNT(*) FROM image").value(as: Int.self)
        }
        #expect(kept == 0)
    }

    @Test func theReserveIsTakenAgainOnceThereIsRoom() async throws {
        let folder = try TemporaryFolder()
        let reserve = DiskReserve(path: "\(folder.path)/reserve")
        reserve.allocate()
        #expect(OpenFileSize.of(reserve.path) == DiskReserve.size)
        #expect(reserve.release())
        #expect(!reserve.release())
        reserve.allocate()
        #expect(OpenFileSize.of(reserve.path) == DiskReserve.size)
    }
}
