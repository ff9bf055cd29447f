import AgentInterface
import NotifyCore
import SQLiteBridge
import TestSupport
import Testing

@testable import SchedulerAgent

/// A store of the last development version, with all that it may have, which another library for SQLite began.
@Suite struct EarlierStoreTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/store.sqlite" }

    init() throws {
        folder = try TemporaryFolder()
        let connection = try Connection("\(folder.path)/store.sqlite")
        try connection.execute(String(decoding: PackageResources.earlier_sql, as: UTF8.self))
        try connection.close()
    }

    private func request(_ identifier: String, _ store: Store) throws -> PendingRequest {
        let row = try #require(try store.pending(app: nil, identifier: identifier).first)
        return try store.pending(of: row)
    }

    @Test("It is whole, and becomes one of this version")
    func isTakenOver() throws {
        let look = StoreCheck(path, check: .whole)
        #expect(look.problem == nil)
        #expect(look.version == .incomplete)
        let opened = try Store.opening(path: path)
        #expect(opened.setAside == nil)
        #expect(try opened.store.database.use(StoreSchema.missing) == [])
        #expect(try opened.store.counts() == (9, 0, 3))
        #expect(StoreCheck(path).version == .present)
    }

    @Test func pendingRequestsAreAsTheyWere() throws {
        let store = try Store(path: path)
        let interval = try request("interval", store)
        #expect(
            interval.request.trigger
                == .timeInterval(microseconds: 90 * 86_400_000_000, repeats: true)
        )
        let boot = try store.pending(app: nil, identifier: "interval").first?.boot?.boot
        #expect(boot == "00000000-0000-4000-8000-000000000001")
        #expect(try request("once", store).request.content.userInfo["key"] == .string("käse"))
        #expect(try store.earliestWake(after: .distantPast) != nil)
        let meeting = try request("meeting", store)
        #expect(meeting.request.trigger.calendar?.spec.text == "Tue 14:00")
        #expect(meeting.request.trigger.calendar?.zoneIdentifier == "America/New_York")
        #expect(meeting.request.content.threadIdentifier == "work")
        #expect(meeting.request.options.until != nil)
        // Its next date was skipped.
        #expect(meeting.settled.seconds == 1_795_546_800)
        #expect(try request("cron", store).request.options.times == 7)
        #expect(try request("payday", store).request.trigger.calendar?.monthEnd == true)
        let dentist = try request("dentist", store).request
        #expect(dentist.content.subtitle == "Bring card")
        #expect(dentist.attachmentFolder == "2sozd0vt1upm4")
        #expect(try request("paused", store).isPaused)
        #expect(try request("backup", store).request.appID == "org.notifyschedule.RequestFiles")
        #expect(try store.waitingForPlaces().map(\.side) == [.unknown])
        #expect(try store.zonesInUse() == ["America/New_York"])
        var plans: [String] = []
        try store.eachPlan { plans.append("\($0.grammar) \($0.rule)") }
        #expect(plans.count == 6)
        #expect(plans.contains("cron 0 9 * * 1-5"))
    }

    @Test func whatHappenedIsAsItWas() throws {
        let store = try Store(path: path)
        let delivered = try store.delivered(app: nil).map { try $0.delivery().request.identifier }
        #expect(delivered == ["xvzfxr", "shown", "Badge"])
        let shown = try #require(try store.delivered(app: nil, identifier: "shown").first)
        #expect(shown.state.name == "shown")
        #expect(try shown.delivery().request.actions.map(\.title) == ["Go", "Snooze 10 min"])
        let history = try store.history(HistorySelection(limit: 10))
        #expect(history.count == 8)
        #expect(history.map(\.event).filter { $0 == .delivered }.count == 5)
        let choice = try #require(history.compactMap(\.choice).first)
        #expect(choice.url == "pay:clicked")
        let held = try #require(try store.held().first)
        #expect(held.response.delivery.request.identifier == "bill")
        #expect(held.response.action == "pay")
        let response = try #require(try store.firstResponse(of: "org.example.Bank"))
        #expect(try response.response().userText == "Grüße\u{1F600}")
        #expect(try store.permission(of: "org.example.Other") == .denied)
        #expect(try store.badges().map(\.count) == [3])
        #expect(try store.categories(of: "org.example.App").count == 1)
        #expect(try store.requestFiles()["backup"]?.hasSuffix("OnCalendar=2040-01-01") == true)
        #expect(try store.attachmentFolders() == ["2sozd0vt1upm4", "1frzyi6xhui51"])
        #expect(try store.metadata(.withheld) == "")
    }

    @Test func itTakesMore() throws {
        let store = try Store(path: path)
        let removed = try store.remove(RemovalSelection(choice: .all))
        #expect(removed.pending.count == 9)
        #expect(removed.delivered.count == 3)
        let pending = PendingRequest(
            request: NotificationRequest(
                appID: "org.example.App",
                identifier: "new",
                content: NotificationContent(title: "New")
            ),
            added: .distantPast,
            due: .distantFuture
        )
        // A number is never given twice.
        #expect(try store.add(AcceptedRequest(pending, boot: nil)).number == 15)
        #expect(StoreHealth(path: path).problems == [])
    }
}
