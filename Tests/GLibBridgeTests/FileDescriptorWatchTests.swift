import Foundation
import GLibBridge
import TestSupport
import Testing

@Suite struct FileDescriptorWatchTests {
    @Test func tellsOfInputAndOfItsEnd() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let reads = Recorder<[UInt8]>()
        var watch: FileDescriptorWatch? = try FileDescriptorWatch(reading: descriptor) {
            var buffer = [UInt8](repeating: 0, count: 100)
            let count = read(descriptor, &buffer, buffer.count)
            reads.append(Array(buffer.prefix(max(0, count))))
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data([1, 2]))
        #expect(try await reads.next() == [1, 2])
        try pipe.fileHandleForWriting.write(contentsOf: Data([3]))
        #expect(try await reads.next() == [3])
        try pipe.fileHandleForWriting.close()
        #expect(try await reads.next() == [])
        withExtendedLifetime(watch) {}
        watch = nil
    }

    @Test @GLibActor func aReleasedWatchHearsNothing() async throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let events = Recorder<String>()
        var first: FileDescriptorWatch? = try FileDescriptorWatch(reading: descriptor) {
            events.append("first")
        }
        withExtendedLifetime(first) {}
        first = nil
        let second = try FileDescriptorWatch(reading: descriptor) {
            events.append("second")
            var byte: UInt8 = 0
            read(descriptor, &byte, 1)
        }
        try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
        #expect(try await events.next() == "second")
        #expect(events.elements == ["second"])
        withExtendedLifetime(second) {}
    }
}
