import AgentInterface
package import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore
import Synchronization

/// The command `notify-schedule`.
package struct NotifySchedule: ParsableCommand {
    /// The name of the program.
    static let name = "notify-schedule"

    /// The command's help and its verbs.
    package static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Schedule desktop notifications with working buttons.",
        version: AgentNames.programVersion,
        groupedSubcommands: [
            CommandGroup(
                name: "Show now or later",
                subcommands: [
                    AddCommand.self, RemindCommand.self, MenuCommand.self, SendCommand.self,
                    RunCommand.self, AskCommand.self, DemoCommand.self,
                ]
            ),
            CommandGroup(
                name: "See what comes and what was",
                subcommands: [
                    ListCommand.self, NextCommand.self, TodayCommand.self, WeekCommand.self,
                    ShowCommand.self, SimulateCommand.self, HistoryCommand.self,
                    WatchCommand.self, WindowCommand.self,
                ]
            ),
            CommandGroup(
                name: "Change what is pending",
                subcommands: [
                    EditCommand.self, SnoozeCommand.self, SkipCommand.self, PauseCommand.self,
                    ResumeCommand.self, RemoveCommand.self, UndoCommand.self,
                    RedoCommand.self, RestoreCommand.self,
                ]
            ),
            CommandGroup(
                name: "Work with what was shown",
                subcommands: [
                    AgainCommand.self, DismissCommand.self, OpenCommand.self, FocusCommand.self,
                ]
            ),
            CommandGroup(
                name: "Files, calendars, other machines and assistants",
                subcommands: [
                    ExportCommand.self, ImportCommand.self, CalendarsCommand.self,
                    RelayCommand.self, ForwardCommand.self, MCPCommand.self,
                ]
            ),
            CommandGroup(
                name: "Apps and what buttons open",
                subcommands: [
                    AppsCommand.self, PushCommand.self, SchemesCommand.self,
                    LauncherCommand.self,
                ]
            ),
            CommandGroup(
                name: "The program itself",
                subcommands: [DoctorCommand.self, AgentCommand.self]
            ),
        ]
    )

    /// What the command prints alone, so that it fits a terminal of 24 lines.
    private static let overview = """
        Schedule desktop notifications with working buttons.

        Show a notification in 4 minutes, each Tuesday, or now with a button:
          notify-schedule add "Tea" "It is ready" --in 4m
          notify-schedule add "Meeting" --on "Tue 14:00" --id meeting
          notify-schedule add "Wi-Fi" --action "Settings=prefs:root=WIFI"
        See what is pending:
          notify-schedule list
        Change it, put it off, remove it, and take that back:
          notify-schedule edit meeting --at 15:00
          notify-schedule snooze meeting 10m
          notify-schedule remove meeting
          notify-schedule undo
        Get a notification when a command is done:
          notify-schedule run make
        Find out why nothing is shown:
          notify-schedule doctor

        All commands by task:    notify-schedule help
        The options of one:      notify-schedule help add
        The manual:              man notify-schedule
        """

    /// Earlier names of commands, and their names now.
    private static let formerNames: [(former: [String], words: [String])] = [
        (["push-register"], ["push", "register"]), (["push-unregister"], ["push", "remove"]),
        (["push-list"], ["push", "list"]), (["relay", "devices"], ["relay", "list"]),
    ]

    /// The words after the program's name, with the names that commands have now.
    private static let words: ArraySlice<String> = {
        let words = CommandLine.arguments.dropFirst()
        let help = words.prefix { $0 == "help" }
        let names = words.dropFirst(help.count)
        for (former, current) in formerNames where names.starts(with: former) {
            return help + current + names.dropFirst(former.count)
        }
        return words
    }()

    /// Creates the command; the parser calls it.
    package init() {}

    /// Opens the standard streams that the caller has closed, so that no file or socket gets their numbers: the input has
    /// ended, and no output can be written.
    private static func openClosedStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Runs the command line of the process.
    ///
    /// - Returns: the exit status: 0 done, 64 usage, 65 bad data, 69 no bus or agent, 70 an internal error,
    ///   74 the store or the output cannot be written, 77 not allowed; 1 of `doctor` if a check failed; and those
    ///   of `run` and `ask`.
    package static func run() -> Int32 {
        if let status = RunCommand.runOwnWords() { return status }
        // They read questions from their input; a command that `run` starts gets what is closed as it is.
        if let verb = words.first, ["ask", "mcp"].contains(verb) { openClosedStreams() }
        BrokenPipe.remember()
        SessionBus.onReplacement.withLock { $0 = { Terminal.warn($0) } }
        if let words = SendCommand.ownWords { return SendCommand.run(words) }
        if words.isEmpty { return run { print(overview) } }
        if let error = TimeHint.unquoted(words) { return report(error) }
        if var command = PlainVerbs.command(words) {
            if command.asksTheAgent { AgentClient.prepare() }
            return run { try command.run() }
        }
        if asksTheAgent(words) { AgentClient.prepare() }
        do {
            let words = try EmptyValues.separated(Array(Self.words))
            // A command that is run may have any bytes.
            if words.first != RunCommand.configuration.commandName {
                try RawArguments.checkEncoding {
                    (parseVerb(words[...]) as? any TextTaking)?.texts ?? []
                }
            }
            try checkVerb()
            var command = try parseVerb(words[...]) ?? parseAsRoot(words)
            return run { try command.run() }
        } catch {
            return report(error)
        }
    }

    /// Runs a command and returns the exit status.
    private static func run(_ command: () throws -> Void) -> Int32 {
        do {
            try command()
            return isOutputWhole() ? 0 : EX_IOERR
        } catch {
            return report(error)
        }
    }

    /// Returns whether the arguments are likely to end in a call of the agent.
    private static func asksTheAgent(_ words: ArraySlice<String>) -> Bool {
        let verbs: [any ParsableCommand.Type] = [
            AddCommand.self, RemindCommand.self, ListCommand.self, ShowCommand.self,
            RemoveCommand.self, PauseCommand.self, ResumeCommand.self, SkipCommand.self,
            SnoozeCommand.self,
            AgainCommand.self, DismissCommand.self, HistoryCommand.self, WatchCommand.self,
            UndoCommand.self, RedoCommand.self, RestoreCommand.self, AskCommand.self,
        ]
        return verbs.contains { isNamed($0, words.first) } && !words.contains("--help")
    }

    /// Whether a word is a command's name or an alias of it.
    private static func isNamed(_ command: any ParsableCommand.Type, _ word: String?) -> Bool {
        guard let word else { return false }
        return command.configuration.commandName == word
            || command.configuration.aliases.contains(word)
    }

    /// Flushes standard output and returns whether all of it was written.
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

    /// Throws for an unknown command, with the one that was probably meant.
    private static func checkVerb() throws(UsageError) {
        var words = words
        var verbs = names(of: configuration) + ["help"]
        var group: String?
        // The parser prints the general help for `help` with an unknown verb.
        if words.first == "help" {
            words = words.dropFirst()
        } else if let configuration = [
            AgentCommand.configuration, AppsCommand.configuration,
            CalendarsCommand.configuration, FocusCommand.configuration,
            LauncherCommand.configuration, RelayCommand.configuration,
        ]
        .first(where: { $0.commandName == words.first }) {
            group = configuration.commandName
            words = words.dropFirst()
            verbs = names(of: configuration) + ["help"]
        }
        guard let verb = words.first, !verb.hasPrefix("-"), !verbs.contains(verb),
            group != nil || !configuration.subcommands.contains(where: { isNamed($0, verb) })
        else { return }
        throw CommandName.unknown(verb, among: verbs, of: group)
    }

    /// Parses the arguments with their verb's parser only, which takes half the time of the whole tree.
    ///
    /// - Returns: the command; `nil` for anything else, such as a request for help, which the whole tree handles.
    static func parseVerb(_ words: ArraySlice<String>) -> (any ParsableCommand)? {
        let verb = configuration.subcommands.first { isNamed($0, words.first) }
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
        case let error as WrittenError:
            Terminal.complain(error.message(in: .options))
            return error.isOfCompany ? EX_USAGE : error.code.exitStatus
        case let error as TimeSpecError:
            Terminal.complain(error.description)
            return EX_DATAERR
        case let error as AgentUnreachable:
            Terminal.complain(error.description)
            return EX_UNAVAILABLE
        case let error as LostReply:
            Terminal.warn(error.description)
            return 0
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
            let message = CommandName.withoutFarSuggestion(fullMessage(for: error))
            if status == 0 {
                guard let text = CompletionScript.corrected(message) else {
                    Terminal.complain(
                        "the completion script cannot be generated; please report this"
                    )
                    return EX_SOFTWARE
                }
                print(text)
                return isOutputWhole() ? 0 : EX_IOERR
            } else if let error = ParserMessage(message) {
                Terminal.complain(error.sentence)
                return error.status
            } else if !message.isEmpty {
                let start = "Error: "
                Terminal.writeErrorLines(
                    message.hasPrefix(start)
                        ? "\(name): \(message.dropFirst(start.count))" : message
                )
            }
            return status
        }
    }
}

/// An error of the command line, such as options that exclude each other.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension RequestError.Code {
    /// The exit status of sysexits.h for this kind of error.
    fileprivate var exitStatus: Int32 {
        switch self {
        case .storage: EX_IOERR
        case .malformed: EX_SOFTWARE
        case .notAllowed, .notKept: EX_NOPERM
        default: EX_DATAERR
        }
    }
}
