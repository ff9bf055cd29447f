import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say whether notifications can be shown here, and what is in the way.",
        discussion: """
            Looks at the session bus, the agent, the notification server and the way the agent treats \
            it, do-not-disturb and agent.conf. It starts the agent where none runs, and shows nothing.

            Exit status: 0 where nothing is wrong or there are warnings alone, 1 where a check failed.
            """
    )

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let checks = HealthCheck.all()
        if json {
            try JSONOutput.print(checks)
        } else {
            for check in checks { check.print() }
        }
        if checks.contains(where: { $0.level == .error }) { throw ExitCode(1) }
    }
}
