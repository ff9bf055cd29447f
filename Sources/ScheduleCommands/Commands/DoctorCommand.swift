import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        _superCommandName: NotifySchedule.name,
        abstract: "Say whether notifications can be shown here, and what is in the way.",
        discussion: """
            Examples:
              notify-schedule doctor
              notify-schedule doctor --bubble
              notify-schedule doctor --json

            Looks at the session bus, the agent and who starts it, the notification server and the way \
            the agent treats it, do-not-disturb, the programs for sounds and replies, the store, the \
            clock, and the configuration files. It starts the agent where none runs, and shows nothing \
            without --bubble.

            Exit status: 0 where nothing is wrong or there are warnings alone, 1 where a check failed.
            """
    )

    @Flag(help: "Show a real bubble too, and wait until you click it.")
    var bubble = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long --bubble waits for the click; 60s by default.",
            valueName: "span"
        )
    )
    var within: String?

    @Flag(help: "Print JSON.")
    var json = false

    private static let patience: Int64 = 60_000_000

    func run() throws {
        let patience = try patience()
        var checks = HealthChecks.all()
        // What is known already stands there while the user looks at the screen.
        if !json { for check in checks { check.print() } }
        if bubble, !checks.contains(where: { $0.level == .error }) {
            let check = try BubbleTrip(patience: patience).check()
            if !json { check.print() }
            checks.append(check)
        }
        if json { try JSONOutput.print(checks) }
        if checks.contains(where: { $0.level == .error }) { throw ExitCode(1) }
    }

    private func patience() throws -> Int64 {
        guard let within else { return Self.patience }
        guard bubble else {
            throw UsageError("--within is how long --bubble waits; add --bubble")
        }
        do throws(TimeSpecError) {
            return try TimeSpan(within).microseconds
        } catch {
            throw RequestError(.invalidTrigger, "--within \(within.quoted): \(error)")
        }
    }
}
