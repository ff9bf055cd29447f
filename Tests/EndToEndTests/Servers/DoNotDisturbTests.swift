import AgentInterface
import AgentTestSupport
import DesktopBubbles
import Foundation
import GLibBridge
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import SchedulerAgent

/// The desktop's do-not-disturb switch, and how requests that are due meanwhile are delivered.
@Suite(.serialized) struct DoNotDisturbTests {
    private static func fixture(keeps: Bool) async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture()
        var profile = SchedulerAgent.ServerProfile()
        if !keeps { profile.doNotDisturb = DoNotDisturbRules(.dropped, .dropped, .shown, .shown) }
        fixture.server.profile = profile
        return try await fixture.begin()
    }

    @Test func whatTheServerKeepsItGetsAtOnce() async throws {
        let fixture = try await Self.fixture(keeps: true)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await fixture.add("one", .immediate)
        #expect(fixture.shown == ["one"])
    }

    @Test func whatTheServerWouldDropComesAsOneBubbleAfterwards() async throws {
        let fixture = try await Self.fixture(keeps: false)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await fixture.add("one", .immediate)
        try await fixture.add("two", .immediate, level: .passive)
        try await fixture.add("soon", .immediate, level: .timeSensitive)
        try await fixture.add("fire", .immediate, level: .critical)
        #expect(fixture.shown == ["soon", "fire"])
        #expect(try await fixture.delivered() == ["one", "two", "soon", "fire"])
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        let summary = try #require(fixture.server.shown.last)
        #expect(summary.title == "2 notifications came while do-not-disturb was on")
        #expect(summary.body == "08:00 one\n08:00 two")
        #expect(fixture.shown.count == 3)
        // Once.
        await fixture.scheduler.doNotDisturbChanged(to: true)
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown.count == 3)
        await fixture.click(summary.title, "show-each")
        #expect(fixture.shown.suffix(2) == ["one", "two"])
    }

    /// What each server has on its screen, or in a list of its own, without the agent's help.
    private static let taken: [ServerKind: [InterruptionLevel]] = [
        .gnomeShell: InterruptionLevel.allCases, .plasma: InterruptionLevel.allCases,
        .xfce: [.critical], .mate: [], .lxqt: [], .cinnamon: InterruptionLevel.allCases,
        .dunst: InterruptionLevel.allCases, .mako: [.timeSensitive, .critical],
        .swaync: InterruptionLevel.allCases, .notificationDaemon: InterruptionLevel.allCases,
        .notifyOSD: InterruptionLevel.allCases, .budgie: InterruptionLevel.allCases,
        .cosmic: InterruptionLevel.allCases, .fnott: InterruptionLevel.allCases,
        .quickshell: InterruptionLevel.allCases, .astal: InterruptionLevel.allCases,
        .wired: InterruptionLevel.allCases,
    ]

    @Test(
        "What a server would lose comes when do-not-disturb is off",
        arguments: ServerKind.allCases
    )
    func nothingIsLost(on server: ServerKind) async throws {
        let fixture = try SchedulerFixture()
        var profile = SchedulerAgent.ServerProfile()
        server.adapt(&profile, version: "")
        profile.pace = nil
        fixture.server.profile = profile
        try await fixture.begin()
        await fixture.scheduler.doNotDisturbChanged(to: true)
        for level in InterruptionLevel.allCases {
            try await fixture.add(level.rawValue, .immediate, level: level)
        }
        let taken = try #require(Self.taken[server])
        #expect(fixture.shown == taken.map(\.rawValue))
        #expect(try await fixture.delivered().count == 4)
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        let held = InterruptionLevel.allCases.filter { !taken.contains($0) }
        let urgent = held.filter(\.isUrgent).map(\.rawValue)
        let others = held.filter { !$0.isUrgent }
        let later = fixture.shown.dropFirst(taken.count)
        #expect(Array(later.prefix(urgent.count)) == urgent)
        #expect(
            Array(later.dropFirst(urgent.count))
                == (others.isEmpty
                    ? [] : ["\(others.count) notifications came while do-not-disturb was on"])
        )
        let words = try await fixture.scheduler.history(HistorySelection()).map(\.detail)
        let isShown = { (level: InterruptionLevel) in profile.doNotDisturb[level] == .shown }
        #expect(words.count { $0 == "kept" } == taken.count { !isShown($0) })
        #expect(words.count { $0 == "quiet" } == held.count)
    }

    @Test(
        "The history says of what send gave to the server that it was not on the screen",
        arguments: ServerKind.allCases
    )
    func sentMeanwhile(to server: ServerKind) async throws {
        let fixture = try SchedulerFixture()
        var profile = SchedulerAgent.ServerProfile()
        server.adapt(&profile, version: "")
        fixture.server.profile = profile
        try await fixture.begin()
        await fixture.scheduler.doNotDisturbChanged(to: true)
        for level in InterruptionLevel.allCases {
            var bubble = BubbleOptions()
            bubble.isVerbatim = true
            try await fixture.add(level.rawValue, .immediate, level: level, bubble: bubble)
        }
        #expect(fixture.shown == InterruptionLevel.allCases.map(\.rawValue))
        let lines = try await fixture.scheduler.history(HistorySelection())
            .filter { $0.event == .delivered }
        let details = Dictionary(lines.map { ($0.title, $0.detail) }) { first, _ in first }
        for level in InterruptionLevel.allCases {
            let detail =
                switch profile.doNotDisturb[level] {
                case .shown: ""
                case .kept: "kept"
                case .hidden, .dropped: "hidden"
                }
            #expect(details[level.rawValue] == detail, "\(level)")
        }
    }

    @Test("The buttons of a question that was held answer it afterwards")
    func aQuestionThatWasHeld() async throws {
        let fixture = try await Self.fixture(on: .mate)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        let yes = NotificationAction(identifier: "yes", title: "Yes")
        try await fixture.add("ask", .immediate, actions: [yes], level: .timeSensitive)
        try await fixture.add("ordinary", .immediate)
        #expect(fixture.shown == [])
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["ask", "ordinary"])
        await fixture.click("ask", "yes")
        #expect(try await fixture.delivered() == ["ordinary"])
    }

    @Test("A critical notification that is held is heard")
    func aCriticalOneIsHeard() async throws {
        let fixture = try await Self.fixture(on: .mate)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await fixture.add("soon", .immediate, level: .timeSensitive)
        try await fixture.add("fire", .immediate, level: .critical)
        #expect(fixture.server.sounds.elements == ["fire"])
    }

    @Test("What waits for a server that loses it waits for the end of do-not-disturb as well")
    func whatWaitedForAServerIsHeld() async throws {
        let fixture = try await Self.fixture(on: .mate)
        fixture.server.setAnswer(.error("org.freedesktop.DBus.Error.LimitsExceeded"))
        try await fixture.add("fire", .immediate, level: .critical)
        #expect(fixture.shown == [])
        await fixture.scheduler.doNotDisturbChanged(to: true)
        fixture.server.setAnswer(.number)
        await fixture.pass(10)
        #expect(fixture.shown == [])
        #expect(try await fixture.delivered() == ["fire"])
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["fire"])
    }

    @Test(
        "A bubble that answers a click under do-not-disturb, a server shows critical ones, it is shown",
        arguments: ServerKind.allCases,
        [WireAction.more.identifier, "yes"]
    )
    func aClickIsAnswered(on server: ServerKind, button: String) async throws {
        let fixture = try await Self.fixture(on: server)
        fixture.server.profile.pace = nil
        let yes = NotificationAction(identifier: "yes", title: "Yes")
        try await fixture.add("menu", actions: [yes], isResident: true)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["menu"])
        await fixture.scheduler.doNotDisturbChanged(to: true)
        await fixture.click("menu", button)
        let rules = fixture.server.profile.doNotDisturb
        let later: [InterruptionLevel] =
            rules.critical.isHeld ? [] : rules.active == .shown ? [.active] : [.critical]
        #expect(fixture.server.shown.map(\.level) == [.active] + later)
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["menu", "menu"])
        // Afterwards it is what it was.
        await fixture.click("menu", button)
        #expect(fixture.server.shown.last?.level == .active)
    }

    private static func fixture(on server: ServerKind) async throws -> SchedulerFixture {
        let fixture = try SchedulerFixture()
        var profile = SchedulerAgent.ServerProfile()
        server.adapt(&profile, version: "")
        fixture.server.profile = profile
        return try await fixture.begin()
    }

    @Test("LXQt's do-not-disturb is read from its file, and followed")
    @GLibActor func aFileIsFollowed() async throws {
        let folder = try TemporaryFolder()
        let line = DoNotDisturbSwitch.FileLine(
            folders: ["\(folder.path)/lxqt", "\(folder.path)/system"],
            name: "notifications.conf",
            key: "doNotDisturb"
        )
        let states = Recorder<Bool?>()
        let watch = DoNotDisturbWatch(connection: try await PrivateBus().connect())
        watch.onChange { states.append($0) }
        await watch.follow(source: .file(line))
        #expect(try await states.next() == false)
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/lxqt",
            withIntermediateDirectories: true
        )
        try "[General]\n__userfile__=true\ndoNotDisturb=true\nplacement=top-right\n".write(
            toFile: "\(folder.path)/lxqt/notifications.conf",
            atomically: true,
            encoding: .utf8
        )
        #expect(try await states.next(30) == true)
        try "[General]\ndoNotDisturb=false\n".write(
            toFile: "\(folder.path)/lxqt/notifications.conf",
            atomically: true,
            encoding: .utf8
        )
        #expect(try await states.next(30) == false)
    }

    @Test func aSummaryWaitsAsWell() async throws {
        let fixture = try await Self.fixture(keeps: false)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        for number in 1...5 {
            try await fixture.add(
                "\(number)",
                .timeInterval(microseconds: 60_000_000, repeats: false)
            )
        }
        await fixture.sleep(3_600)
        #expect(fixture.shown == [])
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown.map { $0.prefix(15) } == ["5 notifications"])
    }

    @Test func oneAloneComesItself() async throws {
        let fixture = try await Self.fixture(keeps: false)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await fixture.add("one", .immediate)
        await fixture.scheduler.doNotDisturbChanged(to: false)
        await fixture.scheduler.deliverDue()
        #expect(fixture.shown == ["one"])
    }

    @Test func whatWasWithheldOutlastsTheAgent() async throws {
        let fixture = try await Self.fixture(keeps: false)
        await fixture.scheduler.doNotDisturbChanged(to: true)
        try await fixture.add("one", .immediate)
        try await fixture.add("two", .immediate)
        _ = try await fixture.scheduler.remove(
            RemovalSelection(choice: .identifiers(["two"]), appID: nil)
        )
        let later = try await fixture.restarted(fixture.clock)
        try await later.begin()
        #expect(later.shown == [])
        await later.scheduler.doNotDisturbChanged(to: false)
        await later.scheduler.deliverDue()
        #expect(later.shown == ["one"])
    }

    /// A setting on the bus: its name, path and interface, and how it is reported.
    struct Switch: Sendable {
        let server: ServerKind
        let name: String
        let path: String
        let interface: String
        let method: String
        let signature: String
        let signal: String
        let on: Variant
        let off: Variant
    }

    private static let switches = [
        Switch(
            server: .dunst,
            name: "org.freedesktop.Notifications",
            path: "/org/freedesktop/Notifications",
            interface: "org.dunstproject.cmd0",
            method: "paused",
            signature: "b",
            signal: "PropertiesChanged",
            on: .boolean(true),
            off: .boolean(false)
        ),
        Switch(
            server: .plasma,
            name: "org.freedesktop.Notifications",
            path: "/org/freedesktop/Notifications",
            interface: "org.freedesktop.Notifications",
            method: "Inhibited",
            signature: "b",
            signal: "PropertiesChanged",
            on: .boolean(true),
            off: .boolean(false)
        ),
        Switch(
            server: .mako,
            name: "org.freedesktop.Notifications",
            path: "/fr/emersion/Mako",
            interface: "fr.emersion.Mako",
            method: "Modes",
            signature: "as",
            signal: "PropertiesChanged",
            on: .strings(["default", "do-not-disturb"]),
            off: .strings(["default"])
        ),
        Switch(
            server: .swaync,
            name: "org.erikreider.swaync.cc",
            path: "/org/erikreider/swaync/cc",
            interface: "org.erikreider.swaync.cc",
            method: "GetDnd",
            signature: "b",
            signal: "Subscribe",
            on: .boolean(true),
            off: .boolean(false)
        ),
        Switch(
            server: .budgie,
            name: "org.budgie_desktop.Notifications",
            path: "/org/budgie_desktop/Notifications",
            interface: "org.buddiesofbudgie.budgie.Dispatcher",
            method: "GetDoNotDisturb",
            signature: "b",
            signal: "DoNotDisturbChanged",
            on: .boolean(true),
            off: .boolean(false)
        ),
        Switch(
            server: .xfce,
            name: "org.xfce.Xfconf",
            path: "/org/xfce/Xfconf",
            interface: "org.xfce.Xfconf",
            method: "GetProperty",
            signature: "v",
            signal: "PropertyChanged",
            on: .variant(.boolean(true)),
            off: .variant(.boolean(false))
        ),
    ]

    @Test(arguments: switches) @GLibActor func aSwitchIsFollowed(row: Switch) async throws {
        let bus = try await PrivateBus()
        let desktop = try bus.connect()
        let isOn = Mutex(true)
        let isProperty = row.signal == "PropertiesChanged"
        let arguments = row.server == .xfce ? #"<arg type="s"/><arg type="s"/>"# : ""
        let member =
            isProperty
            ? #"<property name="\#(row.method)" type="\#(row.signature)" access="read"/>"#
            : #"<method name="\#(row.method)">\#(arguments)<arg type="\#(row.signature)" "#
                + #"direction="out"/></method>"#
        let object = BusObject(
            call: { $0.reply([isOn.withLock { $0 } ? row.on : row.off]) },
            property: { _ in isOn.withLock { $0 } ? row.on : row.off }
        )
        let registration = try desktop.export(
            object,
            at: row.path,
            interface: row.interface,
            xml: #"<node><interface name="\#(row.interface)">\#(member)</interface></node>"#
        )
        _ = try desktop.requestName(row.name)
        let states = Recorder<Bool?>()
        let watch = DoNotDisturbWatch(connection: try bus.connect())
        watch.onChange { states.append($0) }
        await watch.follow(row.server)
        #expect(try await states.next() == true)
        isOn.withLock { $0 = false }
        try desktop.emit(
            row.signal,
            interface: isProperty ? "org.freedesktop.DBus.Properties" : row.interface,
            path: row.path,
            isProperty
                ? .tuple([.string(row.interface), .dictionary([]), .strings([row.method])])
                : .tuple([])
        )
        #expect(try await states.next() == false)
        #expect(watch.isOn == false)
        // Another server that tells nothing.
        await watch.follow(.notifyOSD)
        #expect(try await states.next() == nil)
        withExtendedLifetime(registration) {}
    }

    @Test @GLibActor func anAnswerThatNeverComesDoesNotHoldUpTheNextServer() async throws {
        let bus = try await PrivateBus()
        let desktop = try bus.connect()
        let questions = Recorder<BusMethodCall>()
        var registrations: [BusRegistration] = []
        for row in Self.switches where row.server == .swaync || row.server == .xfce {
            let isSilent = row.server == .swaync
            let arguments = isSilent ? "" : #"<arg type="s"/><arg type="s"/>"#
            registrations.append(
                try desktop.export(
                    BusObject { call in
                        if isSilent { questions.append(call) } else { call.reply([row.on]) }
                    },
                    at: row.path,
                    interface: row.interface,
                    xml:
                        #"<node><interface name="\#(row.interface)"><method name="\#(row.method)">"#
                        + #"\#(arguments)<arg type="\#(row.signature)" direction="out"/></method>"#
                        + "</interface></node>"
                )
            )
            _ = try desktop.requestName(row.name)
        }
        let states = Recorder<Bool?>()
        let watch = DoNotDisturbWatch(connection: try bus.connect())
        watch.onChange { states.append($0) }
        GLibActor.thread.task { await watch.follow(.swaync) }
        let question = try await questions.next()
        await watch.follow(.xfce)
        #expect(try await states.next() == true)
        // The first server's word comes too late to count.
        question.reply([.boolean(false)])
        await watch.follow(.notifyOSD)
        #expect(try await states.next() == nil)
        #expect(states.elements == [true, nil])
        withExtendedLifetime(registrations) {}
    }

    @Test @GLibActor func aSwitchThatIsNotThereSaysNothing() async throws {
        let bus = try await PrivateBus()
        let states = Recorder<Bool?>()
        let watch = DoNotDisturbWatch(connection: try bus.connect())
        watch.onChange { states.append($0) }
        // The others keep theirs in settings whose schema may be installed here.
        let settings: [ServerKind] = [.gnomeShell, .cinnamon, .mate, .lxqt]
        for server in ServerKind.allCases where !settings.contains(server) {
            await watch.follow(server)
            #expect(try await states.next() == nil)
        }
        #expect(DesktopSetting("org.example.Nothing", key: "x") {} == nil)
    }
}
