import AgentInterface
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What imports of events change, without a scheduler.
@Suite struct EventIntakeTests {
    private let fixture: ComponentFixture
    private let staging: ImportStaging

    init() throws {
        fixture = try ComponentFixture()
        staging = ImportStaging(
            fixture.context,
            attachments: AttachmentKeeper(AttachmentStore(path: "\(fixture.folderPath)/files")),
            categories: AppCategories(fixture.context)
        )
    }

    /// A part of an event with the request of its name.
    private func entry(
        _ uid: String,
        _ parts: [(name: String, part: String)],
        digest: String = "1",
        present: [String] = ["#"],
        kept: [String] = [],
        scope: [String] = []
    ) -> [Variant] {
        let requests = parts.map { name, _ in
            PendingEntry(fixture.request(name)).record
        }
        let event = EventEntry(
            uid: uid,
            present: present,
            kept: kept,
            scope: scope,
            requests: parts.map { name, part in
                EventRequest(fixture.request(name).key, part: part, digest: digest)
            }
        )
        return requests + [event.record]
    }

    private func file(_ uids: String..., name: String = "") -> Variant {
        FileEntry(name: name, stamp: "s", uids: uids).record
    }

    /// Imports entries.
    @discardableResult
    private func load(
        _ entries: [Variant],
        _ calendar: CalendarImport? = nil
    ) async throws -> ImportReply {
        var call = ImportCall(
            entries: ImportRecords(records: entries),
            sender: ":1.1",
            requester: "test"
        )
        call.calendar = calendar
        let (reply, complete) = try await staging.handle(call, planRound: 0)
        _ = try staging.store(try #require(complete))
        return reply
    }

    private func pending() throws -> [String] {
        try fixture.store.pending(app: nil).map { try $0.pending().request.identifier }.sorted()
    }

    private static let two = [("u", "#1#"), ("u/alarm 2", "#2#")]

    @Test(
        arguments: [
            ([], [], ["u"], 1), (["#2#"], [], ["u", "u/alarm 2"], 0),
            ([""], [], ["u", "u/alarm 2"], 0),
            ([], ["20270101#"], ["u", "u/alarm 2"], 0),
        ] as [([String], [String], [String], Int)]
    )
    func whatAnEventNoLongerHasGoes(
        kept: [String],
        scope: [String],
        left: [String],
        removed: Int
    ) async throws {
        try await load(entry("u", Self.two) + entry("other", [("other", "#1#")]))
        let reply = try await load(
            entry("u", [("u", "#1#")], digest: "2", kept: kept, scope: scope)
        )
        #expect(reply == ImportReply(pending: 1, replaced: 1, removed: removed))
        #expect(try pending() == (["other"] + left).sorted())
    }

    @Test func aCalendarRemovesWhatItHadAlone() async throws {
        let (a, b) = (entry("a", [("a", "#1#")]), entry("b", [("b", "#1#")]))
        try await load(a + b + [file("a", "b")], CalendarImport("work"))
        try await load(b + [file("b")], CalendarImport("home"))
        #expect(try await load([file()], CalendarImport("work")).removed == 1)
        #expect(try pending() == ["b"])
        #expect(try fixture.store.eventRows(of: "b").map(\.calendar) == ["home"])
        #expect(try await load([file()], CalendarImport("home")).removed == 1)
        #expect(try pending() == [])
    }

    @Test func aChangedFileLeavesWhatIsOfOthers() async throws {
        let calendar = CalendarImport("/a", follows: true)
        let refresh = CalendarImport("/a", isRefresh: true)
        try fixture.add(fixture.request("mine"))
        try await load(entry("a", [("a", "#1#")]) + [file("a")], calendar)
        try await load(
            entry("b", [("b", "#1#")]) + [file("b")],
            CalendarImport("/b", follows: true)
        )
        let entries =
            entry("mine", [("mine", "#1#")]) + entry("b", [("b", "#1#")], digest: "2")
            + entry("c", [("c", "#1#")])
        let reply = try await load(entries + [file("mine", "b", "c")], refresh)
        #expect(reply.removed == 1)
        #expect(try pending() == ["b", "c", "mine"])
        #expect(try fixture.store.eventRow(of: fixture.request("mine").key) == nil)
        #expect(try fixture.store.eventRows(of: "b").map(\.digest) == ["1"])
        try await load([file()], refresh)
        #expect(try pending() == ["b", "mine"])
        // What the user removed stays so until the event changes.
        try await load(entry("a", [("a", "#1#")]) + [file("a")], refresh)
        let row = try #require(try fixture.store.pending(app: nil, identifier: "a").first)
        try fixture.store.drop(pending: row.id)
        try await load(entry("a", [("a", "#1#")]) + [file("a")], refresh)
        #expect(try pending() == ["b", "mine"])
        try await load(entry("a", [("a", "#1#")], digest: "2") + [file("a")], refresh)
        #expect(try pending() == ["a", "b", "mine"])
    }

    @Test func aCalendarThatIsNotFollowedIsNotRefreshed() async throws {
        await #expect(throws: RequestError.self) {
            try await load([file()], CalendarImport("/a", isRefresh: true))
        }
        await #expect(throws: RequestError.self) { try await load([file()]) }
        await #expect(throws: RequestError.self) {
            try await load([file(), file()], CalendarImport("a"))
        }
    }
}
