import ConfigurationFiles
import Foundation
import Glibc
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What others put in the place of the agent's files is neither waited for nor followed nor changed.
@Suite(.serialized) struct OwnFileTests {
    /// Something that is no file of the agent's.
    enum Thing: String, CaseIterable, Sendable {
        case pipe = "a named pipe"
        case link = "a symbolic link"
        case folder = "a folder"
        case socket = "a socket"
        case dead = "a symbolic link "

        var words: String { rawValue.trimmingCharacters(in: .whitespaces) }

        func make(at path: String, target: String) throws {
            let files = FileManager.default
            switch self {
            case .pipe: try #require(mkfifo(path, 0o600) == 0)
            case .link: try files.createSymbolicLink(atPath: path, withDestinationPath: target)
            case .folder:
                try files.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
            case .dead:
                try files.createSymbolicLink(atPath: path, withDestinationPath: "\(target)-none")
            }
        }
    }

    private static let names = [
        "agent.lock", "store.sqlite", "store.sqlite-wal", "store.sqlite-shm",
    ]

    @Test(arguments: names, [Thing.pipe, .link])
    func theAgentSaysWhatIsInItsPlace(name: String, thing: Thing) async throws {
        let fixture = try await AgentFixture()
        let target = "\(fixture.directory)/mine"
        try Data("mine\n".utf8).write(to: URL(fileURLWithPath: target))
        try #require(chmod(target, 0o644) == 0)
        let folder = "\(fixture.directory)/state/notify-schedule"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try thing.make(at: "\(folder)/\(name)", target: target)

        let agent = try await AgentFixture.agent.run(
            environment: fixture.bus.environment,
            within: 30
        )
        #expect(agent.code == 70, "\(agent)")
        let words = "\(folder)/\(name) is \(thing.words), not a regular file; move it away"
        #expect(agent.error.contains(words), "\(agent)")
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "mine\n")
        #expect(try Self.mode(target) == 0o644)
    }

    @Test(arguments: Thing.allCases) func nothingButAFileIsOpened(thing: Thing) throws {
        let folder = try TemporaryFolder()
        let (path, target) = ("\(folder.path)/file", "\(folder.path)/mine")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: target))
        try thing.make(at: path, target: target)
        for open in [{ _ = try OwnFile.open(path) }, { try OwnFile.check(path) }] {
            let error = #expect(throws: RequestError.self) { try open() }
            #expect(error?.message.contains("\(path) is \(thing.words)") == true, "\(error as Any)")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(target)-none"))
    }

    @Test func aFileOfAnotherUserIsNotOpened() throws {
        let folder = try TemporaryFolder()
        var path = "/etc/passwd"
        if geteuid() == 0 {
            path = "\(folder.path)/file"
            try Data().write(to: URL(fileURLWithPath: path))
            try #require(chown(path, 1, 1) == 0)
        }
        let error = #expect(throws: RequestError.self) { try OwnFile.check(path) }
        #expect(error?.message.contains("but the agent runs as user") == true)
    }

    /// The lock of an earlier version may be readable by all.
    @Test func itsModeIsTheUsersAlone() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/agent.lock"
        try Data("pid 1, bus x".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o644)
        let lock = try AgentLock(folder: folder.path, bus: "unix:path=/x", waiting: 0)
        #expect(try Self.mode(path) == 0o600)
        #expect(!lock.isSameBoot)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("pid \(getpid()), bus unix:path=/x\nboot "))
    }

    /// Who has the lock is named by its first line, whatever else is there.
    @Test func theHolderIsNamed() throws {
        let folder = try TemporaryFolder()
        let lock = try AgentLock(folder: folder.path, bus: "unix:path=/x", waiting: 0)
        let error = #expect(throws: RequestError.self) {
            _ = try AgentLock(folder: folder.path, bus: "unix:path=/y", waiting: 40)
        }
        #expect(
            error?.message
                == "another notify-agent has the store in \(folder.path) (pid \(getpid()), "
                + "bus unix:path=/x); stop that one first: notify-schedule agent stop"
        )
        // A lock whose file was deleted keeps nobody off, until it is taken again.
        try FileManager.default.removeItem(atPath: "\(folder.path)/agent.lock")
        try lock.retake()
        #expect(throws: RequestError.self) {
            _ = try AgentLock(folder: folder.path, bus: "unix:path=/y", waiting: 0)
        }
        try FileManager.default.removeItem(atPath: "\(folder.path)/agent.lock")
        let other = try AgentLock(folder: folder.path, bus: "unix:path=/y", waiting: 0)
        #expect(throws: RequestError.self) { try lock.retake() }
        withExtendedLifetime(other) {}
    }

    /// An attachment's folder that leads elsewhere is not written to.
    @Test func theFolderOfAttachmentsIsNoLink() throws {
        let folder = try TemporaryFolder()
        let elsewhere = "\(folder.path)/elsewhere"
        try FileManager.default.createDirectory(
            atPath: elsewhere,
            withIntermediateDirectories: false
        )
        chmod(elsewhere, 0o755)
        let path = "\(folder.path)/attachments"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
        #expect(throws: RequestError.self) { try AttachmentStore(path: path).copy([], []) }
        #expect(try Self.mode(elsewhere) == 0o755)
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == [])
    }

    private static func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }
}
