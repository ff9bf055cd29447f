import AgentInterface
import ArgumentParser
import DesktopTexts
import GLibBridge
import Glibc
import NotifyCore

/// The verb `notify-schedule ask`.
struct AskCommand: ParsableCommand, TextTaking {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        _superCommandName: NotifySchedule.name,
        abstract: "Ask a question in a bubble, and print the answer.",
        usage: """
            notify-schedule ask [<options>] <question> [<body>]
            notify-schedule ask --hook claude|codex [<options>]
            """,
        discussion: """
            Examples:
              notify-schedule ask "Deploy?" --choices Yes,No && ./deploy.sh
              notify-schedule ask "Which branch?" --choices main,next --timeout 10m
              notify-schedule ask "Name of the release?" --reply

            Prints the chosen word, or the text that was typed. A notification that is
            closed, or clicked beside the buttons, is not answered.

            Over ssh it asks on your desktop, by the socket of notify-schedule forward.

            With --hook it is the hook of a coding agent, Claude Code or Codex: it reads
            what the agent wants to do, asks for that, and prints the decision for the
            agent. Without an answer it decides nothing and ends with 0, and the agent
            asks in its terminal. See docs/run.md for the lines of configuration.

            Exit status: 0 for the first choice or a text, 1 for another choice, 2 for
            no answer, 69 if no notification server is running, or nothing can ask.
            """
    )

    @Argument(help: "The question.")
    var question: String?

    @Argument(help: "A text below it; - reads it from standard input.")
    var body: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The answers, separated by commas; default Yes,No, or none with --reply.",
            valueName: "words"
        )
    )
    var choices: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long to wait; by default without a limit, and 590s with --hook.",
            valueName: "duration"
        )
    )
    var timeout: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Answer the hook of a coding agent: claude or codex.",
            valueName: "agent"
        ),
        completion: .list(HookedAgent.allCases.map(\.rawValue))
    )
    var hook: String?

    @Flag(help: "With --hook: nothing while the terminal has the focus, where that is known.")
    var onlyIfUnfocused = false

    @Flag(help: "Let the user type a text.")
    var reply = false

    @Flag(help: "Print JSON.")
    var json = false

    /// The texts for people, which may have bytes that are not UTF-8; choices are compared with the answer by programs.
    var texts: [String] { [question, body].compactMap { $0 } }

    func run() throws {
        // What a bubble says of its own is in the user's language.
        Translations.use()
        let limit = try timeout.map { try SpanOption.microseconds($0, of: "--timeout") }
        if let hook { return try answer(hook, within: limit) }
        guard !onlyIfUnfocused else {
            throw UsageError("--only-if-unfocused is for hooks; add --hook, or leave it out")
        }
        guard let question else {
            throw UsageError("<question> is missing; see notify-schedule ask --help")
        }
        try ask(question, within: limit)
    }

    /// Answers a hook.
    private func answer(_ hook: String, within limit: Int64?) throws {
        guard let agent = HookedAgent(rawValue: hook) else {
            throw RequestError.unknown(
                hook,
                of: "--hook",
                among: HookedAgent.allCases.map(\.rawValue)
            )
        }
        guard body == nil, choices.isEmpty, !reply, !json else {
            throw UsageError(
                "--hook takes the question from the agent; leave out <body>, --choices, --reply and --json"
            )
        }
        guard question != nil || isatty(STDIN_FILENO) == 0 else {
            throw UsageError(
                "--hook reads what \(agent.name) writes to a hook; write it into its configuration, as in "
                    + "docs/run.md"
            )
        }
        HookSession(
            agent: agent,
            argument: question,
            limit: limit ?? HookSession.standardLimit,
            onlyUnfocused: onlyIfUnfocused
        ).run()
    }

    private func ask(_ question: String, within limit: Int64?) throws {
        let question = Question(
            title: question,
            body: try body == "-" ? StandardInput.text() : body ?? "",
            choices: try words(),
            takesText: reply
        )
        let answer =
            try ForwardedDesktop.ask(question, within: limit) ?? question.ask(within: limit)
        if answer.text != nil { TerminalWindow.activate(token: answer.activationToken) }
        if json {
            try JSONOutput.print(answer)
        } else if let text = answer.text {
            print(text)
        }
        if answer.status != 0 { throw ExitCode(answer.status) }
    }

    private static func trimmed(_ word: Substring) -> String {
        String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// The most choices, which is what the buttons of a bubble may be.
    private static let maxChoices = 8

    private func words() throws -> [String] {
        guard !choices.isEmpty else { return reply ? [] : ["Yes", "No"] }
        try refuseWordsAsBody()
        let choices = choices.joined(separator: ",")
        let words = choices.split(separator: ",", omittingEmptySubsequences: false).map(
            Self.trimmed
        )
        guard words.allSatisfy({ !$0.isEmpty }) else {
            throw UsageError("--choices \(choices.quoted) has an empty word; write Yes,No")
        }
        guard Set(words).count == words.count else {
            throw UsageError("--choices \(choices.quoted) has a word twice; keep one of them")
        }
        guard words.count <= Self.maxChoices else {
            throw UsageError(
                "--choices has \(words.count) words, but a notification can have at most "
                    + "\(Self.maxChoices); leave some out"
            )
        }
        return words
    }

    /// Refuses `--choices Yes No`, in which the second word would be the text below the question.
    private func refuseWordsAsBody() throws(UsageError) {
        let words = CommandLine.arguments
        guard let choice = choices.last, let body, !choice.contains(","), !body.contains(" "),
            let index = words.lastIndex(of: "--choices"), words.last == body,
            words[(index + 1)...].elementsEqual([choice, body])
        else { return }
        throw UsageError(
            "--choices \(choice) is followed by \(body.quoted); write --choices \(choice),\(body), or a text below "
                + "the question before --choices"
        )
    }
}
