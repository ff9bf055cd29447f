import AgentTestSupport
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
        try SamplePicture.write(to: folder.path())
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A keeper for which the files of a name hang.
    private func keeper(timeout: UInt32) throws -> AttachmentKeeper {
        var store = AttachmentStore(path: folder.appending(path: "attachments").path())
        store.copyBytes = { [gate] (files, size) throws(FileCopy.Failure) in
            if size > 8 { gate.wait() }
            try files.run(size: size)
        }
        try SamplePicture.write(to: folder.path(), as: "hangs.png", more: Data([0]))
        return AttachmentKeeper(store, timeout: timeout)
    }

    private func copy(_ name: String, of app: String, by keeper: AttachmentKeeper) async throws {
        let file = try OpenFile(reading: folder.appending(path: name).path())
        _ = try await keeper.copy([SamplePicture.attachment(name)], [file], of: app)
    }

    @Test func aFileThatHangsHoldsUpNoOtherAndLeavesNothing() async throws {
        let keeper = try keeper(timeout: 500)
        let late = await #expect(throws: RequestError.self) {
            try await self.copy("hangs.png", of: "a", by: keeper)
        }
        #expect(late?.message.contains("could not be read within 0 s") == true)
        try await copy("p.png", of: "a", by: keeper)
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
        let keeper = try keeper(timeout: 20)
        for _ in 0..<4 {
            await #expect(throws: RequestError.self) {
                try await self.copy("hangs.png", of: "a", by: keeper)
            }
        }
        let refused = await #expect(throws: RequestError.self) {
            try await self.copy("p.png", of: "a", by: keeper)
        }
        #expect(refused?.code == .invalidAttachment)
        #expect(refused?.message.hasPrefix("too many attachments are read already") == true)
        let other = await #expect(throws: RequestError.self) {
            try await self.copy("hangs.png", of: "b", by: keeper)
        }
        #expect(other?.message.contains("could not be read") == true)
        for _ in 0..<5 { gate.signal() }
        try await waitForChange(of: keeper.store.path, "the end of all") {
            keeper.store.folders().isEmpty
        }
    }
}
