import AgentInterface
import AgentTestSupport
import DesktopBubbles
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
        profile.keepsUnderDoNotDisturb = keeps
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
        let settings: [ServerKind] = [.gnomeShell, .cinnamon, .mate]
        for server in ServerKind.allCases where !settings.contains(server) {
            await watch.follow(server)
            #expect(try await states.next() == nil)
        }
        #expect(DesktopSetting("org.example.Nothing", key: "x") {} == nil)
    }
}
