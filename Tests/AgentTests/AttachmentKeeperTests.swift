import Dispatch
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Files that hang while they are copied.
@Suite final class AttachmentKeeperTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let gate = DispatchSemaphore(value: 0)

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            .write(to: folder.appending(path: "p.png"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A keeper for which the files of a name hang.
    private func keeper(patience: UInt32) throws -> AttachmentKeeper {
        var store = AttachmentStore(path: folder.appending(path: "attachments").path())
        store.copy = { [gate] (files, size) throws(FileCopy.Failure) in
            if size > 8 { gate.wait() }
            try files.run(size: size)
        }
        try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])
            .write(to: folder.appending(path: "hangs.png"))
        return AttachmentKeeper(store, patience: patience)
    }

    private func take(_ name: String, of app: String, by keeper: AttachmentKeeper) async throws {
        let attachment = NotificationAttachment(
            identifier: "1",
            name: name,
            type: "public.png",
            source: .handed(index: 0)
        )
        let file = try OpenFile(reading: folder.appending(path: name).path())
        _ = try await keeper.take([attachment], [file], of: app)
    }

    @Test func aFileThatHangsHoldsUpNoOtherAndLeavesNothing() async throws {
        let keeper = try keeper(patience: 500)
        let late = await #expect(throws: RequestError.self) {
            try await self.take("hangs.png", of: "a", by: keeper)
        }
        #expect(late?.message.contains("could not be read within 0 s") == true)
        try await take("p.png", of: "a", by: keeper)
        let kept = keeper.store.folders()
        #expect(kept.count == 2)
        gate.signal()
        try await waitForChange(of: keeper.store.path, "the end of what came late") {
            keeper.store.folders().count == 1
        }
        let names = keeper.store.folders()
        #expect(await keeper.remove(names))
        #expect(keeper.store.folders() == [])
    }

    @Test func oneAppsHangingFilesLeaveRoomForTheOthers() async throws {
        let keeper = try keeper(patience: 20)
        for _ in 0..<4 {
            await #expect(throws: RequestError.self) {
                try await self.take("hangs.png", of: "a", by: keeper)
            }
        }
        let patient = keeper
        let refused = await #expect(throws: RequestError.self) {
            try await self.take("p.png", of: "a", by: patient)
        }
        #expect(refused?.code == .invalidAttachment)
        #expect(refused?.message.hasPrefix("too many attachments are read already") == true)
        let other = await #expect(throws: RequestError.self) {
            try await self.take("hangs.png", of: "b", by: patient)
        }
        #expect(other?.message.contains("could not be read") == true)
        for _ in 0..<5 { gate.signal() }
        try await waitForChange(of: keeper.store.path, "the end of all") {
            keeper.store.folders().isEmpty
        }
    }
}
