import AgentInterface
import ArgumentParser
import Foundation
import NotifyCore
import RequestFiles
import Testing

@testable import ScheduleCommands
@testable import UserNotifications

/// The sentences of one error: those of D-Bus and Swift call the field by its words, an option and a file by its name
/// there.
@Suite struct RefusalSentenceTests {
    struct Row: Sendable, CustomStringConvertible {
        /// The path of the field.
        let path: String
        /// The sentence of D-Bus and of Swift.
        let sentence: String
        /// Makes a request invalid.
        let change: @Sendable (inout NotifyCore.NotificationRequest) -> Void
        /// The same as options of `add`, and the sentence.
        let options: [String]
        let optionSentence: String
        /// The same as lines of a file after its first four, and the sentence with the line.
        let lines: String
        let fileSentence: String

        init(
            _ path: String,
            _ sentence: String,
            _ change: @escaping @Sendable (inout NotifyCore.NotificationRequest) -> Void,
            _ options: [String],
            _ optionSentence: String,
            _ lines: String = "",
            _ fileSentence: String = ""
        ) {
            (self.path, self.sentence, self.change) = (path, sentence, change)
            (self.options, self.optionSentence) = (options, optionSentence)
            (self.lines, self.fileSentence) = (lines, fileSentence)
        }

        var description: String { "\(path): \(sentence)" }
    }

    static let texts: [Row] = [
        Row(
            "content.subtitle",
            "the subtitle has the control character U+001B; leave it out",
            { $0.content.subtitle = "\u{1B}" },
            ["--subtitle", "\u{1B}"],
            "--subtitle has the control character U+001B; leave it out",
            "Subtitle=\u{1B}",
            "5: Subtitle has the control character U+001B; leave it out"
        ),
        Row(
            "content.badge",
            "the badge -1 is not between 0 and 2147483647; 0 hides it",
            { $0.content.badge = -1 },
            ["--badge", "-1"],
            "--badge -1 is not between 0 and 2147483647; 0 hides it",
            "Badge=-1",
            "5: Badge -1 is not between 0 and 2147483647; 0 hides it"
        ),
        Row(
            "openURL",
            "the URL \"a b:\" has the character U+0020; write it as %20",
            { $0.openURL = "a b:" },
            ["--open", "a b:"],
            "--open \"a b:\" has the character U+0020; write it as %20",
            "Open=a b:",
            "5: Open \"a b:\" has the character U+0020; write it as %20"
        ),
        Row(
            "run",
            "the name of the command to run has the control character U+001B; leave it out",
            { $0.run = "\u{1B}" },
            ["--run", "\u{1B}"],
            "--run has the control character U+001B; leave it out",
            "Run=\u{1B}",
            "5: Run has the control character U+001B; leave it out"
        ),
        Row(
            "content.body",
            "the markup of the body is invalid: <b> at line 1, column 1 is not closed; write </b>",
            {
                $0.content.body = "<b>x"
                $0.bubble.hasMarkup = true
            },
            ["<b>x", "--markup"],
            "the markup of the body is invalid: <b> at line 1, column 1 is not closed; write </b>",
            "Markup=true\nBody=<b>x",
            "6: the markup of the body is invalid: <b> at line 1, column 1 is not closed; write </b>"
        ),
        Row(
            "bubble.hints.urgency",
            "the hint urgency cannot be set; use the level (--level)",
            { $0.bubble.hints["urgency"] = .string("low") },
            ["--hint", "string:urgency:low"],
            "the hint urgency cannot be set; use the level (--level)"
        ),
        Row(
            "identifier",
            "the identifier is empty; omit it to have one generated",
            { $0.identifier = "" },
            ["--id", ""],
            "--id is empty; omit it to have one generated"
        ),
    ]

