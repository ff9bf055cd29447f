import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

/// What follows from a notification server's answer to a bubble.
@Suite struct ServerAnswerTests {
    private static let owner = SchedulerFixture.owner
    private static let full = "org.freedesktop.Notifications.MaxNotificationsExceeded"
    private static let gone = "org.freedesktop.DBus.Error.NoReply"

    private static func failure(_ name: String) -> ShowOutcome {
        .failed(GLibError(domain: "", code: 0, message: "no", remoteName: name))
    }

    private static func bubble(_ id: UInt32) -> BubbleKey { BubbleKey(owner: owner, id: id) }

    /// A fixture whose server has been asked for a bubble, and its call.
    private static func asked(
        isVerbatim: Bool = false,
        refusals: Recorder<String?>? = nil
    ) async throws -> (SchedulerFixture, FakePresenter.Call) {
        let fixture = try SchedulerFixture.withManualServer(report: { signal in
            guard case .happened(let event, _) = signal, event.event == "refused" else { return }
            refusals?.append(event.errorName)
        })
        try await fixture.begin()
        var request = NotificationRequest(
            appID: SchedulerFixture.app,
            identifier: "tea",
            content: NotificationContent(title: "tea")
        )
        request.bubble.isVerbatim = isVerbatim
        _ = try await fixture.scheduler.add(request)
        await fixture.scheduler.deliverSoon()
        return (fixture, try await fixture.server.next("tea"))
    }

    /// Answers a call, and waits for the end of the round, which arms the timers.
    private static func answer(
        _ call: FakePresenter.Call,
        _ outcome: ShowOutcome,
        _ fixture: SchedulerFixture
    ) async throws {
        let armed = fixture.clock.log.elements.count
        call.reply(outcome)
        _ = try await fixture.clock.log.wait(10, "the end of the round") {
            $0.count > armed ? true : nil
        }
    }

