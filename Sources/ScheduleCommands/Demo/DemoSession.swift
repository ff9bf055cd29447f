import AgentInterface
import FoundationEssentials
import GLibBridge
import Glibc
import Launcher
import NotificationServer
import NotifyCore
import Synchronization

/// The environment of the demo: the desktop, or a bus and a text server of its own; in both cases with a
/// configuration and a store in a temporary folder.
final class DemoSession: Sendable {
    /// A sentence on what to do now.
    let explanation: String

    private let folder: String
    private let busProcess: Int32?
    private let server: TextNotificationServer?
    private let usersAgentRan: Bool
    private let usersFolders: [String: String?]
    private let hasEnded = Mutex(false)

    /// Sets up the environment; ``GLibBridge/Environment`` points to it afterwards.
    ///
    /// If that fails, it leaves nothing behind.
    static func begin(isText: Bool, choice: Int?) async throws -> DemoSession {
        let folder = try makeFolder()
        do {
            return try await DemoSession(in: folder, isText: isText, choice: choice)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    private init(in folder: String, isText: Bool, choice: Int?) async throws {
        self.folder = folder
        let names = ["XDG_CONFIG_HOME", "XDG_STATE_HOME"]
        usersFolders = Dictionary(uniqueKeysWithValues: names.map { ($0, Environment[$0]) })
        // Not with setenv, which is unsafe while other threads read the environment.
        Environment.replace(
            names,
            by: ["XDG_CONFIG_HOME": "\(folder)/config", "XDG_STATE_HOME": "\(folder)/state"]
        )
        try Self.writeConfiguration(in: "\(folder)/config")
        guard isText else {
            busProcess = nil
            server = nil
            usersAgentRan = try Self.replaceUsersAgent()
            explanation = "Look at your desktop and click one."
            return
        }
        let bus = try Self.startBus(in: folder)
        busProcess = bus.process
        let address = "DBUS_SESSION_BUS_ADDRESS"
        Environment.replace([address], by: [address: bus.address])
        let byKeyboard = choice == nil && isatty(STDIN_FILENO) == 1
        do {
            let connection = try BusConnection.connect(to: bus.address)
            server = try await TextNotificationServer(
                on: connection,
                style: .ofStandardOutput(),
                input: byKeyboard
                    ? .keyboard(descriptor: STDIN_FILENO)
                    : .automatic(TextChoice(number: choice ?? 1), pause: 1_500),
                output: { TextOutput.standard($0) }
            )
            // Not by the bus, which would start the installed agent with another configuration.
            try AgentStart(connection: connection).run()
        } catch {
            kill(bus.process, SIGTERM)
            throw error
        }
        usersAgentRan = false
        explanation =
            byKeyboard
            ? "The bubble is text; type the number of a button."
            : "The bubble is text; button \(choice ?? 1) is chosen for you."
    }

    /// Whether there is a desktop that can show a bubble.
    static var hasDesktop: Bool {
        guard let address = SessionBus.address,
            let connection = try? BusConnection.connect(to: address)
        else { return false }
        let server = NotificationServer.name
        if connection.nameOwner(server) != nil { return true }
        let hasDisplay = Environment["DISPLAY"] != nil || Environment["WAYLAND_DISPLAY"] != nil
        return hasDisplay && connection.isActivatable(server)
    }

    /// Stops what was started and removes the folder, once.
    ///
    /// A signal and the end of the demo can both ask for it; the second one waits for the first.
    func end() {
        hasEnded.withLock { hasEnded in
            guard !hasEnded else { return }
            hasEnded = true
            let added = busProcess == nil ? requestsOfOthers() : []
            _ = try? AgentClient().stop()
            // Before the bus ends: it removes its socket then, and a file that vanishes stops a removal halfway.
            try? FileManager.default.removeItem(atPath: folder)
            if let busProcess { kill(busProcess, SIGTERM) }
            restoreUsersAgent(with: added)
        }
    }

    /// Returns requests that other programs added to the demo's agent, which is the only one on the user's bus
    /// and whose store is removed.
    private func requestsOfOthers() -> [NotificationRequest] {
        let own = ["demo", "demo-answer"]
        return ((try? AgentClient().pending()) ?? []).map(\.request)
            .filter { $0.appID != AgentNames.app || !own.contains($0.identifier) }
    }

    private static func makeFolder() throws(SystemError) -> String {
        let base = Environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array("\(base)/notify-schedule-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw SystemError(number: errno, doing: "make a folder in \(base)")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Writes a launcher.conf whose commands show that they ran: each adds a notification.
    private static func writeConfiguration(in folder: String) throws(SystemError) {
        let own = (try? AgentProgram.path()).map { $0.replacing("notify-agent", with: "") } ?? ""
        let program = "\"\(own)notify-schedule\""
        let text = """
            # What the demo's buttons start. %{m} and %{root} are items of the URL.
            [Scheme demo-clock]
            Exec=\(program) add --id demo-answer "Timer" "A command of launcher.conf got m=%{m}"

            [Scheme demo-prefs]
            Exec=\(program) add --id demo-answer "Wi-Fi" "A command of launcher.conf got root=%{root}"

            """
        mkdir(folder, 0o700)
        mkdir("\(folder)/notify-schedule", 0o700)
        let path = "\(folder)/notify-schedule/\(LauncherConfiguration.fileName)"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw SystemError(number: errno, doing: "write \(path)") }
        defer { close(file) }
        _ = text.withCString { write(file, $0, strlen($0)) }
    }

    /// Stops the user's own agent, and starts the demo's on the same bus.
    private static func replaceUsersAgent() throws -> Bool {
        let client = try AgentClient()
        let ran = try client.stop()
        if ran { Terminal.warn("your agent is stopped for the demo and restarted afterwards") }
        try AgentStart(connection: try client.connection).run()
        return ran
    }

    private func restoreUsersAgent(with added: [NotificationRequest]) {
        guard usersAgentRan || !added.isEmpty else { return }
        Environment.replace(Array(usersFolders.keys), by: usersFolders.compactMapValues { $0 })
        // Any call starts it.
        let client = try? AgentClient()
        _ = try? client?.pending()
        for request in added { _ = try? client?.add(request) }
    }

    private static func startBus(
        in folder: String
    ) throws -> (address: String, process: Int32) {
        let start = ProgramStart(arguments: [
            "dbus-daemon", "--session", "--fork", "--print-address=1", "--print-pid=1",
            "--address=unix:path=\(folder)/bus",
        ])
        let lines: [Substring]
        do {
            lines = try start.output().split(separator: "\n")
        } catch {
            throw AgentUnreachable(
                "a private bus cannot be started (\(error)); install dbus-daemon"
            )
        }
        guard lines.count == 2, let process = Int32(lines[1]) else {
            throw AgentUnreachable("a private bus cannot be started; install dbus-daemon")
        }
        return (String(lines[0]), process)
    }
}