    static let times: [Row] = [
        Row(
            "times",
            "times 0 is not between 1 and 1000000; leave it out for no end",
            { $0.options.times = 0 },
            ["--times", "0"],
            "--times 0 is not between 1 and 1000000; leave it out for no end",
            "Times=0",
            "5: Times 0 is not between 1 and 1000000; leave it out for no end"
        ),
        Row(
            "nag",
            "nag does not go with the level passive, which disturbs nobody; leave one of them out",
            {
                $0.content.interruptionLevel = .passive
                $0.options.nag = NagRule(interval: 60_000_000)
            },
            ["--nag", "1m", "--level", "passive"],
            "--nag does not go with the level passive, which disturbs nobody; leave one of them out",
            "Level=passive\nNag=1m",
            "6: Nag does not go with the level passive, which disturbs nobody; leave one of them out"
        ),
        Row(
            "before",
            "a warning of 1 s is not between 1min and 366d; write one such as 1h",
            { $0.options.before = [1_000_000] },
            ["--before", "1s"],
            "--before \"1s\": a warning of 1 s is not between 1min and 366d; write one such as 1h",
            "Before=1s",
            "5: Before \"1s\": a warning of 1 s is not between 1min and 366d; write one such as 1h"
        ),
    ]

    static let actions: [Row] = [
        Row(
            "actions[1].url",
            "the URL \"b\" has no scheme; write one before a colon, as in https://example.org",
            {
                $0.actions = [
                    NotificationAction(identifier: "a", title: "A", url: "a:"),
                    NotificationAction(identifier: "b", title: "B", url: "b"),
                ]
            },
            ["--action", "A=a:", "--action", "B=b"],
            "--action: the URL \"b\" has no scheme; write one before a colon, as in https://example.org",
            "[Action a]\nURL=a:\n[Action b]\nURL=b",
            "8: URL \"b\" has no scheme; write one before a colon, as in https://example.org"
        ),
        Row(
            "actions[0].title",
            "the action label has the control character U+001B; leave it out",
            {
                $0.actions = [NotificationAction(identifier: "a", title: "\u{1B}", url: "a:")]
            },
            ["--action", "\u{1B}=a:"],
            "--action: the action label has the control character U+001B; leave it out",
            "[Action a]\nURL=a:\nLabel=\u{1B}",
            "7: Label has the control character U+001B; leave it out"
        ),
        Row(
            "actions[0].textInput.placeholder",
            "the text input placeholder has the control character U+001B; leave it out",
            { $0.actions = [.reply(placeholder: "\u{1B}")] },
            ["--reply", "\u{1B}"],
            "--reply: the text input placeholder has the control character U+001B; leave it out",
            "Reply=\u{1B}",
            "5: Reply has the control character U+001B; leave it out"
        ),
    ]

    @Test(
        "Each surface calls the field of an error by its own name",
        arguments: texts + times + actions
    )
    func sentences(row: Row) throws {
        var request = NotifyCore.NotificationRequest(
            appID: "a",
            identifier: "i",
            content: NotificationContent(title: "T"),
            trigger: .timeInterval(microseconds: 3_600_000_000, repeats: true)
        )
        row.change(&request)
        let error = try #require(throws: RequestError.self) { try request.validate() }
        #expect(error.field?.path == row.path)
        #expect(error.message == row.sentence)
        #expect(error.apple.localizedDescription == row.sentence)

        let words = ["T"] + row.options + ["--every", "1h"]
        let refusal = try #require(throws: (any Error).self) { try AddCommand.parse(words).run() }
        let sentence =
            (refusal as? RequestError)?.message
            ?? (refusal as? WrittenError)?.message(in: .options)
        #expect(sentence == row.optionSentence)

        guard !row.lines.isEmpty else { return }
        let text = "# A file\n[Request]\nTitle=T\nEvery=1h\n\(row.lines)\n"
        let faults = try #require(throws: RequestFile.Refusal.self) {
            try RequestFile(text, identifier: "i", path: "/f").request(
                now: .distantPast,
                zones: .system
            )
        }
        #expect(faults.problems == ["/f:\(row.fileSentence)"])
    }
}