    /// The history, as `EVENT DETAIL`.
    private static func history(_ fixture: SchedulerFixture) async throws -> [String] {
        try await fixture.scheduler.history(HistorySelection(limit: 9)).reversed().map { line in
            [line.event.rawValue, line.detail].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    struct Row: Sendable {
        let outcome: ShowOutcome
        let state: String?
        let history: [String]
    }

    private static let rows: [Row] = [
        Row(outcome: .shown(owner: owner, id: 7), state: "shown", history: ["delivered"]),
        Row(
            outcome: .shown(owner: owner, id: 0),
            state: "listed",
            history: ["delivered suppressed"]
        ),
        Row(outcome: .timedOut(ticket: 3), state: "unknown", history: []),
        Row(outcome: .notSent, state: "delivering", history: []),
        Row(outcome: failure(full), state: "delivering", history: []),
        Row(outcome: failure("org.example.No"), state: "listed", history: ["refused no"]),
    ]

    @Test(
        "The server's answer is the state of the delivery, and a line of the history",
        arguments: rows
    )
    func states(row: Row) async throws {
        let (fixture, call) = try await Self.asked()
        fixture.server.answersQuestions = false
        try await Self.answer(call, row.outcome, fixture)
        #expect(try fixture.state(of: "tea") == row.state)
        #expect(try await Self.history(fixture) == row.history)
        for answer in fixture.server.questions.elements { answer() }
    }

    @Test(
        "What notify-send shows ends with any refusal, whose name its caller gets",
        arguments: [full, gone]
    )
    func verbatim(name: String) async throws {
        let refusals = Recorder<String?>()
        let (fixture, call) = try await Self.asked(isVerbatim: true, refusals: refusals)
        try await Self.answer(call, Self.failure(name), fixture)
        #expect(try fixture.state(of: "tea") == nil)
        #expect(try await Self.history(fixture) == ["refused no"])
        #expect(refusals.elements == [name])
        #expect(await fixture.scheduler.server.state == .ready(owner: Self.owner))
    }

    private static let mate =
        "org.gtk.GDBus.UnmappedGError.Quark._notification_2ddaemon_2derror_2dquark.Code"

    @Test(
        "A bubble that a server refuses for want of room is sent again",
        arguments: [
            (full, true), ("\(mate)1", true), ("\(mate)2", false),
            ("org.freedesktop.DBus.GLib.UnmappedError.NotificationDaemonErrorQuark.Code1", true),
            ("org.freedesktop.DBus.GLib.UnmappedError.NotifyOsd.Code1", true),
            ("org.freedesktop.Notifications.Error.ExcessNotificationGeneration", true),
            ("org.freedesktop.DBus.Error.LimitsExceeded", true),
            ("org.freedesktop.DBus.Error.NoMemory", true),
            ("org.freedesktop.DBus.Error.InvalidArgs", false),
            ("org.example.NotLimitsExceeded", false),
        ]
    )
    func wantOfRoom(name: String, isTemporary: Bool) async throws {
        let (fixture, call) = try await Self.asked()
        try await Self.answer(call, Self.failure(name), fixture)
        #expect(try fixture.state(of: "tea") == (isTemporary ? "delivering" : "listed"))
        fixture.clock.pass(2)
        await fixture.scheduler.deliverSoon()
        if isTemporary {
            try await fixture.server.next("tea").reply(.shown(owner: Self.owner, id: 1))
        }
        try await fixture.show("barrier", as: Self.bubble(2))
        #expect(fixture.server.calls.elements.count == (isTemporary ? 3 : 2))
    }

    @Test("A bubble for which there was no room comes first once another one is closed")
    func roomAfterAClose() async throws {
        let fixture = try await SchedulerFixture.withManualServer().begin()
        try await fixture.show("old", as: Self.bubble(1))
        try await fixture.add("tea")
        let call = try await fixture.server.next("tea")
        try await fixture.add("next")
        try await Self.answer(call, Self.failure(Self.full), fixture)
        #expect(fixture.server.calls.elements.map(\.identifier) == ["old", "tea"])
        await fixture.scheduler.handle(.closed(owner: Self.owner, id: 1, reason: 1))
        try await fixture.server.next("tea").reply(.shown(owner: Self.owner, id: 2))
        try await fixture.server.next("next").reply(.shown(owner: Self.owner, id: 3))
    }

    @Test("After a bubble there is room, a full server is asked again after two seconds")
    func pauseBeginsAnew() async throws {
        let fixture = try await SchedulerFixture().begin()
        var waits: [Int64] = []
        for name in ["one", "two"] {
            fixture.server.setAnswer(.error(Self.full))
            try await fixture.add(name, .immediate)
            for _ in 1...2 {
                let boot = fixture.clock.armed.last?.boot ?? 0
                let wait = (boot - fixture.clock.sinceBoot).microseconds / 1_000_000
                waits.append(wait)
                if waits.count.isMultiple(of: 2) { fixture.server.setAnswer(.number) }
                await fixture.pass(wait)
            }
        }
        #expect(waits == [2, 4, 2, 4])
        #expect(fixture.shown == ["one", "two"])
    }

    @Test("A call that is not sent to a server that hangs is sent once it answers")
    func notSent() async throws {
        let (fixture, call) = try await Self.asked()
        fixture.server.answersQuestions = false
        call.reply(.notSent)
        let answer = try await fixture.server.questions.next()
        #expect(await fixture.scheduler.server.state == .hanging(owner: Self.owner))
        fixture.server.answersQuestions = true
        answer()
        try await fixture.server.next("tea").reply(.shown(owner: Self.owner, id: 7))
        try await fixture.show("barrier", as: Self.bubble(8))
        #expect(try fixture.state(of: "tea") == "shown")
    }

    @Test(
        "A call that another server's predecessor did not answer is made to that server",
        arguments: [
            ShowOutcome.notSent, failure(gone),
        ]
    )
    func predecessor(outcome: ShowOutcome) async throws {
        let (fixture, call) = try await Self.asked()
        await fixture.scheduler.handle(.ownerChanged(":1.10"))
        call.reply(outcome)
        try await fixture.server.next("tea").reply(.shown(owner: ":1.10", id: 1))
        try await fixture.show("barrier", as: BubbleKey(owner: ":1.10", id: 2))
        #expect(try fixture.state(of: "tea") == "shown")
        #expect(await fixture.scheduler.server.state == .ready(owner: ":1.10"))
    }

    @Test("A bubble that takes four servers down stays in the list")
    func takesItsServerDown() async throws {
        var (fixture, call) = try await Self.asked()
        for number in 1...3 {
            try await Self.answer(call, Self.failure(Self.gone), fixture)
            #expect(try fixture.state(of: "tea") == "delivering")
            // The agent has noticed by itself that the server went.
            #expect(await fixture.scheduler.server.state == .absent)
            await fixture.scheduler.handle(.ownerChanged(":1.9\(number)"))
            call = try await fixture.server.next("tea")
        }
        try await Self.answer(call, Self.failure(Self.gone), fixture)
        #expect(try fixture.state(of: "tea") == "listed")
        #expect(try await Self.history(fixture) == ["refused no"])
    }

    @Test("A late answer is the state of its own delivery alone")
    func lateAnswers() async throws {
        let (fixture, call) = try await Self.asked()
        fixture.server.answersQuestions = false
        call.reply(.timedOut(ticket: 3))
        let answer = try await fixture.server.questions.next()
        await fixture.scheduler.handle(
            .lateReply(ticket: 4, outcome: .shown(owner: ":1.8", id: 9))
        )
        #expect(try fixture.state(of: "tea") == "unknown")
        await fixture.scheduler.handle(
            .lateReply(ticket: 3, outcome: .shown(owner: Self.owner, id: 0))
        )
        #expect(try fixture.state(of: "tea") == "listed")
        #expect(try await Self.history(fixture) == ["delivered suppressed"])
        answer()
    }

    @Test("Clicks on 64 bubbles are kept until their numbers are known, and no more")
    func earlyClicks() async throws {
        for (number, isKept) in [(64, true), (65, false)] as [(UInt32, Bool)] {
            let (fixture, call) = try await Self.asked()
            for id in 1...number { await fixture.click(Self.bubble(id)) }
            try await Self.answer(call, .shown(owner: Self.owner, id: number), fixture)
            #expect(try fixture.state(of: "tea") == (isKept ? nil : "shown"))
        }
    }

    @Test("A text that is too long is refused also where it comes before its bubble's number")
    func anEarlyLongText() async throws {
        let (fixture, call) = try await Self.asked()
        let text = String(repeating: "a", count: RequestLimits.reply + 1)
        await fixture.scheduler.handle(.replied(owner: Self.owner, id: 1, text: text))
        call.reply(.shown(owner: Self.owner, id: 1))
        _ = try await fixture.server.next("launch-problem")
        #expect(try fixture.state(of: "tea") == "shown")
    }

    @Test("A bubble whose number comes after its server has gone is shown at the next server")
    func aNumberOfAServerThatHasGone() async throws {
        let (fixture, call) = try await Self.asked()
        await fixture.scheduler.handle(.ownerChanged(":1.8"))
        call.reply(.shown(owner: Self.owner, id: 1))
        _ = try await fixture.server.next("tea")
    }

    @Test(
        "The number of a bubble that a kill interrupted is set once, though it is shown again later"
    )
    func theNumberIsSetOnce() async throws {
        let earlier = try await SchedulerFixture.withManualServer().begin()
        let content = NotificationContent(title: "tea", badge: 5)
        let app = SchedulerFixture.app
        _ = try await earlier.scheduler.add(
            NotificationRequest(appID: app, identifier: "tea", content: content)
        )
        await earlier.scheduler.deliverSoon()
        _ = try await earlier.server.next("tea")
        let fixture = try await earlier.successor()
        let start = Task { try await fixture.begin() }
        let call = try await fixture.server.next("tea")
        call.reply(.shown(owner: Self.owner, id: 1))
        _ = try await start.value
        #expect(try fixture.store.badges().map(\.count) == [5])
        try await fixture.scheduler.setBadge(3, of: app)
        _ = try await fixture.scheduler.again("tea", preferring: app)
        let again = try await fixture.server.next("tea")
        try await Self.answer(again, .shown(owner: Self.owner, id: 2), fixture)
        #expect(try fixture.state(of: "tea") == "shown")
        #expect(try fixture.store.badges().map(\.count) == [3])
    }

    @Test("A bubble that the agent closes at the end of its time has expired")
    func expired() async throws {
        var profile = ServerProfile()
        profile.obeysExpiry = false
        let fixture = try SchedulerFixture()
        fixture.server.profile = profile
        try await fixture.begin()
        try await fixture.add("short", .immediate, bubble: BubbleOptions(expiry: 5_000))
        try await fixture.add("long", .immediate)
        await fixture.pass(5)
        #expect(try await fixture.server.closings.next() == Self.bubble(1))
        for id in [1, 2] as [UInt32] {
            await fixture.scheduler.handle(
                .closed(owner: Self.owner, id: id, reason: CloseReason.closed.rawValue)
            )
        }
        #expect(
            try await fixture.history() == ["short delivered", "long delivered", "short expired"]
        )
    }
}
