import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What imports of events change.
@Suite struct EventIntakeTests {
    private let fixture: SchedulerFixture

    init() throws {
        fixture = try SchedulerFixture(isQuiet: true)
    }

    private static func request(_ identifier: String) -> NotificationRequest {
        NotificationRequest(
            appID: "org.example.App",
            identifier: identifier,
            content: NotificationContent(title: "T \(identifier)"),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: false)
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
            PendingEntry(Self.request(name)).record
        }
        let event = EventEntry(
            uid: uid,
            present: present,
            kept: kept,
            scope: scope,
            requests: parts.map { name, part in
                EventRequest(Self.request(name).key, part: part, digest: digest)
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
        return try await fixture.scheduler.handle(call)
    }

    private func pending() throws -> [String] {
        try fixture.store.pending(app: nil).map { try $0.pending().request.identifier }.sorted()
    }

    private static let two = [("u", "#1#"), ("u/alarm 2", "#2#")]

    @Test(
        "What an event no longer has goes, unless the import says that it stays",
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

    @Test("A calendar removes the events that no other calendar has")
    func aCalendarRemovesWhatItHadAlone() async throws {
        let (a, b) = (entry("a", [("a", "#1#")]), entry("b", [("b", "#1#")]))
        try await load(a + b + [file("a", "b")], CalendarImport("work"))
        try await load(b + [file("b")], CalendarImport("home"))
        #expect(try await load([file()], CalendarImport("work")).removed == 1)
        #expect(try pending() == ["b"])
        #expect(try fixture.store.eventRows(of: "b").map(\.calendar) == ["home"])
        #expect(try await load([file()], CalendarImport("home")).removed == 1)
        #expect(try pending() == [])
    }

    @Test(
        "A changed file of a followed calendar leaves the requests of the user and of other calendars"
    )
    func aChangedFileLeavesWhatIsOfOthers() async throws {
        let calendar = CalendarImport("/a", follows: true)
        let refresh = CalendarImport("/a", isRefresh: true)
        try await fixture.scheduler.add(Self.request("mine"))
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
        #expect(try fixture.store.eventRow(of: Self.request("mine").key) == nil)
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

    @Test("A snoozed reminder goes with its event, and one of the user's own stays")
    func aSnoozedOneGoes() async throws {
        try await load(entry("a", [("a", "#1#")]) + [file("a")], CalendarImport("work"))
        for name in ["a.snoozed", "b.snoozed"] {
            try await fixture.scheduler.add(Self.request(name))
        }
        #expect(try await load([file()], CalendarImport("work")).removed == 2)
        #expect(try pending() == ["b.snoozed"])
    }

    @Test("A calendar that is not followed cannot be refreshed")
    func aCalendarThatIsNotFollowedIsNotRefreshed() async throws {
        await #expect(throws: RequestError.self) {
            try await load([file()], CalendarImport("/a", isRefresh: true))
        }
        await #expect(throws: RequestError.self) { try await load([file()]) }
        await #expect(throws: RequestError.self) {
            try await load([file(), file()], CalendarImport("a"))
        }
    }
}
