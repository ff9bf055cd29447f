import AgentInterface
public import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// The command `notify-schedule`.
public struct NotifySchedule: ParsableCommand {
    /// What one types.
    static let name = "notify-schedule"

    /// The command's help and its verbs.
    public static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Schedule desktop notifications with working buttons.",
        discussion: """
            Examples:
              notify-schedule add "Tea" "It is ready" --in 4m
              notify-schedule add "Meeting" --on "Tue 14:00" --id meeting
              notify-schedule add "Wi-Fi" --action "Settings=prefs:root=WIFI"
              notify-schedule list
              notify-schedule remove meeting

            Buttons open URLs; launcher.conf says what each scheme starts.
            """,
        version: AgentNames.programVersion,
        subcommands: [
            AddCommand.self, SendCommand.self, ListCommand.self, ShowCommand.self,
            RemoveCommand.self,
            PauseCommand.self, ResumeCommand.self, SkipCommand.self, SnoozeCommand.self,
            AgainCommand.self, DismissCommand.self,
            HistoryCommand.self, WatchCommand.self, SimulateCommand.self, NextCommand.self,
            OpenCommand.self, ExportCommand.self, ImportCommand.self, SchemesCommand.self,
            LauncherCommand.self, AppsCommand.self, AgentCommand.self, DoctorCommand.self,
            DemoCommand.self,
        ]
    )

    /// Makes the command; the parser calls it.
    public init() {}

    /// Runs the command line of the process.
    ///
    /// - Returns: the exit status: 0 done, 64 usage, 65 bad data, 69 no bus or agent, 70 a defect of ours,
    ///   74 what it prints or writes could not be written, 77 not allowed; and 1 of `doctor` where a check failed.
    public static func run() -> Int32 {
        BrokenPipe.remember()
        if asksTheAgent(CommandLine.arguments.dropFirst()) { AgentClient.prepare() }
        if let words = SendCommand.ownWords { return SendCommand.run(words) }
        do {
            try RawArguments.checkEncoding()
            try checkVerb()
            var command = try parseVerb() ?? parseAsRoot()
            try command.run()
            return isOutputWhole() ? 0 : EX_IOERR
        } catch {
            return report(error)
        }
    }

    /// Whether words are likely to end in a call of the agent.
    private static func asksTheAgent(_ words: ArraySlice<String>) -> Bool {
        let verbs: [any ParsableCommand.Type] = [
            AddCommand.self, ListCommand.self, ShowCommand.self, RemoveCommand.self,
            PauseCommand.self, ResumeCommand.self, SkipCommand.self, SnoozeCommand.self,
            AgainCommand.self, DismissCommand.self, HistoryCommand.self, WatchCommand.self,
        ]
        return verbs.contains { $0.configuration.commandName == words.first }
            && !words.contains("--help")
    }

    /// Whether all that was printed has got where it was meant to, such as a disk with room for it.
    private static func isOutputWhole() -> Bool {
        guard fflush(nil) == 0 else {
            BrokenPipe.endProcess(after: errno)
            Terminal.complain(
                "standard output cannot be written: \(String(cString: strerror(errno)))"
            )
            return false
        }
        return true
    }

    /// Names an unknown verb, and the one that was probably meant.
    private static func checkVerb() throws(UsageError) {
        var words = CommandLine.arguments.dropFirst()
        var verbs = names(of: configuration) + ["help"]
        // The parser answers `help` for an unknown verb with the help for all, as if nothing were wrong.
        if words.first == "help" {
            words = words.dropFirst()
        } else if let group = [
            AgentCommand.configuration, AppsCommand.configuration, LauncherCommand.configuration,
        ]
        .first(where: { $0.commandName == words.first }) {
            words = words.dropFirst()
            verbs = names(of: group) + ["help"]
        }
        guard let verb = words.first, !verb.hasPrefix("-"), !verbs.contains(verb) else { return }
        let guess = Suggestion.nearest(to: verb, in: verbs)
        throw UsageError(
            "there is no verb \(verb.quoted); "
                + (guess.map { "did you mean \($0)?" }
                    ?? "there are \(verbs.joined(separator: ", "))")
        )
    }

    /// Reads the words with the parser of their verb alone, which costs half of what the whole tree costs.
    ///
    /// - Returns: nil for what is not one verb with right words, such as a request for help; the parser of the
    ///   whole tree has the words for that.
    private static func parseVerb() -> (any ParsableCommand)? {
        let words = CommandLine.arguments.dropFirst()
        let verb = configuration.subcommands.first { $0.configuration.commandName == words.first }
        guard let verb, verb.configuration.subcommands.isEmpty,
            let command = try? verb.parseAsRoot(Array(words.dropFirst())),
            type(of: command) == verb
        else { return nil }
        return command
    }

    private static func names(of configuration: CommandConfiguration) -> [String] {
        configuration.subcommands.compactMap { $0.configuration.commandName }
    }

    private static func report(_ error: any Error) -> Int32 {
        switch error {
        case let error as RequestError:
            Terminal.complain(error.message)
            return error.code.exitStatus
        case let error as TimeSpecError:
            Terminal.complain(error.description)
            return EX_DATAERR
        case let error as AgentUnreachable:
            Terminal.complain(error.description)
            return EX_UNAVAILABLE
        case let error as UsageError:
            Terminal.complain(error.message)
            return EX_USAGE
        case let error as OutputError:
            BrokenPipe.endProcess(after: error.number)
            Terminal.complain(error.message)
            return EX_IOERR
        case let error as Interrupted:
            return 128 + error.signal
        case let error as SystemError:
            Terminal.complain(error.description)
            return EX_SOFTWARE
        case let error as GLibError:
            Terminal.complain(error.description)
            return EX_SOFTWARE
        default:
            let status = exitCode(for: error).rawValue
            let message = fullMessage(for: error)
            if status == 0 {
                print(message)
                return isOutputWhole() ? 0 : EX_IOERR
            } else if !message.isEmpty {
                let start = "Error: "
                message.hasPrefix(start)
                    ? Terminal.complain(String(message.dropFirst(start.count)))
                    : Terminal.writeError(message)
            }
            return status
        }
    }
}

/// Options that do not go together.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension RequestError.Code {
    /// The status that sysexits.h gives to the kind of an error.
    fileprivate var exitStatus: Int32 {
        switch self {
        case .storage, .malformed: EX_SOFTWARE
        case .notAllowed: EX_NOPERM
        default: EX_DATAERR
        }
    }
}
