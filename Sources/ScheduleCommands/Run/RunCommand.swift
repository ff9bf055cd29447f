import ArgumentParser
import DesktopTexts
import GLibBridge
import Glibc
import NotifyCore
import TerminalCommands

/// The verb `notify-schedule run`.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        _superCommandName: NotifySchedule.name,
        abstract: "Run a command and notify when it is done.",
        usage: "notify-schedule run [<options>] [--] <command> ...",
        discussion: """
            Examples:
              notify-schedule run -- make -j8
              notify-schedule run --if-longer 10s --on-failure --tail 3 -- cargo test
              notify-schedule run --log -- ./backup.sh
              notify-schedule run --pid 4711
              eval "$(notify-schedule run --shell-init bash)"

            The command has the same terminal, signals and job control as without run,
            and run ends as it does: with its exit status, or by the same signal. A
            command that does not exist is 127, one that cannot be executed 126. With
            --tail, --log or --progress its output passes through a pseudo-terminal.
            A command that Ctrl-C ends on a terminal is not reported.

            Without an agent in reach, as over ssh, the terminal shows the notification,
            or the desktop does through the socket of notify-schedule forward.

            Where the desktop keeps no list of notifications, the end stays on the
            screen until it is seen. With --stay no it goes as others do; a success
            with --quiet-success does so in any case.

            With --pid a process is watched that runs already. The exit status is that
            of the process if the kernel reports it, and otherwise 0.

            With --shell-init it prints lines for the start-up file of a shell, which
            then reports each command that takes longer than --if-longer (default 10s).
            """
    )

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only if the command takes longer.", valueName: "duration")
    )
    var ifLonger: String?

    @Flag(help: "Only if the command fails.")
    var onFailure = false

    @Flag(help: "Report a success without a sound, and less prominently.")
    var quietSuccess = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Show the last lines of the output, at most 20.", valueName: "lines")
    )
    var tail: Int?

    @Flag(help: "Show the command while it runs, with its progress and a button to stop it.")
    var progress = false

    @Flag(help: "Store the output for a day, and add a button that opens it.")
    var log = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The command's name in the notification, in place of its words.",
            valueName: "text"
        )
    )
    var title: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Whether it stays until it is seen where the desktop keeps no list (default: yes).",
            valueName: "yes|no"
        ),
        completion: .list(["yes", "no"])
    )
    var stay: String?

    @Flag(help: "Also print how the command ended to standard error, as JSON.")
    var json = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Watch this process in place of a command.", valueName: "id")
    )
    var pid: Int32?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Print the lines for bash, zsh or fish.", valueName: "shell"),
        completion: .list(ShellHook.allCases.map(\.rawValue))
    )
    var shellInit: String?

    @Option(parsing: .unconditional, help: .hidden)
    var ended: Int32?

    @Option(parsing: .unconditional, help: .hidden)
    var took: String?

    @Option(parsing: .unconditional, help: .hidden)
    var shell: Int32?

    @Argument(
        parsing: .captureForPassthrough,
        help: "The command and its arguments."
    )
    var command: [String] = []

    func run() throws {
        // Its notification is in the user's language.
        Translations.use()
        try RawArguments.checkEncoding(without: command.count) { [title].compactMap { $0 } }
        try checkOptions()
        let settings = try settings()
        if let shellInit { return try printHook(shellInit, settings) }
        if let ended { return try report(ended, settings) }
        if let pid { return try watch(pid, settings) }
        let count = command.first == "--" ? command.count - 1 : command.count
        guard count > 0 else {
            throw UsageError("name a command after --, as in notify-schedule run -- make")
        }
        let status = RunSession(settings, RawArguments.last(count)).run()
        if status != 0 { throw ExitCode(status) }
    }

    private func printHook(_ name: String, _ settings: RunSettings) throws {
        guard let hook = ShellHook(rawValue: name) else {
            // The name of another shell, such as csh, is not misspelled.
            throw RequestError(
                .invalidContent,
                .option("--shell-init"),
                value: name.quoted,
                reason: "is unknown",
                wayOut: "write bash, zsh or fish"
            )
        }
        guard command.isEmpty, pid == nil else {
            throw UsageError("--shell-init takes no command; a shell evaluates what it prints")
        }
        let second: Int64 = 1_000_000
        // The shells count whole seconds.
        let seconds = ifLonger == nil ? 10 : (settings.shortest + second - 1) / second
        print(hook.script(seconds: seconds))
    }

    /// Reports a command of a shell.
    private func report(_ status: Int32, _ settings: RunSettings) throws {
        let names = ShellSession.variables
        guard let took, let shell, command.isEmpty, let line = Environment[names.line] else {
            throw UsageError("--ended is for the lines that --shell-init prints; leave it out")
        }
        let earlier = Environment[names.earlier] ?? ""
        // An agent that is started, and what it starts, must not get them.
        for name in [names.line, names.earlier] { unsetenv(name) }
        ShellSession(
            status: status,
            // A span is never zero, but the time that a shell measures may be.
            microseconds: (try? TimeSpan(took))?.microseconds ?? 0,
            shell: shell,
            line: line,
            earlier: earlier
        ).run(settings)
    }

    private func watch(_ id: Int32, _ settings: RunSettings) throws {
        guard command.isEmpty else {
            throw UsageError("--pid and a command exclude each other; keep one of them")
        }
        guard !settings.capturesOutput else {
            throw UsageError(
                "--tail, --log and --progress need a command; a process has its output already"
            )
        }
        let status = ProcessSession(settings, id).run()
        if status != 0 { throw ExitCode(status) }
    }

    /// Refuses an option that the parser took for the command.
    private func checkOptions() throws {
        guard let first = command.first, first.hasPrefix("-"), first != "--" else { return }
        if ["--help", "-h"].contains(first) { throw CleanExit.helpRequest(self) }
        let options = [
            "if-longer", "on-failure", "quiet-success", "tail", "log", "title", "progress", "json",
            "pid", "shell-init", "stay",
        ]
        let guess = Suggestion.nearest(to: String(first.drop { $0 == "-" }), in: options)
        throw UsageError(
            "unknown option \(first.printableLine); "
                + (guess.map { "did you mean --\($0)?" } ?? "write -- before the command")
        )
    }

    /// Returns the options in their types.
    func settings() throws -> RunSettings {
        var settings = RunSettings(
            onlyFailures: onFailure,
            quietSuccess: quietSuccess,
            showsProgress: progress,
            keepsLog: log,
            title: title.flatMap { $0.isEmpty ? nil : $0.printableLine },
            printsJSON: json
        )
        if let stay {
            guard ["yes", "no"].contains(stay) else {
                throw RequestError.unknown(stay, of: "--stay", among: ["yes", "no"])
            }
            settings.stays = stay == "yes"
        }
        if let ifLonger {
            settings.shortest = try SpanOption.microseconds(ifLonger, of: "--if-longer")
        }
        if let tail {
            guard (1...RunSettings.maxTail).contains(tail) else {
                throw UsageError(
                    "--tail \(tail) is not between 1 and \(RunSettings.maxTail); write 3"
                )
            }
            settings.tail = tail
        }
        if let title, title.utf8.count > RunReport.maxTitle {
            throw UsageError(
                "--title has \(title.utf8.count) bytes, but can have at most \(RunReport.maxTitle); "
                    + "shorten it"
            )
        }
        return settings
    }

    /// Runs a command line that needs no parser, for a quick start: `run -- command`, or that of a monitor.
    ///
    /// - Returns: the exit status; `nil` for any other command line.
    static func runOwnWords() -> Int32? {
        let words = CommandLine.arguments
        guard words.count > 2 else { return nil }
        if words[1] == CommandMonitor.word {
            return CommandMonitor.run(RawArguments.last(words.count - 2))
        }
        guard words[1] == configuration.commandName, words[2] == "--", words.count > 3 else {
            return nil
        }
        Translations.use()
        return RunSession(RunSettings(), RawArguments.last(words.count - 3)).run()
    }
}

/// An option with a span.
enum SpanOption {
    /// Parses a span.
    static func microseconds(_ text: String, of option: String) throws(RequestError) -> Int64 {
        do throws(TimeSpecError) {
            return try TimeSpan(words: text).microseconds
        } catch {
            throw RequestError(
                .invalidTrigger,
                .option(option),
                value: text.quoted,
                because: "\(error)"
            )
        }
    }
}
