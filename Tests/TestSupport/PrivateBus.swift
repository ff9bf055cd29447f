import Foundation
package import GLibBridge

/// A message bus of a test's own, with private directories for the programs on it.
///
/// It ends with ``close()`` or with the last reference.
package final class PrivateBus: Sendable {
    /// The fresh directory that holds everything.
    package let directory: String
    /// The bus's address; it stays the same when the bus comes back.
    package let address: String
    private let daemon = Guarded<ChildProcess?>(nil)

    /// Starts a bus.
    ///
    /// - Parameter activatable: bus names that the bus can start, with the command line of each.
    package init(activatable: [String: String] = [:]) async throws {
        var template = Array("\(NSTemporaryDirectory())nsched-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StartFailure(description: "mkdtemp: \(String(cString: strerror(errno)))")
        }
        directory = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        address = "unix:path=\(directory)/bus"
        for folder in [
            "home", "config", "state", "data", "cache", "run", "etc", "share", "services",
        ] {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(folder)",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        for (name, command) in activatable { try makeActivatable(name, command) }
        try Self.configuration(directory: directory)
            .write(toFile: "\(directory)/bus.conf", atomically: true, encoding: .utf8)
        try await start()
    }

    deinit {
        close()
    }

    /// The whole environment for a program on this bus, its directories inside ``directory``.
    package var environment: [String: String] {
        var variables = [
            "DBUS_SESSION_BUS_ADDRESS": address,
            "HOME": "\(directory)/home",
            "XDG_CONFIG_HOME": "\(directory)/config",
            "XDG_STATE_HOME": "\(directory)/state",
            "XDG_DATA_HOME": "\(directory)/data",
            "XDG_CACHE_HOME": "\(directory)/cache",
            "XDG_RUNTIME_DIR": "\(directory)/run",
            "XDG_CONFIG_DIRS": "\(directory)/etc",
            "XDG_DATA_DIRS": "\(directory)/share",
            "LANG": "C.UTF-8",
            // GIO would look for dconf and other files of the real user.
            "GSETTINGS_BACKEND": "memory",
            "GIO_USE_VFS": "local",
        ]
        for name in Self.inherited { variables[name] = ProcessInfo.processInfo.environment[name] }
        return variables
    }

    /// Where programs and libraries are, and what a sanitizer or a counter in a program is to do.
    private static let inherited = [
        "PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS",
        "LLVM_PROFILE_FILE",
    ]

    /// The same in a time zone, and with more variables.
    package func environment(
        timeZone: String? = nil,
        _ more: [String: String] = [:]
    ) -> [String: String] {
        var variables = environment
        variables["TZ"] = timeZone
        return variables.merging(more) { $1 }
    }

    /// A new connection to the bus.
    package func connect() throws(GLibError) -> BusConnection {
        try BusConnection.connect(to: address)
    }

    /// Lets the bus start a program for a name; the bus reads this when it starts or reloads.
    package func makeActivatable(_ name: String, _ command: String) throws {
        try "[D-BUS Service]\nName=\(name)\nExec=\(command)\n".write(
            toFile: "\(directory)/services/\(name).service",
            atomically: true,
            encoding: .utf8
        )
    }

    /// Kills the bus; every connection to it closes.
    package func kill() {
        daemon.withLock { daemon in
            daemon?.kill(SIGKILL)
            daemon?.closeInput()
            daemon = nil
        }
    }

    /// Starts the bus again at the same address, after ``kill()`` or in place of the running one.
    package func restart() async throws {
        kill()
        try await start()
    }

    /// Stops the bus and removes its directory.
    package func close() {
        // Killed without a signal to end, so that it does not remove its own socket in the middle of what follows.
        kill()
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func start() async throws {
        // A socket of a killed bus would only be in the way.
        try? FileManager.default.removeItem(atPath: "\(directory)/bus")
        let process = try ChildProcess(
            path: "/bin/sh",
            arguments: [
                "-c", Self.guardedStart, try Self.daemonPath(),
                "--config-file=\(directory)/bus.conf", "--nofork", "--nosyslog",
                "--print-address=1",
            ],
            environment: environment
        )
        daemon.withLock { $0 = process }
        let ready: Bool = try await process.events.wait(10, "the bus's address") { events in
            for event in events {
                if case .output = event { return true }
                if case .exit = event { return false }
            }
            return nil
        }
        guard ready else {
            throw StartFailure(description: "dbus-daemon ended: \(process.events.elements)")
        }
    }

    /// Becomes the daemon, and leaves somebody behind who ends it when the test process dies in
    /// whatever way and its end of standard input closes with it.
    private static let guardedStart = """
        exec 3<&0
        (read -r nothing <&3; grep -q -- "$1" /proc/$$/cmdline && kill -9 $$) > /dev/null 2>&1 &
        exec "$0" "$@" 3<&- < /dev/null
        """

    private static func daemonPath() throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(
            separator: ":"
        )
        let path = folders.lazy.map { "\($0)/dbus-daemon" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let path else { throw StartFailure(description: "dbus-daemon is not in PATH") }
        return path
    }

    private static func configuration(directory: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <keep_umask/>
          <listen>unix:path=\(directory)/bus</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(directory)/services</servicedir>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
          <!-- A user's bus allows as much; the daemon's own limits are those of a system bus. -->
          <limit name="max_replies_per_connection">50000</limit>
          <limit name="max_match_rules_per_connection">50000</limit>
          <limit name="max_names_per_connection">50000</limit>
          <limit name="max_completed_connections">100000</limit>
          <limit name="max_connections_per_user">100000</limit>
          <limit name="max_incoming_bytes">1000000000</limit>
          <limit name="max_outgoing_bytes">1000000000</limit>
          <limit name="max_message_size">1000000000</limit>
        </busconfig>

        """
    }
}
