import AgentInterface
import GLibBridge
import Glibc

/// What starts the agent: the bus at a call, and systemd or the desktop at login.
enum StartChecks {
    private static let unit = "notify-agent.service"
    /// In each folder `autostart`, as it is installed.
    private static let autostartFile = "\(AgentNames.app).desktop"
    private static let timeout = CallDeadline.milliseconds(3_000)
    private static let systemd = BusDestination(
        name: "org.freedesktop.systemd1",
        path: "/org/freedesktop/systemd1",
        interface: "org.freedesktop.systemd1.Manager"
    )

    /// Checks what starts the agent.
    ///
    /// - Parameter agent: the process that is the agent; `nil` if none runs.
    static func checks(on connection: BusConnection, agent: Int32?) -> [HealthCheck] {
        let systemd = UnitState(on: connection)
        let autostart = Autostart()
        let compositor = BareCompositor.current
        let login: HealthCheck?
        if let compositor {
            login = Self.login(in: compositor, systemd, autostart, agent)
        } else if systemd.startsAtLogin || autostart.startsAtLogin {
            login = nil
        } else {
            login = HealthCheck(
                "login",
                .warning,
                "nothing starts the agent at login; due notifications wait for the first command",
                advice: "install notify-schedule with make install, or its package"
            )
        }
        return [activation(connection), systemd.check, autostart.check(in: compositor), login]
            .compactMap { $0 }
    }

    /// Checks whether a session without autostart starts the agent.
    private static func login(
        in compositor: BareCompositor,
        _ systemd: UnitState,
        _ autostart: Autostart,
        _ agent: Int32?
    ) -> HealthCheck {
        let name = compositor.name
        func starts(_ reason: String) -> HealthCheck {
            HealthCheck("login", .ok, "the agent starts with \(name): \(reason)")
        }
        if let file = compositor.file(naming: [agentName]) { return starts(file) }
        if systemd.startsAtLogin, systemd.isSessionActive {
            return starts("\(sessionTarget) is active")
        }
        // The longer name has the other one in it.
        let dex = ["dex-autostart", "dex"].lazy.compactMap { program in
            compositor.file(naming: [program, "-a"]).map { (program: program, file: $0) }
        }
        .first
        if autostart.startsAtLogin, let dex, InstalledProgram.path(of: dex.program) != nil {
            return starts("\(dex.file) runs what is in the autostart folders")
        }
        if let agent, isFromAutostart(agent) { return starts("this session has started it") }
        if autostart.startsAtLogin, let dex {
            return HealthCheck(
                "login",
                .warning,
                "\(dex.file) runs \(dex.program), which is not installed",
                advice: "install the package dex"
            )
        }
        let program = InstalledProgram.path(of: agentName) == nil ? try? AgentProgram.path() : nil
        let command = [program ?? agentName, "--autostart"]
        return HealthCheck(
            "login",
            .warning,
            "\(name) does not start the agent at login; due notifications wait for the first command",
            advice: compositor.advice(command)
        )
    }

    private static let agentName = "notify-agent"
    private static let sessionTarget = "graphical-session.target"

    /// Whether a process is the agent that a session starts at login.
    private static func isFromAutostart(_ process: Int32) -> Bool {
        let bytes = try? OpenFile(reading: "/proc/\(process)/cmdline").start(4_096)
        return bytes?.split(separator: 0).contains { $0.elementsEqual("--autostart".utf8) } ?? false
    }

    private static func activation(_ connection: BusConnection) -> HealthCheck {
        guard connection.isActivatable(AgentNames.bus) else {
            return HealthCheck(
                "activation",
                .info,
                "the bus cannot start the agent; notify-schedule starts the one in its own folder"
            )
        }
        return HealthCheck("activation", .ok, "the bus starts the agent at the first call")
    }

    /// The user unit, as the user's systemd knows it.
    private struct UnitState {
        let check: HealthCheck
        let startsAtLogin: Bool
        /// Whether systemd counts the session as a graphical one.
        let isSessionActive: Bool

