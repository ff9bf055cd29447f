import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// The same file of several requests, which is stored once.
@Suite struct SharedFilesTests {
    private let folder: TemporaryFolder
    private let store: AttachmentStore
    private var shared: String { "\(store.path)-shared" }

    init() throws {
        folder = try TemporaryFolder()
        store = AttachmentStore(path: "\(folder.path)/attachments")
    }

    private func file(_ name: String, _ data: Data) throws -> OpenFile {
        let path = "\(folder.path)/\(name)"
        try data.write(to: URL(fileURLWithPath: path))
        return try OpenFile(reading: path)
    }

    /// Takes a file; the path of the copy comes back.
    private func copy(_ file: OpenFile) throws -> String {
        let taken = try store.copy([SamplePicture.attachment()], [file])
        return try #require(taken.first?.path)
    }

    private func number(_ path: String) -> UInt64? { OpenFile.status(of: path)?.number }

    private func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: shared)) ?? []
    }

    private static func picture(_ filling: [UInt8]) -> Data {
        SamplePicture.start + Data(count: 100_000) + Data(filling) + Data(count: 100_000)
    }

    @Test func theSameFileIsStoredOnce() throws {
        let one = try copy(try file("one.png", Self.picture([1])))
        let same = try copy(try file("two.png", Self.picture([1])))
        #expect(one != same)
        #expect(number(one) == number(same))
        #expect(FileManager.default.contentsEqual(atPath: same, andPath: "\(folder.path)/two.png"))
        #expect(names().count == 1)
        // It stays as long as one of them has it.
        for (path, left) in [(one, 1), (same, 0)] {
            store.remove([URL(fileURLWithPath: path).deletingLastPathComponent().lastPathComponent])
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(names().count == left)
        }
    }

    /// These two have the size, the beginning and the end in common.
    @Test func anotherFileIsAnother() throws {
        let one = try copy(try file("one.png", Self.picture([1])))
        let other = try copy(try file("other.png", Self.picture([2])))
        #expect(number(one) != number(other))
        #expect(
            FileManager.default.contentsEqual(atPath: other, andPath: "\(folder.path)/other.png")
        )
        #expect(names().count == 1)
    }

    /// Removals run on several threads.
    @Test func ofSeveralRemovalsAtATimeTheLastTakesTheName() throws {
        let picture = try file("one.png", SamplePicture.start)
        let store = store
        for _ in 0..<300 {
            let folders = try (0..<4).map { _ in
                URL(fileURLWithPath: try copy(picture)).deletingLastPathComponent()
                    .lastPathComponent
            }
            DispatchQueue.concurrentPerform(iterations: folders.count) {
                store.remove([folders[$0]])
            }
            #expect(names().isEmpty)
        }
    }

    @Test func whatACrashLeftGoes() throws {
        let kept = try copy(try file("one.png", Self.picture([1])))
        try Data([1]).write(to: URL(fileURLWithPath: "\(shared)/stray"))
        store.sweepShared()
        #expect(names().count == 1)
        #expect(number(kept) == number("\(shared)/\(names()[0])"))
    }
}
