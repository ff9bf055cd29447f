import AgentInterface
import AgentTestSupport
import GLibBridge
import NotifyCore
import Testing

@testable import SchedulerAgent

/// The entries of `List` and `Export`.
@Suite struct ListCodingTests {
    private let fixture: ComponentFixture
    private let coding: ListCoding

    init() throws {
        fixture = try ComponentFixture()
        coding = ListCoding(logger: fixture.logger)
    }

    @Test func aPendingRequestHasItsNextDate() throws {
        try fixture.add(fixture.request("r"))
        let row = try #require(try fixture.store.pending(app: nil).first)
        let entry = try #require(coding.entry(row))
        #expect(entry["nextTriggerDate"]?.integer == row.due.microseconds)
    }

    @Test func aDamagedOneHidesNoOther() async throws {
        try fixture.add(fixture.request("a"))
        try fixture.add(fixture.request("b"))
        var rows = try fixture.store.pending(app: nil)
        let damaged = PendingRow(
            id: 9,
            record: [0],
            added: rows[0].added,
            due: rows[0].due,
            settled: rows[0].settled,
            fired: 0,
            pause: nil,
            boot: nil,
            crossing: nil
        )
        rows.insert(damaged, at: 1)
        #expect(await coding.entries(of: rows) { coding.entry($0) }.count == 2)
        #expect(coding.entries(of: .pending(rows.map { ($0, []) })).count == 2)
    }

    @Test func anExportedRequestHasItsTakenDates() throws {
        try fixture.add(fixture.request("r"))
        let row = try #require(try fixture.store.pending(app: nil).first)
        let taken = [Instant(seconds: 1), Instant(seconds: 2)]
        let entries = coding.entries(of: .pending([(row, taken), (row, [])]))
        #expect(entries.map { $0["list"]?.string } == ["pending", "pending"])
        #expect(entries[0]["taken"]?.children.compactMap(\.integer) == [1_000_000, 2_000_000])
        #expect(entries[1]["taken"] == nil)
        let entry = try ImportEntry(record: entries[0])
        #expect(entry.request?.identifier == "r")
    }

    @Test func anExportedCategoryHasItsApp() {
        let category = NotificationCategory(identifier: "c")
        let entry = coding.entries(of: .categories([("org.example.App", category)])).first
        #expect(entry?["appID"]?.string == "org.example.App")
        #expect(entry?["list"]?.string == "categories")
    }
}
