import Foundation
import GLibBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// What happens where a file changes while it is copied.
@Suite struct FileCopyTests {
    private static func files(
        _ size: Int
    ) throws -> (source: OpenFile, target: OpenFile, path: String) {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try Data(repeating: 7, count: size).write(to: URL(fileURLWithPath: path))
        let target = open("\(path).copy", O_RDWR | O_CREAT | O_EXCL, 0o600)
        let files = (try OpenFile(reading: path), OpenFile(adopting: target), path)
        unlink("\(path).copy")
        return files
    }

    @Test(arguments: [0, 1, 262_144, 700_001])
    func aWholeFileIsCopied(size: Int) throws {
        let (source, target, path) = try Self.files(size)
        defer { unlink(path) }
        try FileCopy(source: source, target: target).run(size: Int64(size))
        #expect(try target.status().size == Int64(size))
        #expect(try target.start(size) == [UInt8](repeating: 7, count: size))
    }

    @Test(arguments: [(600_000, 500_000), (500_000, 500_001)])
    func aFileThatShrankOrGrewIsNoCopy(checked: Int, size: Int) throws {
        let (source, target, path) = try Self.files(size)
        defer { unlink(path) }
        let failure = try #require(throws: FileCopy.Failure.self) {
            try FileCopy(source: source, target: target).run(size: Int64(checked))
        }
        #expect(failure.isOfSource)
        #expect(failure.reason == "it changed while it was read")
    }

    @Test func aFullDiskIsNoFaultOfTheFile() throws {
        let (source, _, path) = try Self.files(10)
        defer { unlink(path) }
        let full = OpenFile(adopting: open("/dev/full", O_WRONLY))
        let failure = try #require(throws: FileCopy.Failure.self) {
            try FileCopy(source: source, target: full).run(size: 10)
        }
        #expect(!failure.isOfSource)
    }
}
