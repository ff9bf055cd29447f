import Foundation
import GLibBridge
import NotificationServer
import TestSupport
import Testing

/// A user's systemd that puts processes into scopes, or does not answer.
private final class ManagerDouble: Sendable {
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
    init(on desk: Desk, answers: Bool = true) async throws {
        connection = try desk.bus.connect()
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
    private static func configure(_ desk: Desk) async throws -> CommandRecorder {
        let recorder = try await CommandRecorder(in: desk)
        let stay = try recorder.makeProgram("my-app", "\(recorder.program) \"$$\"; exec sleep 1000")
        try recorder.configure(["stay": stay])
        return recorder
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
        let desk = try await Desk()
        let manager = try await ManagerDouble(on: desk)
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await Self.configure(desk)
        try await desk.add("T", "--action", "Go=stay:x")
        await server.click(try await server.next(within: 30).id, "action-1")
        let process = try #require(Int32(try await recorder.firstCall()))
        defer { kill(process, SIGKILL) }
        Self.expectScope(try await manager.calls.next(30), of: process)
    }

    @Test func soDoesOpenFromAShell() async throws {
        let desk = try await Desk()
        let manager = try await ManagerDouble(on: desk)
        let recorder = try await Self.configure(desk)
        #expect(try await desk.run(["open", "stay:x"]).code == 0)
        let process = try #require(Int32(try await recorder.firstCall()))
        defer { kill(process, SIGKILL) }
        Self.expectScope(try await manager.calls.next(30), of: process)
    }

    @Test func aManagerThatHangsHoldsNothingUp() async throws {
        let desk = try await Desk()
        let manager = try await ManagerDouble(on: desk, answers: false)
        let server = try await ServerDouble(on: desk.bus)
        let recorder = try await Self.configure(desk)
        try await desk.add("T", "--action", "Go=stay:x")
        await server.click(try await server.next(within: 30).id, "action-1")
        let process = try #require(Int32(try await recorder.firstCall()))
        defer { kill(process, SIGKILL) }
        _ = try await manager.calls.next(30)
        try await desk.add("U")
        #expect(try await server.next(within: 30).call.summary == "U")
        #expect(try await desk.waitForSignals("Responded").count == 1)
    }
}
