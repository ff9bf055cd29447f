import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import BusCallers
@testable import SchedulerAgent

/// Removed requests, which a program inside a sandbox neither sees nor restores.
@Suite struct SandboxedUndoTests {
    private static let app = "org.example.App"

    private static func selection(_ entries: (key: String, value: Variant)...) -> Variant {
        .dictionary([("all", .boolean(true)), ("appID", .string(app))] + entries)
    }

    @Test func aSandboxNeitherListsNorRestores() async throws {
        let service = try await ServiceFixture()
        let sandbox = try await service.client(ServiceFixture.flatpak)
        let user = try await service.client(ServiceFixture.user)
        func refusal(_ method: String, _ arguments: Variant...) async throws -> String? {
            let error = await #expect(throws: GLibError.self) {
                switch arguments.count {
                case 0: try await service.call(method, by: sandbox)
                case 1: try await service.call(method, arguments[0], by: sandbox)
                default: try await service.call(method, arguments[0], arguments[1], by: sandbox)
                }
            }
            #expect(error?.remoteName == "\(AgentNames.errorPrefix)NotAllowed")
            return error?.message
        }
        let request = NotificationRequest(
            appID: Self.app,
            identifier: "own",
            content: NotificationContent(title: "T"),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
        )
        try await service.call("Add", request.record, by: sandbox)
        let words = ServiceFixture.flatpak.words
        #expect(
            try await refusal("Remove", Self.selection(("keep", .boolean(true))))
                == "\(words) may not keep what it removes; leave keep out"
        )
        let keep = Self.selection(("keep", .boolean(true)))
        let removed = try await service.call("Remove", keep, by: user)
        #expect(removed[0]?.strings == ["\(Self.app)/own"])
        #expect(
            try await refusal("List", .string("removed"), .string(""))
                == "\(words) may not list what was removed"
        )
        #expect(
            try await refusal("Restore", .string("own"), .string(Self.app))
                == "\(words) may not call Restore"
        )
        var undoable = request
        undoable.isUndoable = true
        #expect(
            try await refusal("Add", undoable.record)
                == "\(words) may not undo what it adds; leave undoable out"
        )
        #expect(try await refusal("Redo") == "\(words) may not call Redo")
        #expect(try await refusal("Undo") == "\(words) may not call Undo")
        let list = try await service.call("List", .string("removed"), .string(""), by: user)
        let entry = try RemovedRequest(entry: try #require(list[0]?.children.first))
        #expect(entry.request.identifier == "own" && entry.wasPending)
        // Another program of the user has not removed it, but can restore it.
        let other = try await service.client(Caller(confinement: .none, program: "/usr/bin/other"))
        await #expect(throws: GLibError.self) { try await service.call("Undo", by: other) }
        let restored = try await service.call(
            "Restore",
            .string("own"),
            .string(Self.app),
            by: other
        )
        #expect(try UndoReply(record: restored[0]).requests.map(\.path) == ["\(Self.app)/own"])
        // What the app removes itself is not kept.
        try await service.call("Remove", Self.selection(), by: sandbox)
        let none = try await service.call("List", .string("removed"), .string(""), by: user)
        #expect(none[0]?.children.isEmpty == true)
    }
}
