import Glibc
import NotifyCore

/// The agent's command line.
struct AgentArguments: Equatable {
    /// Whether to replace the running agent.
    var replacesOther = false
    /// Whether to send the desktop's variables to the running agent, if there is one.
    var isAutostart = false
    /// Whether to log more.
    var isVerbose = false
    /// The text to print before exiting; `nil` to run.
    var text: String?

    private static let options = ["--replace", "--autostart", "--verbose", "--version", "--help"]

    /// Reads the arguments, without the program's own name.
    ///
    /// - Throws: ``AgentFailure`` with status 64, which names the error and the remedy.
    init(_ arguments: [String], version: String) throws(AgentFailure) {
        for argument in arguments {
            switch argument {
            case "--replace": replacesOther = true
            case "--autostart": isAutostart = true
            case "--verbose": isVerbose = true
            case "--version": text = text ?? "\(version)\n"
            case "--help", "-h": text = text ?? Self.help
            default: throw Self.unknown(argument)
            }
        }
        guard !replacesOther || !isAutostart else {
            throw AgentFailure(
                status: EX_USAGE,
                message:
                    "--replace ends the agent that runs and --autostart keeps it; write one of them"
            )
        }
    }

    private static func unknown(_ argument: String) -> AgentFailure {
        guard argument.hasPrefix("-") else {
            return AgentFailure(
                status: EX_USAGE,
                message:
                    "there is nothing to do with \(argument.quoted); notify-agent takes only options, "
                    + "and notify-schedule the verbs"
            )
        }
        let guess = Suggestion.nearest(to: argument, in: options)
        return AgentFailure(
            status: EX_USAGE,
            message: "there is no option \(argument.quoted); "
                + (guess.map { "did you mean \($0)?" }
                    ?? "there are \(options.joined(separator: ", "))")
        )
    }

    private static let help = """
        Usage: notify-agent [--replace | --autostart] [--verbose]

        Keeps what is scheduled and shows it when it is due. The session starts it, and so does the first
        notify-schedule; one runs for each user.

          --replace    take over from the agent that runs, as after an upgrade
          --autostart  hand the desktop's display to the agent that runs and end; run where none does
          --verbose    say more in the log, as NOTIFY_SCHEDULE_LOG=debug does
          --version    print the version
          -h, --help   print this

        Examples:
          notify-agent --replace
          NOTIFY_SCHEDULE_LOG=info notify-agent
          journalctl --user -u notify-agent

        It ends on SIGTERM, SIGINT, SIGHUP and by notify-schedule agent stop; what is scheduled stays on the
        disk. Exit status: 0 ended, 64 usage, 69 no session bus or another agent runs, 70 the store cannot
        be used.

        """
}
