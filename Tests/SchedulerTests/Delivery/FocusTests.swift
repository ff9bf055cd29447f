import AgentInterface
import AgentTestSupport
import DesktopBubbles
import DesktopTexts
import Foundation
import Logging
import NotifyCore
import TestSupport
import Testing

@testable import SchedulerAgent

private let hour: Int64 = 3_600

/// What a focus does with what is due while it is on, and what comes at its end.
///
/// It begins at 08:00 on Friday 2027-01-15.
@Suite struct FocusTests {
    /// A configuration with a text as the user's `agent.conf`.
    static func configuration(_ text: String) throws -> ConfigurationSource {
        let folder = "\(NSTemporaryDirectory())nsched-focus-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try text.write(toFile: "\(folder)/agent.conf", atomically: true, encoding: .utf8)
        chmod("\(folder)/agent.conf", 0o600)
        let source = ConfigurationSource(folders: [folder], logger: Logger(label: "test"))
        #expect(source.current.problems == [])
        return source
    }

    static func fixture(
        _ text: String = "",
        _ rules: DoNotDisturbRules = .unaffected
    ) async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture(configuration: try configuration(text))
        fixture.server.profile.doNotDisturb = rules
        return try await fixture.begin()
    }

    private func addAll(_ fixture: SchedulerFixture, app: String = AgentNames.app) async throws {
        for level in InterruptionLevel.allCases {
            _ = try await fixture.scheduler.add(
                NotificationRequest(
                    appID: app,
                    identifier: level.rawValue,
                    content: NotificationContent(title: level.rawValue, interruptionLevel: level),
                    trigger: .immediate
                )
            )
            await fixture.scheduler.deliverDue()
        }
    }

    static func on(
        _ fixture: SchedulerFixture,
        _ name: String = "",
        for hours: Int64? = nil,
        allowing apps: [String] = []
    ) async throws {
        let end = hours.map { fixture.clock.now.advanced(byMicroseconds: $0 * hour * 1_000_000) }
        _ = try await fixture.scheduler.switchFocusOn(name, until: end, allowing: apps)
    }

    /// Whether a focus is on, whether the app is allowed, the rules of do-not-disturb, and what is on the screen.
    @Test(
        "Focus, allowed apps and do-not-disturb decide together what is on the screen",
        arguments: [
            (false, false, .unaffected, ["passive", "active", "time-sensitive", "critical"]),
            (true, false, .unaffected, ["time-sensitive", "critical"]),
            (true, true, .unaffected, ["passive", "active", "time-sensitive", "critical"]),
            (false, false, DoNotDisturbRules(.hidden, .hidden, .dropped, .shown), ["critical"]),
            (true, false, DoNotDisturbRules(.hidden, .hidden, .dropped, .shown), ["critical"]),
            (true, true, DoNotDisturbRules(.hidden, .hidden, .dropped, .shown), ["critical"]),
            // The server has a list of its own.
            (
                true, false, DoNotDisturbRules(.kept, .kept, .kept, .shown),
                ["time-sensitive", "critical"]
            ),
            (true, false, DoNotDisturbRules(.dropped, .dropped, .dropped, .dropped), []),
        ] as [(Bool, Bool, DoNotDisturbRules, [String])]
    )
    func rules(
        isOn: Bool,
        isAllowed: Bool,
        quiet: DoNotDisturbRules,
        shown: [String]
    ) async throws {
        let fixture = try await Self.fixture("", quiet)
        await fixture.scheduler.doNotDisturbChanged(to: quiet != .unaffected)
        if isOn {
            try await Self.on(fixture, allowing: isAllowed ? [SchedulerFixture.app] : [])
        }
        try await addAll(fixture, app: SchedulerFixture.app)
        #expect(fixture.shown == shown)
        // All are in the list.
        #expect(try await fixture.delivered().count == 4)
    }

    @Test("What waited comes as one bubble at the end, to the second, and each by its button")
    func theEnd() async throws {
        let fixture = try await Self.fixture()
        try await Self.on(fixture, for: 2)
        try await fixture.add("quiet", .immediate, level: .passive)
        for name in ["one", "two", "three"] { try await fixture.add(name, .immediate) }
        #expect(
            fixture.clock.armed.last?.wall
                == fixture.clock.now.advanced(byMicroseconds: 2 * hour * 1_000_000)
        )
        #expect(
            try await fixture.scheduler.run { try $0.focusReport() }.waiting.map(\.title)
                == ["one", "two", "three"]
        )
        await fixture.pass(2 * hour - 1)
        #expect(fixture.shown == [])
        await fixture.pass(1)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["3 notifications came while Focus was on"])
        #expect(fixture.server.shown.last?.body == "08:00 one\n08:00 two\n08:00 three")
        #expect(fixture.server.shown.last?.level == .active)
        #expect(try await fixture.scheduler.run { try $0.focusReport() } == FocusReport())
        await fixture.click("3 notifications came while Focus was on", "show-each")
        #expect(fixture.shown.dropFirst() == ["one", "two", "three"])
        let events = try await fixture.scheduler.history(HistorySelection()).reversed()
            .filter { [.focusBegan, .focusEnded].contains($0.event) }
            .map { "\($0.title) \($0.event.rawValue)" }
        #expect(events == ["Focus focusBegan", "Focus focusEnded"])
    }

    @Test("One that waited alone comes itself, and off shows it at once")
    func oneAlone() async throws {
        let fixture = try await Self.fixture("[Focus work]\nAllowApps=org.example.Chat\n")
        try await Self.on(fixture, "work")
        try await fixture.add("one", .immediate)
        #expect(fixture.shown == [])
        let report = try await fixture.scheduler.switchFocusOff()
        #expect(report.ended == "the focus work")
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
        #expect(try await fixture.scheduler.switchFocusOff().ended == "")
    }

    @Test("A notification whose filterCriteria a focus allows appears")
    func criteria() async throws {
        let fixture = try await Self.fixture("[Focus work]\nAllowCriteria=family, boss\n")
        try await Self.on(fixture, "work")
        for name in ["family", "fun"] {
            var content = NotificationContent(title: name)
            content.privateFields = ["filterCriteria": .data(Array(name.utf8))]
            _ = try await fixture.scheduler.add(
                NotificationRequest(
                    appID: SchedulerFixture.app,
                    identifier: name,
                    content: content,
                    trigger: .immediate
                )
            )
        }
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["family"])
    }

    @Test("A schedule begins and ends by itself, and off lasts until it begins again")
    func schedule() async throws {
        let fixture = try await Self.fixture("[Focus work]\nOn=mon-fri 9:00\nUntil=17:00\n")
        #expect(
            try await fixture.scheduler.run { try $0.focusReport() }.next
                == fixture.clock.now.advanced(byMicroseconds: hour * 1_000_000)
        )
        await fixture.pass(hour)
        try await fixture.add("one", .immediate)
        try await fixture.add("two", .immediate)
        #expect(fixture.shown == [])
        await fixture.pass(8 * hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["2 notifications came while the focus \("work".isolated) was on"])
        // Monday.
        await fixture.pass(64 * hour + 1)
        #expect(try await fixture.scheduler.run { try $0.focusReport() }.name == "work")
        _ = try await fixture.scheduler.switchFocusOff()
        try await fixture.add("three", .immediate)
        #expect(fixture.shown.last == "three")
        await fixture.pass(24 * hour)
        try await fixture.add("four", .immediate)
        #expect(fixture.shown.last == "three")
    }

    @Test("Off ends the focus that is on, and one that begins before that would have ended is on")
    func offAndTheNext() async throws {
        let fixture = try await Self.fixture(
            "[Focus long]\nOn=7:00\nFor=12h\n[Focus lunch]\nOn=12:00\nFor=1h\n"
        )
        #expect(try await fixture.scheduler.switchFocusOff().ended == "the focus long")
        try await fixture.add("one", .immediate)
        #expect(fixture.shown == ["one"])
        await fixture.pass(4 * hour)
        try await fixture.add("two", .immediate)
        #expect(fixture.shown == ["one"])
        await fixture.pass(hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one", "two"])
        // The long one is off until its own end, also after a restart.
        let clock = ManualClock(boot: "boot-2", now: fixture.clock.now)
        let second = try await fixture.restarted(clock, cleanly: false).begin()
        try await second.add("three", .immediate)
        #expect(second.shown == ["three"])
    }

    @Test("A focus by hand does not switch on again what was switched off before it")
    func offAndByHand() async throws {
        let fixture = try await Self.fixture("[Focus long]\nOn=7:00\nFor=12h\n")
        _ = try await fixture.scheduler.switchFocusOff()
        try await Self.on(fixture, for: 1)
        try await fixture.add("one", .immediate)
        #expect(fixture.shown == [])
        await fixture.pass(hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
        // Nor after a restart.
        let clock = ManualClock(boot: "boot-2", now: fixture.clock.now)
        let second = try await fixture.restarted(clock, cleanly: false).begin()
        try await second.add("two", .immediate)
        #expect(second.shown == ["two"])
    }

    @Test("A clock that is wrong after a start forgets nothing that was switched")
    func untrustedClock() async throws {
        let fixture = try await Self.fixture("[Focus long]\nOn=7:00\nFor=12h\n")
        _ = try await fixture.scheduler.switchFocusOff()
        let wrong = ManualClock(boot: "boot-2", now: Instant(seconds: 20 * hour))
        let second = try await fixture.restarted(wrong, cleanly: false).begin()
        await second.scheduler.deliverDue()
        await second.set(by: fixture.clock.now.seconds - wrong.now.seconds + 60)
        try await second.add("one", .immediate)
        #expect(second.shown == ["one"])
    }

    @Test("What an earlier version stored for off is what is off now, and is stored so")
    func offOfAnEarlierVersion() async throws {
        let fixture = try SchedulerFixture(
            configuration: try Self.configuration("[Focus work]\nOn=7:00\nFor=4h\n")
        )
        let end = fixture.clock.now.advanced(byMicroseconds: 3 * hour * 1_000_000)
        try fixture.store.set(.focus, to: "off\t\(end.microseconds)")
        _ = try await fixture.begin()
        try await fixture.add("one", .immediate)
        #expect(fixture.shown == ["one"])
        #expect(
            try fixture.store.metadata(.focus) == "off-at\t\(fixture.clock.now.microseconds)"
        )
    }

    @Test("A focus that begins again before its end goes on, with two events in the history")
    func beginsAgain() async throws {
        let fixture = try await Self.fixture("[Focus work]\nOn=9..12:00\nFor=1h\n")
        for _ in 0..<10 { await fixture.pass(hour / 2) }
        let events = try await fixture.scheduler.history(HistorySelection()).reversed()
            .filter { [.focusBegan, .focusEnded].contains($0.event) }
            .map(\.event)
        #expect(events == [.focusBegan, .focusEnded])
    }

    @Test("A focus is on while the machine is at its place, also after a restart")
    func place() async throws {
        let fixture = try await Self.fixture("[Focus home]\nPlace=50,8,100\n")
        func move(_ fixture: SchedulerFixture, _ latitude: Double) async {
            let there = Coordinate(latitude: latitude, longitude: 8)
            let position = Position(coordinate: there, accuracy: 10, date: fixture.clock.now)
            await fixture.scheduler.handle(ScheduleEvent.moved(position))
            await fixture.scheduler.deliverDue()
        }
        await move(fixture, 51)
        try await fixture.add("one", .immediate)
        #expect(fixture.shown == ["one"])
        await move(fixture, 50)
        try await fixture.add("two", .immediate)
        #expect(fixture.shown == ["one"])
        let clock = ManualClock(boot: "boot-2", now: fixture.clock.now)
        let second = try await fixture.restarted(clock, cleanly: false).begin()
        try await second.add("three", .immediate)
        #expect(second.shown == [])
        // Off until the machine comes back.
        #expect(try await second.scheduler.switchFocusOff().ended == "the focus home")
        await second.scheduler.deliverDue()
        #expect(second.shown == ["2 notifications came while the focus \("home".isolated) was on"])
        await move(second, 50)
        try await second.add("four", .immediate)
        #expect(second.shown.last == "four")
        await move(second, 51)
        second.clock.pass(60)
        await move(second, 50)
        try await second.add("five", .immediate)
        #expect(second.shown.last == "four")
        await move(second, 51)
        #expect(second.shown.last == "five")
    }

    @Test("A focus ends with the circle of its place, or when nobody knows where the machine is")
    func anotherPlace() async throws {
        let fixture = try await Self.fixture("[Focus home]\nPlace=50,8,100\n")
        let there = Position(
            coordinate: Coordinate(latitude: 50, longitude: 8),
            accuracy: 10,
            date: fixture.clock.now
        )
        func move(to position: Position?, _ fixture: SchedulerFixture) async {
            await fixture.scheduler.handle(ScheduleEvent.moved(position))
            await fixture.scheduler.deliverDue()
        }
        await move(to: there, fixture)
        try await fixture.add("one", .immediate)
        #expect(fixture.shown == [])
        await move(to: nil, fixture)
        #expect(fixture.shown == ["one"])
        await move(to: there, fixture)
        try await fixture.add("two", .immediate)
        #expect(fixture.shown == ["one"])
        // Another one of that name, and the first one again.
        let elsewhere = try SchedulerFixture(
            clock: ManualClock(boot: "boot-2", now: fixture.clock.now),
            store: fixture.store,
            configuration: try Self.configuration("[Focus home]\nPlace=40,8,100\n")
        )
        try await elsewhere.begin()
        try await elsewhere.add("three", .immediate)
        #expect(elsewhere.shown.contains("three"))
        let again = try SchedulerFixture(
            clock: ManualClock(boot: "boot-3", now: fixture.clock.now),
            store: fixture.store,
            configuration: try Self.configuration("[Focus home]\nPlace=50,8,100\n")
        )
        try await again.begin()
        try await again.add("four", .immediate)
        #expect(again.shown.contains("four"))
        await move(to: there, again)
        try await again.add("five", .immediate)
        #expect(!again.shown.contains("five"))
    }

    @Test("A clock that is set, and another zone, begin and end a focus at once")
    func clockAndZone() async throws {
        let fixture = try await Self.fixture("[Focus work]\nOn=9:00\nFor=1h\n")
        await fixture.set(by: hour)
        try await fixture.add("one", .immediate)
        #expect(fixture.shown == [])
        await fixture.set(by: -hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
        fixture.zone.change(to: FixedZone(identifier: "one", offset: hour))
        await fixture.scheduler.handle(.zoneChanged)
        try await fixture.add("two", .immediate)
        #expect(fixture.shown == ["one"])
    }

    @Test("A focus goes on after a restart; one whose end has passed meanwhile has ended")
    func restart() async throws {
        let fixture = try await Self.fixture()
        try await Self.on(fixture, for: 2)
        try await fixture.add("one", .immediate)
        try await fixture.add("two", .immediate)
        let clock = ManualClock(boot: "boot-2", now: fixture.clock.now)
        clock.pass(hour)
        let second = try await fixture.restarted(clock, cleanly: false).begin()
        #expect(try await second.scheduler.run { try $0.focusReport() }.waiting.count == 2)
        try await second.add("three", .immediate)
        #expect(second.shown == [])
        let third = ManualClock(boot: "boot-3", now: clock.now)
        third.pass(10 * hour)
        let last = try await second.restarted(third, cleanly: false).begin()
        await last.scheduler.deliverDue()
        #expect(last.shown == ["3 notifications came while Focus was on"])
        #expect(try await last.history().suffix(2).contains(" focusEnded"))
    }

    @Test("What do-not-disturb holds as well waits for both")
    func both() async throws {
        let fixture = try await Self.fixture(
            "",
            DoNotDisturbRules(.hidden, .hidden, .dropped, .shown)
        )
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await Self.on(fixture, for: 1)
        try await fixture.add("soon", .immediate, level: .timeSensitive)
        try await fixture.add("one", .immediate)
        try await fixture.add("two", .immediate)
        #expect(fixture.shown == [])
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["soon"])
        await fixture.scheduler.doNotDisturbChanged(to: true)
        await fixture.pass(hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["soon"])
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["soon", "2 notifications came while Focus was on"])
    }

    @Test("What came late is in the summary of the focus that is on")
    func late() async throws {
        let fixture = try await Self.fixture()
        for name in ["a", "b", "c", "d"] {
            try await fixture.add(name, .timeInterval(microseconds: 60_000_000, repeats: false))
        }
        try await fixture.add(
            "soon",
            .timeInterval(microseconds: 60_000_000, repeats: false),
            level: .timeSensitive
        )
        try await Self.on(fixture, for: 2)
        await fixture.sleep(hour)
        #expect(fixture.shown == ["soon: was due 08:01 (59 min ago)"])
        await fixture.pass(hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown.last == "4 notifications came while Focus was on")
    }

    @Test("Passive notifications come as one at the times of the summary, after a focus too")
    func summary() async throws {
        let fixture = try await Self.fixture("[Summary]\nAt=08:30, 18:00\n")
        try await fixture.add("one", .immediate, level: .passive)
        try await fixture.add("two", .immediate, level: .passive)
        try await fixture.add("active", .immediate)
        #expect(fixture.shown == ["active"])
        await fixture.pass(hour / 2)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["active", "2 notifications came quietly"])
        await fixture.pass(1)
        try await fixture.add("three", .immediate, level: .passive)
        try await fixture.add("four", .immediate, level: .passive)
        try await Self.on(fixture, for: 10)
        await fixture.pass(9 * hour + hour / 2 - 1)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown.count == 2)
        await fixture.pass(hour / 2 + 1)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown.count == 3)
    }

    @Test("A passive notification that a summary was missed for comes at once")
    func missedSummary() async throws {
        let fixture = try await Self.fixture("[Summary]\nAt=8:30, 18:00\n")
        let quarter = NotificationTrigger.timeInterval(microseconds: 900_000_000, repeats: false)
        try await fixture.add("early", quarter, level: .passive)
        // It sleeps from before the date until after the summary.
        await fixture.sleep(hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown.map { $0.hasPrefix("early") } == [true])
        try await fixture.add("later", .immediate, level: .passive)
        #expect(fixture.shown.count == 1)
    }

    @Test("A passive notification that a clock far ahead has listed does not wait until then")
    func summaryAfterAWrongClock() async throws {
        let fixture = try await Self.fixture("[Summary]\nAt=8:30, 18:00\n")
        let years = 20 * 365 * 24 * hour
        await fixture.set(by: years)
        try await fixture.add("one", .immediate, level: .passive)
        #expect(fixture.shown == [])
        await fixture.set(by: -years)
        await fixture.pass(hour)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
    }

    @Test("A clock that is behind after a start shows nothing before its summary")
    func summaryUnderAWrongClock() async throws {
        let fixture = try await Self.fixture("[Summary]\nAt=8:30, 18:00\n")
        try await fixture.add("one", .immediate, level: .passive)
        let wrong = ManualClock(boot: "boot-2", now: Instant(seconds: 20 * hour))
        let second = try await fixture.restarted(wrong, cleanly: false).begin()
        await second.scheduler.deliverDue()
        #expect(second.shown == [])
        await second.set(by: fixture.clock.now.seconds - wrong.now.seconds + 60)
        await second.scheduler.deliverDue()
        #expect(second.shown == [])
        await second.pass(hour / 2)
        await second.scheduler.deliverDue()
        #expect(second.shown == ["one"])
    }

    @Test("A focus that agent.conf does not have, and an end that is past, are refused")
    func refusals() async throws {
        let fixture = try await Self.fixture("[Focus work]\n[Focus sleep]\n")
        let unknown = await #expect(throws: RequestError.self) {
            try await Self.on(fixture, "wrok")
        }
        #expect(
            unknown?.message
                == "agent.conf has no section [Focus wrok]; there are work, sleep. "
                + "Leave the name out for the plain focus"
        )
        let past = await #expect(throws: RequestError.self) { try await Self.on(fixture, for: -1) }
        #expect(past?.code == .invalidTrigger)
        #expect(try await fixture.scheduler.run { try $0.focusReport() }.isOn == false)
    }

    @Test(
        "Under do-not-disturb only time-sensitive ones of an app that may pass appear",
        arguments: ServerKind.allCases
    )
    func throughDoNotDisturb(server: ServerKind) async throws {
        let fixture = try await Self.fixture()
        var profile = SchedulerAgent.ServerProfile()
        server.adapt(&profile, version: "")
        profile.pace = nil
        fixture.server.profile = profile
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await fixture.scheduler.run {
            try $0.focus.setPassesDoNotDisturb(true, of: SchedulerFixture.app)
        }
        try await addAll(fixture, app: SchedulerFixture.app)
        let rules = profile.doNotDisturb
        let sent = fixture.server.shown.first { $0.title == "time-sensitive" }?.level
        #expect(
            sent
                == (rules.timeSensitive == .shown
                    ? .timeSensitive : rules.critical.isHeld ? nil : .critical)
        )
        let others = fixture.server.shown.filter { $0.title != "time-sensitive" }
        #expect(others.map(\.level.rawValue) == others.map(\.title))
        try await fixture.scheduler.run {
            try $0.focus.setPassesDoNotDisturb(false, of: SchedulerFixture.app)
        }
        try await fixture.add("again", .immediate, level: .timeSensitive)
        #expect(fixture.server.shown.last { $0.title == "again" }?.level != .critical)
    }
}
