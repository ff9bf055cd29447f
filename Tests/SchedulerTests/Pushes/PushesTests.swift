import AgentInterface
import AgentTestSupport
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// What the scheduler does with messages of apps' servers.
@Suite struct PushesTests {
    private static let wakes = #"{"aps":{"content-available":1},"n":"#
    private static var app: String { SchedulerFixture.app }

    @Test func aMessageIsShownWithAllOfItForTheApp() async throws {
        let fixture = try await SchedulerFixture().begin()
        let reply = try await fixture.push(
            #"{"aps":{"alert":{"title":"T","body":"B"},"badge":3},"k":7}"#
        )
        #expect(fixture.shown == ["T"])
        #expect(fixture.badges.elements == ["\(Self.app) 3"])
        let identifier = try #require(reply.identifier)
        let row = try #require(
            try fixture.store.delivered(app: Self.app, identifier: identifier).first
        )
        let content = try row.delivery().request.content
        #expect(content.isPushed)
        #expect(content.userInfo["k"] == .integer(7))
        #expect(content.userInfo["aps"] != nil)
        #expect(!reply.wakesApp)
    }

    @Test func theSameCollapseIDReplaces() async throws {
        let fixture = try await SchedulerFixture().begin()
        let options = PushOptions(collapseID: "score")
        for score in ["1:0", "2:0"] {
            let reply = try await fixture.push(#"{"aps":{"alert":{"title":"\#(score)"}}}"#, options)
            #expect(reply.identifier == "score")
        }
        #expect(fixture.shown == ["1:0", "2:0"])
        #expect(try await fixture.delivered() == ["score"])
        #expect(fixture.server.shown.count == 2)
    }

    @Test func whatTheAppHasScheduledIsNotReplaced() async throws {
        let fixture = try await SchedulerFixture().begin()
        _ = try await fixture.scheduler.add(
            NotificationRequest(
                appID: Self.app,
                identifier: "own",
                content: NotificationContent(title: "later"),
                trigger: .timeInterval(microseconds: 60_000_000, repeats: false)
            )
        )
        let reply = try await fixture.push(
            #"{"aps":{"alert":{"title":"pushed"}}}"#,
            PushOptions(collapseID: "own")
        )
        #expect(reply.identifier != "own")
        #expect(fixture.shown == ["pushed"])
        await fixture.pass(60)
        #expect(fixture.shown == ["pushed", "later"])
    }

    @Test func whatCameTooLateIsNotShown() async throws {
        let fixture = try await SchedulerFixture().begin()
        let now = fixture.clock.now
        let alert = #"{"aps":{"alert":{"title":"T"},"content-available":1}}"#
        for (date, isExpired) in [
            (now.advanced(byMicroseconds: -1), true),
            (now.advanced(byMicroseconds: 1_000_000), false),
            (Instant(microseconds: 0), false),
        ] {
            let reply = try await fixture.push(alert, PushOptions(expiration: date))
            #expect(reply.isExpired == isExpired)
            #expect((reply.identifier == nil) == isExpired)
        }
        #expect(fixture.shown == ["T", "T"])
    }

    @Test func whatIsTooLateOnceAServerComesIsNotShown() async throws {
        let fixture = try await SchedulerFixture().begin(serverPresent: false)
        for seconds in [10, 100] as [Int64] {
            _ = try await fixture.push(
                #"{"aps":{"alert":{"title":"within \#(seconds) s"}}}"#,
                PushOptions(
                    expiration: fixture.clock.now.advanced(byMicroseconds: seconds * 1_000_000)
                )
            )
        }
        await fixture.pass(20)
        await fixture.serverReady()
        #expect(fixture.shown == ["within 100 s"])
    }

    @Test func aMessageThatComesTwiceIsAcceptedOnce() async throws {
        let fixture = try await SchedulerFixture().begin()
        let options = PushOptions(messageID: "m1")
        let alert = #"{"aps":{"alert":{"title":"T"}}}"#
        let first = try await fixture.push(alert, options)
        #expect(try await fixture.push(alert, options) == first)
        #expect(fixture.shown == ["T"])
        fixture.apps.startEnd.withLock { $0 = .success(false) }
        let silent = PushOptions(messageID: "m2")
        for _ in 0..<2 { #expect(try await fixture.push(Self.wakes + "1}", silent).wakesApp) }
        #expect(try fixture.waitingWakes() == [1])
    }

    @Test func aSilentMessageStartsTheAppOrReachesIt() async throws {
        let fixture = try await SchedulerFixture().begin()
        let reply = try await fixture.push(Self.wakes + "1}")
        #expect(reply == PushReply(wakesApp: true))
        #expect(fixture.shown == [])
        _ = try await fixture.apps.starts.wait(10, "a start") { $0.first }
        try await fixture.scheduler.attach(":1.7", to: Self.app)
        await fixture.scheduler.reach(Self.app, activationToken: nil)
        let handed = try #require(fixture.apps.handed.elements.first?.response)
        #expect(handed.action == NotificationAction.remoteIdentifier)
        #expect(handed.notification.request.content.userInfo["n"] == .integer(1))
        #expect(try fixture.waitingWakes() == [])
    }

    /// What a sandboxed app pushes to itself must not start it, neither now nor at the next login.
    @Test func aMessageThatMayNotStartTheAppWaitsForIt() async throws {
        let fixture = try await SchedulerFixture().begin()
        for payload in [
            Self.wakes + "1}", #"{"aps":{"content-available":1,"alert":{"title":"T"}},"n":2}"#,
        ] {
            #expect(try await fixture.push(payload, mayStart: false).wakesApp)
        }
        #expect(try fixture.store.appsToStart() == [])
        #expect(try fixture.waitingWakes() == [1, 2])
        #expect(fixture.apps.starts.elements.isEmpty)
        try await fixture.scheduler.attach(":1.7", to: Self.app)
        await fixture.scheduler.reach(Self.app, activationToken: nil)
        #expect(fixture.apps.handed.elements.count == 2)
        #expect(try fixture.waitingWakes() == [])
    }

    @Test func silentMessagesDropNoResponses() async throws {
        let fixture = try await SchedulerFixture().begin()
        fixture.apps.startEnd.withLock { $0 = .success(false) }
        try await fixture.add("one", actions: [])
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
        await fixture.click("one", "default")
        for number in 1...120 { _ = try await fixture.push(Self.wakes + "\(number)}") }
        #expect(try fixture.waitingWakes() == Array(101...120))
        let first = try #require(try fixture.store.firstResponse(of: Self.app))
        #expect(try first.response().action == NotificationAction.defaultIdentifier)
    }

    /// Apple's background notifications need no permission either.
    @Test func aDeniedAppIsWokenAndShowsNothing() async throws {
        let fixture = try await SchedulerFixture().begin()
        fixture.apps.startEnd.withLock { $0 = .success(false) }
        try await fixture.scheduler.setAllowed(false, app: Self.app)
        for payload in [#"{"aps":{"alert":"A"}}"#, #"{"aps":{"badge":3}}"#] {
            let error = await #expect(throws: RequestError.self) { try await fixture.push(payload) }
            #expect(error?.code == .notAllowed)
        }
        #expect(try fixture.waitingWakes() == [])
        #expect(try await fixture.push(Self.wakes + "1}") == PushReply(wakesApp: true))
        let options = PushOptions(messageID: "m")
        for _ in 0..<2 {
            let reply = try await fixture.push(
                #"{"aps":{"alert":"A","badge":3,"content-available":1},"n":2}"#,
                options
            )
            #expect(reply.wakesApp && reply.identifier == nil)
        }
        #expect(try fixture.waitingWakes() == [1, 2])
        #expect(fixture.shown == [] && fixture.badges.elements == [])
    }

    @Test func noAppListensForTheCommandsOwnMessages() async throws {
        let fixture = try await SchedulerFixture().begin()
        let reply = try await fixture.push(Self.wakes + "1}", of: AgentNames.app)
        #expect(reply == PushReply())
    }

    @Test func aMessageOutlivesTheAgent() async throws {
        let fixture = try await SchedulerFixture().begin(serverPresent: false)
        _ = try await fixture.push(#"{"aps":{"alert":{"title":"T"},"content-available":1}}"#)
        let later = try await fixture.restarted(ManualClock(), cleanly: false)
        try await later.begin()
        #expect(later.shown == ["T"])
        let waiting = try #require(try later.store.firstResponse(of: Self.app))
        #expect(try waiting.response().action == NotificationAction.remoteIdentifier)
    }

    @Test func textsAndSoundsAreTheApps() async throws {
        let resources = PushResources(strings: "/usr/share/app", sound: "/home/u/ring.wav")
        let fixture = try SchedulerFixture.withManualServer(pushResources: resources)
        try await fixture.begin()
        let payload =
            #"{"aps":{"alert":{"title-loc-key":"K","title-loc-args":["1"]},"sound":"ring.wav"}}"#
        for isConfined in [false, true] {
            let reply = try await fixture.push(payload, isConfined: isConfined)
            let row = try fixture.store.pending(
                of: RequestKey(appID: Self.app, identifier: reply.identifier ?? "")
            )
            let pending = try row?.pending().request
            let delivered = try fixture.store.delivered(
                app: Self.app,
                identifier: reply.identifier ?? ""
            ).first?.delivery().request
            let content = try #require(pending ?? delivered).content
            #expect(content.title == "K")
            #expect(content.sound == .named(isConfined ? "ring" : "/home/u/ring.wav"))
            #expect(content.localized?.folder == (isConfined ? nil : "/usr/share/app"))
        }
    }
}

extension SchedulerFixture {
    /// Brings a message, and returns when what it shows was delivered.
    @discardableResult
    func push(
        _ payload: String,
        _ options: PushOptions = PushOptions(),
        of app: String = SchedulerFixture.app,
        isConfined: Bool = false,
        mayStart: Bool = true
    ) async throws -> PushReply {
        let push = IncomingPush(
            payload: try PushPayload(parsing: Array(payload.utf8)),
            app: app,
            options: options,
            requester: "/usr/bin/test",
            isConfined: isConfined,
            mayStart: mayStart
        )
        let reply = try await scheduler.run {
            try await $0.pushes.receive(push, within: nil)
        }
        await scheduler.deliverSoon()
        await scheduler.deliverDue()
        return reply
    }

    /// The numbers of the silent messages that wait for the app.
    func waitingWakes() throws -> [Int64] {
        var numbers: [Int64] = []
        var seen: Set<Int64> = []
        while let waiting = try store.firstResponse(of: Self.app, except: seen) {
            seen.insert(waiting.id)
            let response = try waiting.response()
            guard response.action == NotificationAction.remoteIdentifier,
                case .integer(let number) = response.notification.request.content.userInfo["n"]
            else { continue }
            numbers.append(number)
        }
        return numbers
    }
}
