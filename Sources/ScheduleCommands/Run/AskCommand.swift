import AgentInterface
import ArgumentParser
import GLibBridge
import Glibc
import NotifyCore

/// The verb `notify-schedule ask`.
struct AskCommand: ParsableCommand, TextTaking {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        _superCommandName: NotifySchedule.name,
        abstract: "Ask a question in a bubble, and print the answer.",
        usage: "notify-schedule ask [<options>] <question> [<body>]",
        discussion: """
            Examples:
              notify-schedule ask "Deploy?" --choices Yes,No && ./deploy.sh
              notify-schedule ask "Which branch?" --choices main,next --timeout 10m
              notify-schedule ask "Name of the release?" --reply

            Prints the chosen word, or the text that was typed. A notification that is
            closed, or clicked beside the buttons, is not answered.

            Over ssh it asks on your desktop, by the socket of notify-schedule forward.

            Exit status: 0 for the first choice or a text, 1 for another choice, 2 for
            no answer, 69 if no notification server is running.
            """
    )

    @Argument(help: "The question.")
    var question: String

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
        help: ArgumentHelp("How long to wait; by default without a limit.", valueName: "duration")
    )
    var timeout: String?

    @Flag(help: "Let the user type a text.")
    var reply = false

    @Flag(help: "Print JSON.")
    var json = false

    /// The texts for people, which may have bytes that are not UTF-8; choices are compared with the answer by programs.
    var texts: [String] { [question, body].compactMap { $0 } }

    func run() throws {
        let question = Question(
            title: question,
            body: try body == "-" ? StandardInput.text() : body ?? "",
            choices: try words(),
            takesText: reply
        )
        let limit = try timeout.map { try SpanOption.microseconds($0, of: "--timeout") }
        let answer = try forwarded(question, within: limit) ?? question.ask(within: limit)
        if json {
            try JSONOutput.print(answer)
        } else if let text = answer.text {
            print(text)
        }
        if answer.status != 0 { throw ExitCode(answer.status) }
    }

    /// Asks on the desktop that forwards its socket to this machine; `nil` if none does.
    private func forwarded(
        _ question: Question,
        within limit: Int64?
    ) throws -> Question.Answer? {
        guard let path = ForwardSocket.forwarded, let desktop = ForwardedDesktop(path) else {
            return nil
        }
        var notice = RemoteNotice(
            identifier: ForwardedDesktop.freshIdentifier,
            title: question.title
        )
        (notice.body, notice.choices) = (question.body, question.choices)
        (notice.takesText, notice.source) = (question.takesText, RemoteHost.name ?? "")
        return try desktop.ask(notice, within: limit)
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
