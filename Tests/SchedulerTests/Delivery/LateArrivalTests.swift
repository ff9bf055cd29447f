import AgentInterface
import AgentTestSupport
import DesktopBubbles
import NotifyCore
import Testing

@testable import SchedulerAgent

/// Notifications that came late together, as from a server that kept them.
@Suite struct LateArrivalTests {
    private static let app = "org.notifyschedule.Relay"

    private static func arrival(
        _ name: String,
        _ level: InterruptionLevel = .active,
        minutesAgo: Int64 = 10,
        _ change: (inout NotificationRequest) -> Void = { _ in }
    ) -> LateArrival {
        var request = NotificationRequest(
            appID: app,
            identifier: name,
            content: NotificationContent(
                title: name,
                body: "body of \(name)",
                interruptionLevel: level
            ),
            actions: [NotificationAction(identifier: "yes", title: "Yes")],
            bubble: BubbleOptions(appName: "laptop")
        )
        request.idempotencyKey = name
        change(&request)
        let sent = SchedulerFixture.start.advanced(byMicroseconds: -minutesAgo * 60_000_000)
        return LateArrival(sent: sent, request: .success(request))
    }

    private static func add(
        _ arrivals: [LateArrival],
        _ fixture: SchedulerFixture
    ) async throws -> [String] {
        let refusals = try await fixture.scheduler.run { scheduler in
            let (refusals, added) = try scheduler.requests.add(late: arrivals)
            try scheduler.round.summarise(arrivals: added)
            return refusals
        }
        await fixture.scheduler.deliverDue()
        return refusals
    }

    @Test("Each of them is listed, one bubble has the highest level, and a click shows each")
    func eachIsListed() async throws {
        let fixture = try await SchedulerFixture().begin()
        let names = (1...7).map { "n\($0)" }
        let arrivals = names.map { Self.arrival($0, $0 == "n3" ? .timeSensitive : .passive) }
        #expect(try await Self.add(arrivals, fixture) == Array(repeating: "", count: 7))
        let title = "7 notifications came while this machine was away"
        #expect(fixture.shown == [title])
        #expect(
            fixture.server.shown.first?.body.hasPrefix(
                "07:50 n3: body of n3 · laptop\n07:50 n1: body of n1 · laptop\n"
            ) == true
        )
        let summary = try #require(
            try await fixture.scheduler.delivered(app: AgentNames.app).first?.row.delivery()
        )
        #expect(summary.request.content.interruptionLevel == .timeSensitive)
        #expect(summary.request.content.sound == .standard)
        #expect(try await fixture.delivered() == Set(names + ["late-summary"]))
        let row = try await fixture.scheduler.delivered(app: Self.app).first?.row
        let listed = try #require(try row?.delivery())
        #expect(listed.request.content.body == "body of \(listed.request.identifier)")
        #expect(listed.request.actions.map(\.title) == ["Yes"])
        #expect(try await fixture.history().filter { $0.hasSuffix("delivered") }.count == 8)
        await fixture.click(title, "show-each")
        #expect(fixture.server.shown.dropFirst().map(\.title) == names)
        #expect(fixture.shown[1] == "n1: was due 07:50 (10 min ago)")
    }

    @Test("A call that is made again adds nothing, and what was removed meanwhile stays so")
    func aRepeatedCallAddsNothing() async throws {
        let fixture = try await SchedulerFixture().begin()
        let arrivals = ["a", "b", "c", "d"].map { Self.arrival($0) }
        _ = try await Self.add(arrivals, fixture)
        _ = try await fixture.scheduler.remove(
            RemovalSelection(choice: .identifiers(["a"]), appID: Self.app)
        )
        #expect(try await Self.add(arrivals, fixture) == ["", "", "", ""])
        #expect(fixture.shown.count == 1)
        await fixture.click("4 notifications came while this machine was away", "show-each")
        #expect(fixture.server.shown.dropFirst().map(\.title) == ["b", "c", "d"])
    }

    @Test("One that cannot be used is refused by itself, and one that is alone is shown")
    func othersAreShown() async throws {
        let fixture = try await SchedulerFixture().begin()
        let refused = [
            Self.arrival("trigger") {
                $0.trigger = .timeInterval(microseconds: 60_000_000, repeats: false)
            },
            Self.arrival("run") { $0.run = "backup" },
            LateArrival(
                sent: SchedulerFixture.start,
                request: .failure(RequestError(.malformed, "no"))
            ),
            Self.arrival("control\u{1}"),
        ]
        let refusals = try await Self.add(refused + [Self.arrival("alone")], fixture)
        #expect(refusals.map(\.isEmpty) == [false, false, false, false, true])
        #expect(fixture.server.shown.map(\.title) == ["alone"])
    }

    @Test(
        "Whatever a stranger says of the date, it can be shown",
        arguments: [Int64.min, -1, 0, Int64.max]
    )
    func anyDateIsShown(microseconds: Int64) async throws {
        let fixture = try await SchedulerFixture().begin()
        let arrivals = ["a", "b"].map { name in
            LateArrival(
                sent: Instant(microseconds: microseconds),
                request: Self.arrival(name).request
            )
        }
        #expect(try await Self.add(arrivals, fixture) == ["", ""])
        await fixture.click("2 notifications came while this machine was away", "show-each")
        #expect(fixture.server.shown.dropFirst().map(\.title) == ["a", "b"])
    }

    @Test("One that is of no use any more is not shown")
    func anExpiredOneIsMissed() async throws {
        let fixture = try await SchedulerFixture().begin()
        let late = Self.arrival("late") {
            $0.content.expiration = SchedulerFixture.start.advanced(byMicroseconds: -1)
        }
        _ = try await Self.add([late, Self.arrival("a"), Self.arrival("b")], fixture)
        #expect(try await fixture.delivered() == ["a", "b", "late-summary"])
        #expect(try await fixture.history().contains("late missed"))
    }

    @Test("The summary of what was due meanwhile has the highest level, too")
    func theLateSummaryIsAsUrgent() async throws {
        let fixture = try await SchedulerFixture().begin()
        for name in ["a", "b", "c", "d"] {
            try await fixture.add(
                name,
                .timeInterval(microseconds: 60_000_000, repeats: false),
                level: name == "b" ? .timeSensitive : .active
            )
        }
        await fixture.sleep(3_600)
        let rows = try await fixture.scheduler.delivered(app: AgentNames.app).map(\.row)
        let summary = try #require(
            try rows.map { try $0.delivery() }.first { $0.request.identifier == "late-summary" }
        )
        #expect(summary.request.content.interruptionLevel == .timeSensitive)
        #expect(summary.request.content.audibleSound == .standard)
    }

    @Test("Many urgent ones of one machine do not hide that of another one")
    func sendersTakeTurns() async throws {
        let fixture = try await SchedulerFixture().begin()
        let noise = (1...20).map { Self.arrival("noise \($0)", .critical) }
        let own = Self.arrival("own", .critical) { $0.bubble = BubbleOptions(appName: "phone") }
        _ = try await Self.add(noise + [own], fixture)
        let lines = try #require(fixture.server.shown.first).body.split(separator: "\n")
        #expect(lines.prefix(2).last?.contains("own") == true, "\(lines)")
    }
}
