import ConfigurationFiles
import Foundation
import Glibc
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// Folders beside the store in whose place there is a link: what the link names stays as it is.
@Suite(.serialized) struct OwnFolderTests {
    /// A folder of the user's with files that nobody of this project may touch.
    private struct Foreign {
        let path: String
        private let names = ["a.txt", "b", "1-abc", "sub"]

        init(_ path: String) throws {
            self.path = path
            let files = FileManager.default
            try files.createDirectory(atPath: "\(path)/sub", withIntermediateDirectories: true)
            for name in ["a.txt", "b", "1-abc", "sub/c"] {
                _ = files.createFile(atPath: "\(path)/\(name)", contents: Data("mine".utf8))
                try files.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -200_000)],
                    ofItemAtPath: "\(path)/\(name)"
                )
            }
            try #require(chmod(path, 0o755) == 0)
        }

        func link(from link: String) throws {
            try FileManager.default.createDirectory(
                atPath: (link as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true
            )
            try FileManager.default.createSymbolicLink(
                atPath: link,
                withDestinationPath: path
            )
        }

        /// Whether all of it is as it was.
        func isWhole() throws -> Bool {
            var status = stat()
            return try Set(FileManager.default.contentsOfDirectory(atPath: path)) == Set(names)
                && FileManager.default.contentsOfDirectory(atPath: "\(path)/sub") == ["c"]
                && stat(path, &status) == 0 && status.st_mode & 0o777 == 0o755
        }
    }

    @Test("A folder that is a link, a file or another user's is not opened")
    func refused() throws {
        let folder = try TemporaryFolder()
        let foreign = try Foreign("\(folder.path)/foreign")
        try foreign.link(from: "\(folder.path)/link")
        _ = FileManager.default.createFile(atPath: "\(folder.path)/file", contents: nil)
        for name in ["link", "file"] {
            let path = "\(folder.path)/\(name)"
            for open in [{ _ = try OwnFolder(path) }, { _ = try OwnFolder.make(path) }] {
                let error = #expect(throws: RequestError.self) { try open() }
                #expect(
                    error?.message
                        == "\(path) is no folder of its own (a link, or a file); move it away"
                )
            }
        }
        if geteuid() == 0 {
            try #require(chown(foreign.path, 1, 1) == 0)
            #expect(throws: RequestError.self) { _ = try OwnFolder(foreign.path) }
            try #require(chown(foreign.path, 0, 0) == 0)
        }
        #expect(try foreign.isWhole())
    }

    @Test("What is done in an open folder is done there, also when a link takes its place")
    func exchanged() throws {
        let folder = try TemporaryFolder()
        let foreign = try Foreign("\(folder.path)/foreign")
        let path = "\(folder.path)/own"
        let own = try OwnFolder.make(path)
        for name in ["a.txt", "b"] { close(own.create(name)) }
        try FileManager.default.moveItem(atPath: path, toPath: "\(folder.path)/moved")
        try foreign.link(from: path)
        #expect(Set(own.names) == ["a.txt", "b"])
        for name in own.names { own.remove(name) }
        #expect(own.folder("sub") == nil)
        #expect(try foreign.isWhole())
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/moved") == [])
    }

    @Test(
        "The folders of attachments remove nothing where a link leads",
        arguments: ["attachments", "attachments-shared"]
    )
    func attachments(name: String) throws {
        let folder = try TemporaryFolder()
        let foreign = try Foreign("\(folder.path)/foreign")
        try foreign.link(from: "\(folder.path)/\(name)")
        let store = AttachmentStore(path: "\(folder.path)/attachments")
        store.remove(["sub", "b", "a.txt"])
        store.remove(store.folders())
        store.sweepShared()
        #expect(try foreign.isWhole())
    }

    @Test("A link in place of a request's own folder is removed, and not what it names")
    func requestFolder() throws {
        let folder = try TemporaryFolder()
        let foreign = try Foreign("\(folder.path)/foreign")
        try foreign.link(from: "\(folder.path)/attachments/request")
        let store = AttachmentStore(path: "\(folder.path)/attachments")
        #expect(store.folders() == ["request"])
        store.remove(["request"])
        #expect(store.folders() == [])
        #expect(try foreign.isWhole())
    }

    @Test("A link in place of a file of attachments is removed, and not what it names")
    func attachedLink() throws {
        let folder = try TemporaryFolder()
        let foreign = try Foreign("\(folder.path)/foreign")
        let own = "\(folder.path)/attachments/request"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(own)/a.png",
            withDestinationPath: "\(foreign.path)/a.txt"
        )
        AttachmentStore(path: "\(folder.path)/attachments").remove(["request"])
        #expect(!FileManager.default.fileExists(atPath: own))
        #expect(try foreign.isWhole())
    }

    @Test("A file that is written in place of a link leaves what the link names")
    func savedFile() throws {
        let folder = try TemporaryFolder()
        let foreign = try Foreign("\(folder.path)/foreign")
        let link = "\(folder.path)/relay-inbox"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "\(foreign.path)/a.txt"
        )
        try SavedFile.write("new", to: link, followingLinks: false)
        #expect(try String(contentsOfFile: link, encoding: .utf8) == "new")
        #expect(try String(contentsOfFile: "\(foreign.path)/a.txt", encoding: .utf8) == "mine")
        // A link of the user's to a configuration stays one.
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "\(foreign.path)/a.txt"
        )
        try SavedFile.write("newer", to: link)
        #expect(try String(contentsOfFile: "\(foreign.path)/a.txt", encoding: .utf8) == "newer")
    }

    @Test("run --log deletes nothing where a link leads, and says why the output is not stored")
    func storedOutput() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let foreign = try Foreign("\(fixture.directory)/foreign")
        let path = "\(fixture.directory)/state/notify-schedule/output"
        try foreign.link(from: path)
        for _ in 0..<150 {
            let name = "\(foreign.path)/\(UUID().uuidString).txt"
            _ = FileManager.default.createFile(atPath: name, contents: nil)
        }
        let count = try FileManager.default.contentsOfDirectory(atPath: foreign.path).count
        let outcome = try await fixture.run(["run", "--log", "--", "sh", "-c", "exit 3"])
        #expect(outcome.code == 3)
        #expect(
            outcome.error
                == "notify-schedule: warning: the output is not stored: \(path) is no folder of its own "
                + "(a link, or a file); move it away\n"
        )
        // What a later command removes of the day before is not there either.
        #expect(try await fixture.run(["run", "--", "true"]).code == 0)
        _ = try await server.next()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: foreign.path).count == count
        )
    }

    @Test("forward makes no socket where a link leads")
    func socket() async throws {
        let fixture = try await AgentFixture()
        let foreign = try Foreign("\(fixture.directory)/foreign")
        let folder = "\(fixture.directory)/run/notify-schedule"
        try? FileManager.default.removeItem(atPath: folder)
        try foreign.link(from: folder)
        let outcome = try await fixture.run(["forward"])
        #expect(outcome.code == 74, "\(outcome)")
        #expect(outcome.error.contains("name a socket with --socket"), "\(outcome)")
        #expect(try foreign.isWhole())
    }
}
