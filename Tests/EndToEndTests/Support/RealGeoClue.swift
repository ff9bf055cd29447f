import Foundation
import GLibBridge
import TestSupport

/// The system's own GeoClue, which a test allows what it wants and feeds with positions.
///
/// It runs in a mount namespace of its own, where its file of configuration is the test's. A user who is not
/// root has that in a user namespace.
final class RealGeoClue: Sendable {
    /// How the file of configuration says that the agent may know positions.
    static let allowed = "[org.notifyschedule.NotifySchedule]\nallowed=true\nsystem=false\nusers=\n"
    static let refused =
        "[org.notifyschedule.NotifySchedule]\nallowed=false\nsystem=false\nusers=\n"

    private static let service = "org.freedesktop.GeoClue2"
    private let bus: PrivateBus
    private let group: ProgramGroup
    private let receiver: RunningProgram

    /// Starts it on a bus that a test makes the system's, and waits until it has its name.
    @GLibActor
    init(on bus: PrivateBus, _ sections: String) async throws {
        self.bus = bus
        let name = "\(bus.directory)/geoclue-\(UUID().uuidString.prefix(8))"
        try Self.configuration(socket: "\(name).nmea", sections)
            .write(toFile: "\(name).conf", atomically: true, encoding: .utf8)
        receiver = try Program(path: "/usr/bin/python3").start(
            ["-c", Self.receiver, "\(name).nmea"],
            environment: bus.environment
        )
        try await receiver.waitForOutput("ready")
        let owners = Recorder<String?>()
        let client = try bus.connect()
        let watch = client.watchName(Self.service) { owners.append($0) }
        let own = getuid() == 0 ? ["--mount"] : ["--map-current-user", "--keep-caps", "--mount"]
        group = try ProgramGroup(
            ["/usr/bin/unshare"] + own + ["/bin/sh", "-c", Self.start, "\(name).conf"],
            environment: Self.environment(bus)
        )
        _ = try await owners.wait(20, "GeoClue's name") { owners in
            owners.contains { $0 != nil } ? true : nil
        }
        withExtendedLifetime(watch) {}
        client.close()
    }

    private static func environment(_ bus: PrivateBus) -> [String: String] {
        bus.environment([
            "DBUS_SYSTEM_BUS_ADDRESS": bus.address, "G_MESSAGES_DEBUG": "Geoclue",
            // GIO ends the program where it finds no schemas.
            "XDG_DATA_DIRS": "/usr/local/share:/usr/share",
        ])
    }

    /// Starts GeoClue's own agent, without which it answers nobody, and waits until it is known.
    func startItsAgent() async throws -> RunningProgram {
        let agent = try Program(path: "/usr/libexec/geoclue-2.0/demos/agent").start(
            environment: Self.environment(bus)
        )
        try await waitForLog("New agent for user ID")
        return agent
    }

    /// How much it has written to its log.
    var logLength: Int { group.program.output.utf8.count }

    /// Waits until it has written something to its log, which it does for each thing that happens to it.
    func waitForLog(_ text: String, after length: Int = 0) async throws {
        do {
            try await group.program.waitForOutput(text, after: length, within: 30)
        } catch {
            throw StartFailureOfGeoClue(description: "\(error)\n\(group.log)")
        }
    }

    /// Waits until it reads from the receiver, or reads no more.
    func waitUntilItReads(_ isReading: Bool) async throws {
        try await receiver.waitForOutput(isReading ? "open" : "closed", within: 30)
    }

    /// Has the receiver tell a position, so many metres north of the office, and waits until GeoClue has it.
    ///
    /// In the words of NMEA 0183, with a dilution of 4, which GeoClue takes for an accuracy of 3 m.
    func stand(_ metres: Double) async throws {
        let time = Date.now.formatted(
            .verbatim(
                "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)\(second: .twoDigits)",
                timeZone: .gmt,
                calendar: Calendar(identifier: .gregorian)
            )
        )
        let minutes = String(format: "%07.4f", (52.52 + metres / 111_195.1 - 52) * 60)
        let sentence = "GPGGA,\(time).00,52\(minutes),N,01324.3000,E,1,08,4.0,40.0,M,46.9,M,,"
        let sum = sentence.utf8.reduce(0, ^)
        // What comes together is one position to it.
        let length = logLength
        receiver.write("$\(sentence)*\(String(format: "%02X", sum))\r\n")
        try await waitForLog("New location available", after: length)
    }

    /// Ends it, as an update of the system does.
    func stop() async throws {
        try await group.stop()
        receiver.closeInput()
    }

    private static let start = """
        mount --bind "$0" /etc/geoclue/geoclue.conf && exec /usr/libexec/geoclue
        """

    // Hands on what it reads to who is connected, and tells of both.
    private static let receiver = """
        import os, select, socket, sys
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(sys.argv[1])
        listener.listen()
        print("ready", flush=True)
        peer = None
        while True:
            ready = select.select([0, listener] + ([peer] if peer else []), [], [])[0]
            if peer in ready and not peer.recv(100):
                peer = None
                print("closed", flush=True)
            if listener in ready:
                peer = listener.accept()[0]
                print("open", flush=True)
            if 0 in ready:
                text = os.read(0, 1000)
                if not text:
                    break
                if peer:
                    peer.send(text)
        """

    // Its other sources would look for a network.
    private static func configuration(socket: String, _ sections: String) -> String {
        let others = ["3g", "cdma", "modem-gps", "compass"].map { "[\($0)]\nenable=false\n" }
        return """
            [agent]
            whitelist=geoclue-demo-agent
            [network-nmea]
            enable=true
            nmea-socket=\(socket)
            [wifi]
            enable=false
            url=http://127.0.0.1:1/
            \(others.joined())
            \(sections)
            """
    }
}

/// What GeoClue did not do, with its log.
struct StartFailureOfGeoClue: Error, CustomStringConvertible {
    let description: String
}
