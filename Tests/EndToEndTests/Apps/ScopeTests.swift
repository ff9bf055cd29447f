import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// A user's systemd that puts processes into scopes, or does not answer.
private final class FakeSystemd: Sendable {
    static let name = "org.freedesktop.systemd1"
    private static let interface = "org.freedesktop.systemd1.Manager"
    private static let xml = """
        <node>
          <interface name="\(interface)">
            <method name="StartTransientUnit">
              <arg type="s" direction="in"/>
              <arg type="s" direction="in"/>
              <arg type="a(sv)" direction="in"/>
              <arg type="a(sa(sv))" direction="in"/>
              <arg type="o" direction="out"/>
            </method>
          </interface>
        </node>
        """

    let calls = Recorder<Variant>()
    private let withheld = Recorder<BusMethodCall>()
    private let connection: BusConnection
    private let registration: BusRegistration

    @GLibActor
    init(on fixture: AgentFixture, answers: Bool = true) async throws {
        connection = try fixture.bus.connect()
        let (calls, withheld) = (calls, withheld)
        let object = BusObject(call: { call in
            calls.append(call.parameters)
            guard answers else { return withheld.append(call) }
            call.reply([.objectPath("/org/freedesktop/systemd1/job/1")].compactMap { $0 })
        })
        registration = try connection.export(
            object,
            at: "/org/freedesktop/systemd1",
            interface: Self.interface,
            xml: Self.xml
        )
        _ = try connection.requestName(Self.name)
    }
}

/// Programs in scopes of their own, where the user's systemd makes them.
@Suite(.serialized) struct ScopeTests {
    private static func configure(_ fixture: AgentFixture) async throws -> CommandRecorder {
        let recorder = try await CommandRecorder(in: fixture)
        let stay = try recorder.makeProgram("my-app", "\(recorder.program) \"$$\"; exec sleep 1000")
        try recorder.configure(["stay": stay])
        return recorder
    }

    private static func install(_ name: String, on fixture: AgentFixture, _ text: String) throws {
        let folder = "\(fixture.directory)/data/applications"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }

    private static func expectScope(_ call: Variant, of process: Int32) {
        let name = "app-notify\\x2dschedule-my\\x2dapp-\(process).scope"
        #expect(call[0]?.string == name)
        #expect(call[1]?.string == "fail")
        #expect(
            call[2]?.description == """
                [('PIDs', <[uint32 \(process)]>), \
                ('Description', <'my-app, started by notify-schedule'>), \
                ('Slice', <'app.slice'>), ('CollectMode', <'inactive-or-failed'>)]
                """
        )
        #expect(call[3]?.children.count == 0)
    }

    @Test func aClickStartsItsProgramInAScope() async throws {
        let fixture = try await AgentFixture()
        let manager = try await FakeSystemd(on: fixture)
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await Self.configure(fixture)
        try await fixture.add("T", "--action", "Go=stay:x")
        await server.click(try await server.next(within: 30).id, "action-1")
        let process = try #require(Int32(try await recorder.firstCall()))
        defer { kill(process, SIGKILL) }
        Self.expectScope(try await manager.calls.next(30), of: process)
    }

    @Test func soDoesOpenFromAShell() async throws {
        let fixture = try await AgentFixture()
        let manager = try await FakeSystemd(on: fixture)
        let recorder = try await Self.configure(fixture)
        #expect(try await fixture.run(["open", "stay:x"]).code == 0)
        let process = try #require(Int32(try await recorder.firstCall()))
        defer { kill(process, SIGKILL) }
        Self.expectScope(try await manager.calls.next(30), of: process)
    }

    /// GIO starts these: actions of a desktop file, and what needs a terminal.
    @Test(arguments: ["open", "click"])
    func soDoesAnActionOfADesktopFile(way: String) async throws {
        let fixture = try await AgentFixture()
        let manager = try await FakeSystemd(on: fixture)
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        let stay = try recorder.makeProgram("my-app", "\(recorder.program) $$; exec sleep 1000")
        let entry = "[Desktop Entry]\nType=Application\nName=my-app\nExec=\(stay)\nActions=go;\n"
        let action = "[Desktop Action go]\nName=Go\nExec=\(stay)\n"
        try Self.install("my-app.desktop", on: fixture, entry + action)
        let url = "desktop:my-app.desktop#go"
        if way == "open" {
            #expect(try await fixture.run(["open", url]).code == 0)
        } else {
            try await fixture.add("T", "--action", "Go=\(url)")
            await server.click(try await server.next(within: 30).id, "action-1")
        }
        let process = try #require(Int32(try await recorder.firstCall()))
        defer { kill(process, SIGKILL) }
        let call = try await manager.calls.next(30)
        #expect(call[2]?.description.contains("('PIDs', <[uint32 \(process)]>)") == true)
    }

    /// An app that does not run and hears what the user did.
    @Test func soDoesAnAppThatIsStartedForItsDelegate() async throws {
        let fixture = try await AgentFixture()
        let manager = try await FakeSystemd(on: fixture)
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        let stay = try recorder.makeProgram("my-app", "\(recorder.program) $$; exec sleep 1000")
        try Self.install(
            "org.example.My.desktop",
            on: fixture,
            "[Desktop Entry]\nType=Application\nName=my-app\nExec=\(stay)\n"
        )
        try await fixture.add("T", "--app", "org.example.My", "--action", "Go=x:y")
        await server.click(try await server.next(within: 30).id, "action-1")
        let process = try #require(Int32(try await recorder.firstCall()))
        defer { kill(process, SIGKILL) }
        Self.expectScope(try await manager.calls.next(30), of: process)
    }

    @Test func aManagerThatHangsHoldsNothingUp() async throws {
        let fixture = try await AgentFixture()
        let manager = try await FakeSystemd(on: fixture, answers: false)
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await Self.configure(fixture)
        try await fixture.add("T", "--action", "Go=stay:x")
        await server.click(try await server.next(within: 30).id, "action-1")
        let process = try #require(Int32(try await recorder.firstCall()))
        defer { kill(process, SIGKILL) }
        _ = try await manager.calls.next(30)
        try await fixture.add("U")
        #expect(try await server.next(within: 30).call.summary == "U")
        #expect(try await fixture.waitForResponses().count == 1)
    }
}