        init(on connection: BusConnection) {
            isSessionActive = Self.state(of: sessionTarget, connection) == "active"
            guard connection.nameOwner(systemd.name) != nil else {
                check = HealthCheck("unit", .ok, "systemd does not manage this session")
                startsAtLogin = false
                return
            }
            let file = try? connection.callBlocking(
                "GetUnitFileState",
                on: systemd,
                .tuple([.string(unit)]),
                deadline: timeout
            )
            guard let state = file?[0]?.string else {
                check = HealthCheck("unit", .ok, "\(unit) is not installed")
                startsAtLogin = false
                return
            }
            let listed = try? connection.callBlocking(
                "ListUnitsByNames",
                on: systemd,
                .tuple([.strings([unit])]),
                deadline: timeout
            )
            let entry = listed?[0]?[0]
            let active = entry?[3]?.string ?? "unknown"
            let isEnabled = state.hasPrefix("enabled")
            startsAtLogin = isEnabled || Self.isWanted(entry?[6]?.string ?? "", connection)
            // systemd calls a unit disabled that the package's own link starts.
            let start = startsAtLogin && !isEnabled ? "enabled by its package" : state
            let words = "\(unit) is \(start) and \(active)"
            if active == "failed" {
                check = HealthCheck(
                    "unit",
                    .error,
                    words,
                    advice: "see why: systemctl --user status \(unit)"
                )
            } else if !startsAtLogin {
                check = HealthCheck(
                    "unit",
                    .warning,
                    words,
                    advice: "to start it at login: systemctl --user enable \(unit)",
                    fix: .init(
                        label: "Start It at Login",
                        command: ["systemctl", "--user", "enable", unit]
                    )
                )
            } else {
                check = HealthCheck("unit", .ok, words)
            }
        }

        private static func state(of unit: String, _ connection: BusConnection) -> String? {
            guard connection.nameOwner(systemd.name) != nil else { return nil }
            let reply = try? connection.callBlocking(
                "ListUnitsByNames",
                on: systemd,
                .tuple([.strings([unit])]),
                deadline: timeout
            )
            return reply?[0]?[0]?[3]?.string
        }

        /// Returns whether a target of the session wants the unit, as an installed package does without `enable`.
        private static func isWanted(_ path: String, _ connection: BusConnection) -> Bool {
            let properties = BusDestination(
                name: systemd.name,
                path: path,
                interface: "org.freedesktop.DBus.Properties"
            )
            // GIO accepts only a valid object path.
            guard path.hasPrefix("/") else { return false }
            let reply = try? connection.callBlocking(
                "Get",
                on: properties,
                .tuple([.string("org.freedesktop.systemd1.Unit"), .string("WantedBy")]),
                deadline: timeout
            )
            return reply?[0]?.unboxed?.strings?.isEmpty == false
        }
    }

    /// The autostart entry of desktops without systemd; the user's file takes precedence over the system's.
    private struct Autostart {
        private let check: HealthCheck
        let startsAtLogin: Bool

        /// Returns the check for a session, which may not read the entry.
        func check(in compositor: BareCompositor?) -> HealthCheck {
            guard let compositor, startsAtLogin else { return check }
            return HealthCheck(
                check.name,
                .info,
                "\(check.message), which \(compositor.name) does not read by itself"
            )
        }

        init() {
            let path = Self.folders.map { folder -> String in "\(folder)/autostart/\(autostartFile)"
            }
            .first { path in access(path, R_OK) == 0 }
            guard let path else {
                check = HealthCheck("autostart", .ok, "no entry is installed")
                startsAtLogin = false
                return
            }
            let isHidden = Self.isHidden(path)
            startsAtLogin = isHidden == false
            check =
                switch isHidden {
                case false?: HealthCheck("autostart", .ok, path)
                case true?: HealthCheck("autostart", .ok, "\(path) disables it")
                case nil:
                    HealthCheck(
                        "autostart",
                        .warning,
                        "\(path) cannot be read",
                        advice: "remove it, or install notify-schedule again"
                    )
                }
        }

        /// Returns whether the entry is disabled; `nil` if it cannot be read.
        private static func isHidden(_ path: String) -> Bool? {
            guard let bytes = try? OpenFile(reading: path).start(longestEntry),
                let file = try? KeyFile(parsing: String(decoding: bytes, as: UTF8.self)),
                let group = file.groups.first(where: { $0.name == "Desktop Entry" })
            else { return nil }
            return group.entries.contains { entry in
                entry.key == "Hidden" && KeyFile.boolean(entry.value) == true
            }
        }

        private static let longestEntry = 65_536

        private static var folders: [String] {
            let own = Environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            let system = Environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
            return [own ?? "\(Environment["HOME"] ?? "")/.config"]
                + (system ?? "/etc/xdg").split(separator: ":").map(String.init)
        }
    }
}
