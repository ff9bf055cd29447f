import AgentInterface
import ArgumentParser
import GLibBridge
import NotifyCore

/// The verb `notify-schedule doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        _superCommandName: NotifySchedule.name,
        abstract: "Check whether notifications can be shown.",
        usage: "notify-schedule doctor [<options>]",
        discussion: """
            Examples:
              notify-schedule doctor
              notify-schedule doctor --bubble
              notify-schedule doctor --json

            Checks the session bus, the agent and how it is started, the notification
            server and its profile, do-not-disturb, the programs for sounds and replies,
            the store, the clock, the configuration files and, with a relay.conf, the
            relay. Starts the agent and notify-relay if they do not run. Shows nothing on
            the screen without --bubble. For a notification server that has no profile,
            --bubble finds one out: it shows three bubbles that you answer, and writes
            what differs into agent.conf.

            Exit status: 0 if there are at most warnings, 1 if a check failed.
            """
    )

    @Flag(help: "Also show a bubble, and wait until you click it.")
    var bubble = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long --bubble waits for the click; default 60s.",
            valueName: "duration"
        )
    )
    var within: String?

    @Flag(help: "Also print the server's capabilities and its profile.")
    var verbose = false

    @Flag(help: "Print JSON.")
    var json = false

    private static let timeout: Int64 = 60_000_000

    func run() throws {
        let timeout = try timeout()
        var checks = HealthChecks.all()
        // The results so far are printed before the user looks at the screen.
        if !json { for check in checks { check.print(verbose: verbose) } }
        if bubble, !checks.contains(where: { $0.level == .error }) {
            let trip = try BubbleTrip(timeout: timeout).check()
            if !json { trip.print(verbose: verbose) }
            checks.append(trip)
            if trip.level == .ok, let check = ServerTrial.check(timeout: timeout) {
                if !json { check.print(verbose: verbose) }
                checks.append(check)
            }
        }
        if json { try JSONOutput.print(checks) }
        if checks.contains(where: { $0.level == .error }) { throw ExitCode(1) }
    }

    private func timeout() throws -> Int64 {
        guard let within else { return Self.timeout }
        guard bubble else {
            throw UsageError("--within limits how long --bubble waits; add --bubble")
        }
        return try SpanOption.microseconds(within, of: "--within")
    }
}
