import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// A call of `Add` that is made again after its reply was lost.
@Suite(.serialized) struct RepeatedAddTests {
    private static func request(
        key: String?,
        app: String = "org.example.One"
    ) -> NotificationRequest {
        var request = NotificationRequest(
            appID: app,
            identifier: "",
            content: NotificationContent(title: "once")
        )
        request.idempotencyKey = key
        return request
    }

    @Test func itIsShownOnceAndHasTheFirstReply() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        let server = try await FakeNotificationServer(on: fixture.bus)
        let first = try await fixture.call("Add", Self.request(key: "a").record)
        _ = try await server.call(titled: "once")
        try await fixture.waitForDeliveries()
        // It has been dealt with, and another agent has come.
        let all: [(key: String, value: Variant)] = [
            ("appID", .string("org.example.One")), ("all", .boolean(true)),
        ]
        try await fixture.call("Remove", .dictionary(all))
        try await fixture.endAgent()
        let next = try await fixture.startAgent()
        defer { next.kill(SIGKILL) }
        #expect(try await fixture.call("Add", Self.request(key: "a").record) == first)
        try await fixture.barrier(server)
        #expect(server.count(titled: "once") == 1)
        let list = try await fixture.call("List", .string("delivered"), .string("org.example.One"))
        #expect(list[0]?.children == [])
    }

    @Test func oneThatComesWhileTheFirstHasItsFilesCopiedHasItsReply() async throws {
        let fixture = try SchedulerFixture.withManualServer()
        let picture = try SamplePicture.write(to: fixture.store.folder)
        var request = Self.request(key: "a")
        request.content.attachments = [
            NotificationAttachment(
                identifier: "1",
                name: "p.png",
                type: "public.png",
                source: .handed(index: 0)
            )
        ]
        let (one, two) = (try OpenFile(reading: picture), try OpenFile(reading: picture))
        async let first = fixture.scheduler.add(request, files: [one])
        async let second = fixture.scheduler.add(request, files: [two])
        let replies = try await [first, second]
        #expect(replies[0] == replies[1])
        let count = try fixture.store.read { connection in
            try connection.prepare("SELECT COUNT(*) FROM pending").value(as: Int.self)
        }
        #expect(count == 1)
        let folder = "\(fixture.store.folder)/attachments"
        try await waitForChange(of: folder, "one folder of files") {
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?.count == 1
        }
    }

    @Test func anotherKeyOrAnotherAppIsAnotherCall() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        let server = try await FakeNotificationServer(on: fixture.bus)
        let requests = [
            Self.request(key: "a"), Self.request(key: "b"), Self.request(key: nil),
            Self.request(key: nil),
            Self.request(key: "a", app: "org.example.Two"),
        ]
        for request in requests { try await fixture.add(request) }
        try await fixture.barrier(server)
        #expect(server.count(titled: "once") == 5)
        let list = try await fixture.call("List", .string("delivered"), .string(""))
        let kept = (list[0]?.children ?? []).compactMap { $0["request"] }
        #expect(kept.count == 6)
        #expect(kept.allSatisfy { $0["idempotencyKey"] == nil })
    }

    @Test(arguments: [0, 65]) func aKeyOfAnotherLengthIsRefused(length: Int) async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        defer { agent.kill(SIGKILL) }
        let key = String(repeating: "k", count: length)
        let error = await #expect(throws: GLibError.self) {
            try await fixture.add(Self.request(key: key))
        }
        #expect(error?.remoteName == "org.notifyschedule.Error.Malformed")
        #expect(
            error?.message.contains("has \(length) bytes, not 1 to 64") == true,
            "\(error as Any)"
        )
    }

    @Test func theLatestAreKnown() throws {
        let path = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { unlink(path + end) } }
        let store = try Store(path: path)
        let (limit, app) = (Store.maxIdempotentAdds, "org.example.One")
        try store.write(.process) { connection in
            for number in 0...limit {
                let reply = AddReply(
                    identifier: "\(number)",
                    nextTriggerDates: [],
                    remarks: [],
                    understood: "now",
                    serverPresent: true
                )
                try Store.remember(
                    IdempotentAdd(app: app, key: "\(number)", reply: reply),
                    connection
                )
            }
        }
        #expect(try store.idempotentReply(app: app, key: "0") == nil)
        #expect(try store.idempotentReply(app: app, key: "1")?.identifier == "1")
        #expect(try store.idempotentReply(app: app, key: "\(limit)")?.identifier == "\(limit)")
        #expect(try store.idempotentReply(app: "org.example.Two", key: "1") == nil)
    }
}
