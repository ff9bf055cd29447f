import AgentInterface
import AgentTestSupport
import Foundation
import NotifyCore
import RequestFiles
import TestSupport
import Testing

@testable import SchedulerAgent

/// Requests that follow their files.
@Suite struct RequestFileIntakeTests {
    private let fixture: SchedulerFixture
    private let folder: TemporaryFolder

    init() throws {
        fixture = try SchedulerFixture(isQuiet: true)
        folder = try TemporaryFolder()
    }

    private func write(_ name: String, _ text: String) throws {
        try text.write(toFile: "\(folder.path)/\(name).conf", atomically: true, encoding: .utf8)
    }

    /// Has the files read; the problems come back.
    private func read() async -> [String] {
        await fixture.scheduler.handle(RequestFileScan(folders: [folder.path]))
    }

    /// The pending requests, as `ID TITLE`, and the rows that they have.
    private func pending() async throws -> (words: [String], ids: [PendingID]) {
        let rows = try await fixture.scheduler.pending(app: AgentNames.requestFilesApp)
        let requests = try rows.map { try $0.pending().request }
        return (requests.map { "\($0.identifier) \($0.content.title)" }.sorted(), rows.map(\.id))
    }

    private static func daily(_ title: String) -> String {
        "[Request]\nTitle=\(title)\nOnCalendar=12:00\nRepeat=true\n"
    }

    @Test("The request of an unchanged file goes on, and that of a changed one is replaced")
    func anUnchangedFileGoesOn() async throws {
        try write("a", Self.daily("A"))
        #expect(await read() == [])
        let first = try await pending()
        #expect(first.words == ["a A"])
        #expect(await read() == [])
        #expect(try await pending().ids == first.ids)
        try write("a", Self.daily("Changed"))
        #expect(await read() == [])
        #expect(try await pending().words == ["a Changed"])
    }

    @Test("A file that has become invalid leaves the request that was there")
    func anInvalidFileLeavesItsRequest() async throws {
        try write("a", Self.daily("A"))
        _ = await read()
        try write("a", "[Request]\nTitle=A\nOnCalendar=never\n")
        #expect(await read().count == 1)
        #expect(try await pending().words == ["a A"])
    }

    @Test("The request of a removed file goes, and the file may come again")
    func aRemovedFileTakesItsRequestAlong() async throws {
        try write("a", Self.daily("A"))
        _ = await read()
        try FileManager.default.removeItem(atPath: "\(folder.path)/a.conf")
        #expect(await read() == [])
        #expect(try await pending().words == [])
        #expect(try await fixture.history() == ["a removed"])
        try write("a", Self.daily("A"))
        #expect(await read() == [])
        #expect(try await pending().words == ["a A"])
    }

    @Test("A request that the user removed stays removed until its file changes")
    func aRemovedRequestStaysRemoved() async throws {
        try write("a", Self.daily("A"))
        _ = await read()
        let all = RemovalSelection(choice: .all, appID: AgentNames.requestFilesApp)
        _ = try await fixture.scheduler.remove(all)
        _ = await read()
        #expect(try await pending().words == [])
        try write("a", Self.daily("B"))
        _ = await read()
        #expect(try await pending().words == ["a B"])
    }

    @Test("What shows a request of a file again goes with the file, but not another file's request")
    func aSnoozedRequestGoesWithItsFile() async throws {
        for name in ["a", "b.snoozed", "a.snoozed.3"] { try write(name, Self.daily("A")) }
        _ = await read()
        let app = AgentNames.requestFilesApp
        let row = try #require(try fixture.store.pending(app: app, identifier: "a").first)
        for name in ["a.snoozed", "a.snoozed.2", "a.snoozed.x", "b.snoozed.2"] {
            var pending = try row.pending()
            pending.request.identifier = name
            _ = try fixture.store.add(AcceptedRequest(pending, boot: nil))
        }
        try FileManager.default.removeItem(atPath: "\(folder.path)/a.conf")
        #expect(await read() == [])
        #expect(
            try await pending().words == [
                "a.snoozed.3 A", "a.snoozed.x A", "b.snoozed A", "b.snoozed.2 A",
            ]
        )
    }
}
