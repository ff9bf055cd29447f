import Foundation
import TestSupport

/// GNOME's keyring on the bus of a machine, with one collection that a password has unlocked.
struct DesktopKeyring {
    private let machine: RelayMachine
    private let daemon: RunningProgram

    private static func program(_ name: String) -> Program { Program(path: "/usr/bin/\(name)") }

    /// Starts it, and waits until it can be asked.
    init(on machine: RelayMachine) async throws {
        self.machine = machine
        daemon = try Self.program("gnome-keyring-daemon").start(
            ["--foreground", "--unlock", "--components=secrets"],
            environment: machine.desktop.bus.environment
        )
        daemon.write("a password")
        daemon.closeInput()
        try await poll(30, "the keyring", while: daemon) {
            try await self.call("Service.ReadAlias", "login").code == 0 ? true : nil
        }
    }

    /// Ends it.
    func end() async throws {
        daemon.kill(SIGKILL)
        _ = try await daemon.waitForExit()
    }

    /// Stores a secret as users do.
    func store(_ secret: String, _ attributes: String...) async throws {
        let outcome = try await Self.program("secret-tool").run(
            ["store", "--label=ntfy token"] + attributes,
            environment: machine.desktop.bus.environment,
            input: secret
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
    }

    /// Locks the collection.
    func lock() async throws {
        let outcome = try await call(
            "Service.Lock",
            "['/org/freedesktop/secrets/collection/login']"
        )
        guard outcome.code == 0 else { throw UnexpectedOutcome(outcome: outcome) }
    }

    private func call(_ method: String, _ argument: String) async throws -> Program.Outcome {
        try await Self.program("gdbus").run(
            [
                "call", "--session", "--dest", "org.freedesktop.secrets", "--object-path",
                "/org/freedesktop/secrets", "--method", "org.freedesktop.Secret.\(method)",
                argument,
            ],
            environment: machine.desktop.bus.environment
        )
    }
}
