import AgentTestSupport
import Foundation
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// A store that nobody has changed since its agent ended in order is opened without a check.
@Suite(.serialized) struct StoreMarkTests {
    @Test("The mark of a store changes with its file, and there is none while its log has changes")
    func mark() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/store.sqlite"
        #expect(StoreMark.current(path) == nil)
        let store = try Store(path: path)
        try StoreFixture.add("tea", to: store)
        #expect(StoreMark.current(path) == nil)
        store.moveLogIntoFile()
        let mark = try #require(StoreMark.current(path))
        #expect(StoreMark.current(path) == mark)
        // One byte in its middle, by somebody who leaves the size as it was.
        usleep(20_000)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: 5_000)
        try file.write(contentsOf: Data([0x7F]))
        try file.close()
        #expect(StoreMark.current(path) != mark)
    }

    @Test("A lock has the mark of the agent that ended in order, until another one begins")
    func lock() throws {
        let folder = try TemporaryFolder()
        do {
            let lock = try AgentLock(folder: folder.path, bus: "unix:path=/x", waiting: 0)
            #expect(lock.lastMark == nil)
            lock.noteEnd(mark: "1 2 3")
        }
        do {
            let lock = try AgentLock(folder: folder.path, bus: "unix:path=/x", waiting: 0)
            #expect(lock.lastMark == "1 2 3")
            // It ends as by SIGKILL.
        }
        let lock = try AgentLock(folder: folder.path, bus: "unix:path=/x", waiting: 0)
        #expect(lock.lastMark == nil)
    }

    @Test("An agent that is stopped leaves a mark, and one that is killed leaves none")
    func agent() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("Kept", "--in", "1h", "--id", "kept")
        let lock = "\(fixture.directory)/state/notify-schedule/agent.lock"
        #expect(!(try String(contentsOfFile: lock, encoding: .utf8).contains("\nstore ")))
        _ = try await fixture.run(["agent", "stop"])
        try await fixture.waitForAgentsEnd()
        let text = try String(contentsOfFile: lock, encoding: .utf8)
        let mark = try #require(StoreMark.current(fixture.storePath))
        #expect(text.hasSuffix("\nstore \(mark)\n"))
        #expect(try await fixture.listed("list").map(\.identifier) == ["kept"])
        #expect(!(try String(contentsOfFile: lock, encoding: .utf8).contains("\nstore ")))
    }
}
