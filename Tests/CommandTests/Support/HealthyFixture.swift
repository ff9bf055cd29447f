import Foundation
import GLibBridge
import TestSupport

/// A desktop on which nothing is missing: a notification server, programs for sounds and replies, the user's
/// systemd with the agent's unit, and a clock that is synchronised.
struct HealthyFixture {
    let fixture: AgentFixture
    let server: FakeNotificationServer?
    private let systemd: FakeSystemd
    private let agent: RunningProgram

    init(
        isSynchronized: Bool = true,
        unit: String = "enabled",
        unitIs state: String = "active",
        targets: [String] = [],
        wantedBy: [String] = [],
        agentArguments: [String] = [],
        hasServer: Bool = true
    ) async throws {
        fixture = try await AgentFixture()
        server = hasServer ? try await FakeNotificationServer(on: fixture.bus) : nil
        systemd = try await FakeSystemd(
            on: fixture.bus,
            isSynchronized: isSynchronized,
            unit: unit,
            unitIs: state,
            targets: targets,
            wantedBy: wantedBy
        )
        for program in ["paplay", "zenity"] {
            let path = "\(fixture.directory)/\(program)"
            try "#!/bin/sh\n".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755],
                ofItemAtPath: path
            )
        }
        agent = try await fixture.startAgent(
            Self.variables(fixture),
            arguments: agentArguments
        )
    }

    /// The environment for commands: this bus is the system's, too.
    var environment: [String: String] {
        fixture.bus.environment(timeZone: "Europe/Berlin", Self.variables(fixture))
    }

    private static func variables(_ fixture: AgentFixture) -> [String: String] {
        [
            "DBUS_SYSTEM_BUS_ADDRESS": fixture.bus.address,
            "PATH": "\(fixture.directory):/usr/bin:/bin",
        ]
    }

    /// Writes a file of the user's configuration.
    func configure(_ name: String, _ text: String) throws {
        let file = URL(fileURLWithPath: "\(fixture.directory)/config/notify-schedule/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Overwrites pages of the store in which the requests are, under the running agent.
    func damageStore() async throws {
        for number in 1...40 {
            try await fixture.add(
                "Request \(number) \(String(repeating: "x", count: 3_000))",
                "--in",
                "1h"
            )
        }
        let path = "\(fixture.directory)/state/notify-schedule/store.sqlite"
        for file in [path, "\(path)-wal"] {
            guard let handle = FileHandle(forUpdatingAtPath: file) else { continue }
            let size = try handle.seekToEnd()
            // The first pages hold the schema, and the log's header names its pages.
            for page in stride(from: UInt64(32_768), to: size, by: 4_096) {
                try handle.seek(toOffset: page + 1_024)
                try handle.write(contentsOf: Data(repeating: 0xA5, count: 64))
            }
            try handle.close()
        }
    }
}

/// The parts of systemd that a health check asks: the user's manager, and the clock's synchronisation.
@GLibActor
final class FakeSystemd {
    private let connection: BusConnection
    private var registrations: [BusRegistration] = []

    private static let unitPath = "/org/freedesktop/systemd1/unit/notify_2dagent_2eservice"
    private static let manager = """
        <node><interface name="org.freedesktop.systemd1.Manager">
        <method name="GetUnitFileState">
        <arg type="s" direction="in"/><arg type="s" direction="out"/>
        </method>
        <method name="ListUnitsByNames">
        <arg type="as" direction="in"/><arg type="a(ssssssouso)" direction="out"/>
        </method>
        </interface></node>
        """
    private static let unit = """
        <node><interface name="org.freedesktop.systemd1.Unit">
        <property name="WantedBy" type="as" access="read"/>
        </interface></node>
        """
    private static let clock = """
        <node><interface name="org.freedesktop.timedate1">
        <property name="NTPSynchronized" type="b" access="read"/>
        </interface></node>
        """

    init(
        on bus: PrivateBus,
        isSynchronized: Bool,
        unit: String,
        unitIs state: String,
        targets: [String],
        wantedBy: [String]
    ) throws {
        connection = try bus.connect()
        let root = Variant.objectPath("/") ?? .string("")
        let path = Variant.objectPath(Self.unitPath) ?? .string("")
        let manager = BusObject(call: { call in
            switch call.method {
            case "GetUnitFileState": call.reply([.string(unit)])
            default:
                let units = (call.parameters[0]?.strings ?? []).map { name in
                    let isActive = targets.contains(name)
                    let state =
                        name == "notify-agent.service" ? state : isActive ? "active" : "inactive"
                    let words = [name, name, "loaded", state, "running", ""].map(Variant.string)
                    return Variant.tuple(words + [path, .uint32(0), .string(""), root])
                }
                call.reply([.array(of: "(ssssssouso)", units)])
            }
        })
        try export(
            manager,
            "/org/freedesktop/systemd1",
            "org.freedesktop.systemd1.Manager",
            Self.manager
        )
        let wanted = BusObject { _ in
        } property: { _ in
            .strings(wantedBy)
        }
        try export(wanted, Self.unitPath, "org.freedesktop.systemd1.Unit", Self.unit)
        let clock = BusObject { _ in
        } property: { _ in
            .boolean(isSynchronized)
        }
        try export(clock, "/org/freedesktop/timedate1", "org.freedesktop.timedate1", Self.clock)
        _ = try connection.requestName("org.freedesktop.systemd1")
        _ = try connection.requestName("org.freedesktop.timedate1")
    }

    private func export(
        _ object: BusObject,
        _ path: String,
        _ interface: String,
        _ xml: String
    ) throws {
        registrations.append(
            try connection.export(object, at: path, interface: interface, xml: xml)
        )
    }
}
