import AgentTestSupport
import DesktopBubbles
import FaultyDisk
import Foundation
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// The disk fails at each write, truncation and sync in turn, for a moment or for good.
@Suite(.serialized) struct DiskFaultTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "nsched-disk-\(UUID().uuidString)").path()

    init() {
        #expect(faulty_disk_install() == 0)
    }

    /// An empty store on a disk that is watched.
    private func fixture(_ number: Int) async throws -> SchedulerFixture {
        let own = "\(folder)/\(number)"
        try FileManager.default.createDirectory(
            atPath: own,
            withIntermediateDirectories: true
        )
        if number > 0 {
            try FileManager.default.copyItem(
                atPath: "\(folder)/empty.sqlite",
                toPath: "\(own)/store.sqlite"
            )
        }
        faulty_disk_watch("\(own)/")
        return try await SchedulerFixture(folder: own, isQuiet: true).begin()
    }

    private func makeEmptyStore() throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        faulty_disk_watch("/nowhere/")
        try Store(path: "\(folder)/empty.sqlite").database.close()
    }

    /// How many operations a whole day has.
    private func count() async throws -> Int {
        try makeEmptyStore()
        let fixture = try await fixture(1)
        faulty_disk_arm(0, 0, FAULTY_DISK_FULL)
        var day = FaultyDay()
        await day.run(on: fixture)
        let count = Int(faulty_disk_disarm())
        #expect(await day.faults(on: fixture, shown: fixture.shown) == [])
        #expect(count > 30)
        return count
    }

    /// Every operation in the long form, and every tenth otherwise; the seed says where a run begins.
    private func chosen(of count: Int) -> StrideTo<Int> {
        let step = Stress.isLong ? 1 : 10
        return stride(from: Int(Stress.seed % UInt64(step)), to: count, by: step)
    }

    private static let kinds: [(faulty_disk_fault, Int32)] = [
        (FAULTY_DISK_WRITE_ERROR, 1), (FAULTY_DISK_FULL, -1), (FAULTY_DISK_SYNC_ERROR, 1),
        (FAULTY_DISK_SYNC_ERROR, -1),
    ]

    /// What was refused left nothing, what was taken is kept, and the agent goes on.
    @Test(arguments: kinds)
    func anErrorAtAnyMomentIsToldAndSurvived(fault: faulty_disk_fault, failing: Int32) async throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let count = try await count()
        for number in chosen(of: count) {
            let fixture = try await fixture(number + 2)
            faulty_disk_arm(Int32(number), failing, fault)
            var day = FaultyDay()
            await day.run(on: fixture)
            let crashed = try copy(number)
            faulty_disk_disarm()
            // As if the agent had been killed before it could put anything right.
            try await expectNothingRefused(in: crashed, day, "\(fault) at \(number)")
            await day.recover(on: fixture)
            #expect(
                await day.faults(on: fixture, shown: fixture.shown) == [],
                "\(fault.rawValue) at \(number)"
            )
            let again = try await fixture.restarted(fixture.clock).begin()
            #expect(
                await day.faults(on: again, shown: fixture.shown) == [],
                "opened again, \(fault.rawValue) at \(number)"
            )
        }
    }

    /// At each operation the power goes, and what was not synced is gone, in parts or as a whole.
    @Test func whatWasAcknowledgedSurvivesAPowerCut() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let count = try await count()
        for number in chosen(of: count) {
            let fixture = try await fixture(number + 2)
            faulty_disk_arm(Int32(number), -1, FAULTY_DISK_WRITE_ERROR)
            var day = FaultyDay()
            await day.run(on: fixture)
            for seed in 1...3 {
                let left = "\(folder)/left-\(number)-\(seed)"
                try FileManager.default.createDirectory(
                    atPath: left,
                    withIntermediateDirectories: true
                )
                #expect(faulty_disk_cut_power(left, UInt32(number * 10 + seed)) == 0)
                #expect(StoreHealth(path: "\(left)/store.sqlite").problems == [])
                let again = try SchedulerFixture(clock: fixture.clock, folder: left, isQuiet: true)
                #expect(
                    await day.faults(on: again, shown: fixture.shown, isCut: true) == [],
                    "cut at \(number), seed \(seed)"
                )
            }
            faulty_disk_disarm()
        }
    }

    /// The files as they are now, which is what a killed process leaves.
    private func copy(_ number: Int) throws -> String {
        let copy = "\(folder)/killed-\(number)"
        try FileManager.default.copyItem(atPath: "\(folder)/\(number + 2)", toPath: copy)
        try? FileManager.default.removeItem(atPath: "\(copy)/store.sqlite-shm")
        return copy
    }

    private func expectNothingRefused(
        in folder: String,
        _ day: FaultyDay,
        _ words: String
    ) async throws {
        let fixture = try SchedulerFixture(folder: folder, isQuiet: true)
        let pending = try await fixture.pending()
        for (name, fate) in day.fates where fate == .refused {
            #expect(!pending.contains { $0.hasPrefix("\(name) ") }, "\(name) is back, \(words)")
        }
    }
}
