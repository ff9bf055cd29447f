import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import TestSupport
import Testing

/// An agent that was started before the desktop gets what its programs need.
@Suite(.serialized) struct AutostartTests {
    private static let variables = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
    ]

    /// A scheme whose program tells its variables, each empty where it is not set.
    private static func configure(_ fixture: AgentFixture) async throws -> CommandRecorder {
        let recorder = try await CommandRecorder(in: fixture)
        let values = variables.map { "\"$\($0)\"" }.joined(separator: " ")
        let teller = try recorder.makeProgram("teller", "\(recorder.program) \(values) \"$MORE\"")
        try recorder.configure(["tell": teller])
        return recorder
    }

    private static func click(
        _ fixture: AgentFixture,
        _ server: FakeNotificationServer
    ) async throws {
        let title = "T\(UUID().uuidString)"
        try await fixture.add(title, "--action", "Tell=tell:x")
        let bubble = try await server.call(titled: title)
        await server.click(bubble.id, "action-1")
    }

    @Test func theDesktopsVariablesAreHandedOverAsOftenAsTheyChange() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await Self.configure(fixture)
        let agent = try await fixture.startAgent(["MORE": "mine", "XDG_CURRENT_DESKTOP": "Old"])
        try await Self.click(fixture, server)
        #expect(try await recorder.expectCalls(["", "", "", "Old", "", "mine"]))
        let desktop = [
            "DISPLAY": ":7", "XAUTHORITY": "/tmp/x", "XDG_CURRENT_DESKTOP": "XFCE",
            "MORE": "theirs",
        ]
        let outcome = try await AgentFixture.agent.run(
            ["--autostart"],
            environment: fixture.bus.environment(desktop)
        )
        #expect(outcome.code == 0 && outcome.error == "", "\(outcome)")
        #expect(try fixture.agentID() == agent.id)
        try await Self.click(fixture, server)
        let first = ["", "", "", "Old", "", "mine"]
        let second = [":7", "", "/tmp/x", "XFCE", "", "mine"]
        #expect(try await recorder.expectCalls(first, second))
        // The next desktop is another one, and what it does not have is gone.
        _ = try await AgentFixture.agent.run(
            ["--autostart"],
            environment: fixture.bus.environment(["WAYLAND_DISPLAY": "wayland-0"])
        )
        try await Self.click(fixture, server)
        #expect(
            try await recorder.expectCalls(first, second, ["", "wayland-0", "", "", "", "mine"])
        )
    }

    @Test func withoutAnAgentTheAutostartInstanceIsTheAgent() async throws {
        let fixture = try await AgentFixture()
        let agent = try AgentFixture.agent.start(
            ["--autostart"],
            environment: fixture.bus.environment
        )
        _ = try await fixture.owners.wait(30, "the agent's name") { $0.last.flatMap { $0 } }
        #expect(try fixture.agentID() == agent.id)
    }

    @Test(arguments: [
        ("LD_PRELOAD", "/tmp/x.so", "variables has the unknown key \"LD_PRELOAD\""),
        ("DISPLAY", ":0\n", "DISPLAY has control characters or more than 4096 bytes"),
        (
            "DISPLAY", String(repeating: "x", count: 4097),
            "DISPLAY has control characters or more than 4096 bytes"
        ),
    ])
    func noOtherVariableIsTaken(name: String, value: String, message: String) async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let error = await #expect(throws: GLibError.self) {
            try await fixture.call("UpdateEnvironment", .dictionary([(name, .string(value))]))
        }
        #expect(error?.remoteName == "org.notifyschedule.Error.Malformed")
        #expect(error.flatMap { RequestError($0) }?.message == message)
        withExtendedLifetime(agent) {}
    }

    /// Where systemd starts the session nothing is handed over: the desktop has told systemd.
    @Test func systemdIsAskedWhenADesktopAppears() async throws {
        let fixture = try await AgentFixture()
        let recorder = try await Self.configure(fixture)
        let agent = try await fixture.startAgent()
        let systemd = try await FakeSystemd(
            on: fixture,
            ["PATH=/bin", "DISPLAY=:3", "XDG_CURRENT_DESKTOP=GNOME=odd", "LD_PRELOAD=/tmp/x.so"]
        )
        let server = try await FakeNotificationServer(on: fixture.bus)
        _ = try await systemd.asked.wait(30, "the question") { $0.first }
        // The answer was sent before what follows.
        try await fixture.barrier(server)
        try await Self.click(fixture, server)
        #expect(try await recorder.expectCalls([":3", "", "", "GNOME=odd", "", ""]))
        withExtendedLifetime(agent) {}
    }
}

/// A user's systemd that knows the session's environment.
private final class FakeSystemd: Sendable {
    let asked = Recorder<String>()
    private let connection: BusConnection
    private let registration: BusRegistration

    @GLibActor
    init(on fixture: AgentFixture, _ lines: [String]) async throws {
        connection = try fixture.bus.connect()
        let asked = asked
        let object = BusObject(
            call: { $0.reply() },
            property: { name in
                asked.append(name)
                return name == "Environment" ? .strings(lines) : nil
            }
        )
        let interface = "org.freedesktop.systemd1.Manager"
        registration = try connection.export(
            object,
            at: "/org/freedesktop/systemd1",
            interface: interface,
            xml: """
                <node><interface name="\(interface)">
                  <property name="Environment" type="as" access="read"/>
                </interface></node>
                """
        )
        _ = try connection.requestName("org.freedesktop.systemd1")
    }
}
