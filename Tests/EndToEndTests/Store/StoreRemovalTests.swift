import AgentInterface
import AgentTestSupport
import Foundation
import Glibc
import NotificationServer
import TestSupport
import Testing

@testable import SchedulerAgent

/// Files of the store are deleted or replaced while the agent has them open.
@Suite(.serialized) struct StoreRemovalTests {
    private static func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: path)
    }

    private static func kept(_ fixture: AgentFixture) async throws -> Set<String> {
        // Nothing but what is on the disk is left then.
        try await fixture.endAgent(SIGKILL)
        return Set(try await fixture.listed("list").map(\.identifier))
    }

    /// Which files go.
    enum Loss: String, CaseIterable, Sendable {
        case store = ""
        case log = "-wal"
        case index = "-shm"
        case folder

        func happen(_ fixture: AgentFixture) throws {
            let folder = "\(fixture.directory)/state/notify-schedule"
            guard self == .folder else { return try remove(fixture.storePath + rawValue) }
            // At once: the agent writes into a folder that is there still while its files go one by one.
            try FileManager.default.moveItem(atPath: folder, toPath: "\(folder).gone")
            try remove("\(folder).gone")
        }

        var title: String {
            switch self {
            case .store, .folder: "The store was deleted"
            case .log, .index: "A file of the store was deleted"
            }
        }
    }

    @Test(arguments: Loss.allCases) func whatIsAcknowledgedIsKept(loss: Loss) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("T", "--in", "1h", "--id", "before")
        let agent = try fixture.agentID()
        try loss.happen(fixture)
        try await fixture.add("T", "--in", "1h", "--id", "after")
        let told = try await server.call(titled: loss.title)
        #expect(told.call.body.contains(fixture.storePath))
        #expect(try fixture.agentID() == agent)
        // The list also has what the agent reports, which waits for a server.
        #expect(try await Self.kept(fixture).isSuperset(of: ["before", "after"]))
        #expect(StoreHealth(path: fixture.storePath).problems == [])
    }

    /// Nobody calls the agent in between.
    @Test(arguments: [Loss.store, .folder]) func anIdleAgentNoticesIt(loss: Loss) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("T", "--in", "1h", "--id", "before")
        try loss.happen(fixture)
        _ = try await server.call(titled: loss.title)
        #expect(try await Self.kept(fixture) == ["before"])
        // Another agent on another bus is kept off again.
        let path = "\(fixture.directory)/state/notify-schedule/agent.lock"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("pid \(try fixture.agentID()), "))
    }

    /// The other file is nobody's to lose either.
    @Test func aStoreInItsPlaceIsKeptAside() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        try await fixture.add("T", "--in", "1h", "--id", "other")
        try await fixture.endAgent(SIGTERM)
        let other = "\(fixture.directory)/other.sqlite"
        try FileManager.default.moveItem(atPath: fixture.storePath, toPath: other)
        for ending in ["-wal", "-shm"] { unlink(fixture.storePath + ending) }
        try await fixture.add("T", "--in", "1h", "--id", "own")
        let data = try Data(contentsOf: URL(fileURLWithPath: other))
        try #require(rename(other, fixture.storePath) == 0)
        try await fixture.add("T", "--in", "1h", "--id", "after")
        let told = try await server.call(titled: "The store was replaced")
        let aside = try #require(Store.setAside(beside: fixture.storePath).first)
        #expect(told.call.body.contains(aside))
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == data)
        #expect(try await Self.kept(fixture) == ["own", "after"])
    }

    /// What cannot be kept is refused, and accepted once it can be.
    @Test func withoutAPlaceNothingIsAccepted() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("T", "--in", "1h", "--id", "before")
        // The folder goes with the one that it is in, and a file has that one's place.
        let folder = "\(fixture.directory)/state"
        try #require(rename(folder, "\(folder)-moved") == 0)
        try Data().write(to: URL(fileURLWithPath: folder))
        let refused = try await fixture.run(["add", "T", "--in", "1h", "--id", "refused"])
        #expect(refused.code != 0, "\(refused)")
        #expect(
            refused.error.contains(
                "the store \(fixture.storePath) was deleted while the agent ran and cannot be written again"
            ),
            "\(refused)"
        )
        unlink(folder)
        try await fixture.add("T", "--in", "1h", "--id", "after")
        // The list also has what the agent reports, which waits for a server.
        #expect(try await Self.kept(fixture).isSuperset(of: ["before", "after"]))
    }

    /// At the end, too, when nothing was called since.
    @Test func anEndKeepsWhatThereIs() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/store.sqlite"
        let fixture = try await SchedulerFixture(folder: folder.path, isQuiet: true).begin()
        _ = try await fixture.scheduler.add(StoreFixture.request("r"))
        unlink(path)
        await fixture.scheduler.end()
        let store = try Store(path: path)
        #expect(try StoreFixture.names(store).contains("r"))
    }
}
