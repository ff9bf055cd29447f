import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// What `add` refuses: one sentence, the right status, and nothing stored.
@Suite(.serialized) struct BadInputTests {
    private struct Case {
        let arguments: [String]
        let code: Int32
        let message: String

        init(_ arguments: String..., code: Int32 = 65, saying message: String) {
            self.arguments = arguments
            self.code = code
            self.message = message
        }
    }

    private static let times = [
        Case(
            "T",
            "--in",
            "0s",
            saying: #"--in "0s": a duration must be longer than zero: write 1s or more"#
        ),
        Case(
            "T",
            "--in",
            "-5s",
            saying: #"--in "-5s": a duration cannot be negative: omit the -"#
        ),
        Case(
            "T",
            "--in",
            "30s",
            "--repeat",
            saying: #"--in "30s" repeats more often than once in 60s; write 60s or more"#
        ),
        Case(
            "T",
            "--at",
            "yesterday",
            saying: #"--at "yesterday": yesterday is past: write today or tomorrow"#
        ),
        Case(
            "T",
            "--components",
            #"{"weekdy":3}"#,
            saying: #"--components "{"weekdy":3}": column 2: "weekdy" is not a key: "#
                + "did you mean weekday?"
        ),
        Case(
            "T",
            "--components",
            #"{"weekday":8}"#,
            saying:
                #"--components "{"weekday":8}": weekday 8 does not exist: write 1 (Sunday) to 7 (Saturday)"#
        ),
        Case(
            "T",
            "--components",
            #"{"month":2,"day":30}"#,
            saying: "February never has a day 30: write day 29 or less, or another month"
        ),
        Case(
            "T",
            "--components",
            "{weekday:3}",
            saying:
                #"--components "{weekday:3}": column 2: a key in double quotes is expected here: "#
                + #"write "hour""#
        ),
        Case(
            "T",
            "--at",
            "09:00",
            "--tz",
            "Mars/Base",
            saying:
                #"--tz "Mars/Base" is unknown; write a name such as Europe/Berlin, or an offset such as +05:30"#
        ),
        Case(
            "T",
            "--in",
            "3s",
            "--at",
            "09:00",
            code: 64,
            saying: "--in and --at both set the time; keep one of them"
        ),
    ]

    private static let contents = [
        Case(
            "",
            "",
            saying: "the title and the body are both empty; write at least one of them"
        ),
        Case(
            "T",
            "--id",
            String(repeating: "x", count: 10_240),
            saying: "--id has 10240 bytes, more than the 255 allowed; shorten it"
        ),
        Case(
            "T",
            "--action",
            "Timer",
            saying: #"--action "Timer" has no URL; write it as "Label=URL", as in "#
                + #""Timer=clock://start?m=4"; for an answer to a script: notify-schedule send -A yes=Yes"#
        ),
        Case(
            "T",
            "--action",
            "Timer=nowhere",
            saying: #"--action: the URL "nowhere" has no scheme; write one before a colon, as in "#
                + "https://example.org"
        ),
        Case(
            "T",
            "--open",
            "a b:c",
            saying: #"--open "a b:c" has the character U+0020; write it as %20"#
        ),
    ]

    @Test func timesThatDoNotHoldAreRefused() async throws {
        try await expectRefusals(Self.times)
    }

    @Test func contentsThatDoNotHoldAreRefused() async throws {
        try await expectRefusals(Self.contents)
    }

    private func expectRefusals(_ cases: [Case]) async throws {
        let fixture = try await AgentFixture()
        for refused in cases {
            let outcome = try await fixture.run(["add"] + refused.arguments)
            #expect(outcome.code == refused.code, "\(refused.arguments)")
            #expect(outcome.output == "", "\(refused.arguments)")
            #expect(outcome.error == "notify-schedule: \(refused.message)\n")
            // Refused before an agent was needed, so that there is no store yet.
            #expect(fixture.owners.elements == [], "\(refused.arguments)")
        }
        #expect(try await fixture.listed("list") == [])
        #expect(try await fixture.listed("list", "delivered") == [])
    }

    /// What names something would name another thing, and what programs compare would not be equal.
    @Test(
        "A name, a path, a URL and data that are not UTF-8 are refused",
        arguments: [
            #"add T --id "$(printf 'a\377b')""#, #"add T --icon "$(printf 'a\377b')""#,
            #"add T --attach "$(printf 'a\377b')""#, #"add T --open "$(printf 'x:a\377b')""#,
            #"add T --action "$(printf 'a\377b=x:y')""#,
            #"add T --user-info "$(printf 'k=a\377b')""#,
            #"add T --thread="$(printf 'a\377b')""#, #"add T --hint "$(printf 'string:x:a\377b')""#,
            #"ask T --choices "$(printf 'a\377b')""#, #"remove "$(printf 'a\377b')""#,
            #"edit "$(printf 'a\377b')" --title T"#, #"send "$(printf 'a\377b')""#,
        ]
    )
    func whatIsNoTextIsRefused(command: String) async throws {
        let fixture = try await AgentFixture()
        let outcome = try await Program(path: "/bin/sh").run(
            ["-c", #"exec "$0" \#(command)"#, AgentFixture.command.path],
            environment: fixture.bus.environment
        )
        let isSend = command.hasPrefix("send")
        #expect(outcome.code == (isSend ? 1 : 65), "\(outcome)")
        let message =
            isSend
            ? "Invalid UTF-8 provided for parameter: Summary"
            : "is not valid UTF-8; convert it, for example with iconv"
        #expect(outcome.error.contains(message), "\(outcome)")
        #expect(try await fixture.listed("list") == [])
        #expect(try await fixture.listed("list", "delivered") == [])
    }

    /// Each command line shows a notification; what it says, as `TITLE|BODY`.
    @Test(
        "A text that is not UTF-8 is shown, with U+FFFD for what cannot be read",
        arguments: [
            (#"add "$(printf 'caf\351')""#, "caf\u{FFFD}|"),
            (
                #"add "$(printf 'caf\351')" "$(printf '\377\376 b')""#,
                "caf\u{FFFD}|\u{FFFD}\u{FFFD} b"
            ),
            (#"add T --subtitle="$(printf 'caf\351')""#, "T|caf\u{FFFD}"),
            (#"add T --subtitle "$(printf 'caf\351')" -a "$(printf 'caf\351')""#, "T|caf\u{FFFD}"),
            (#"add T - "#, "T|caf\u{FFFD} au lait"),
            (#"ask "$(printf 'caf\351?')" - --timeout 1ms"#, "caf\u{FFFD}?|caf\u{FFFD} au lait"),
            (#"run --title "$(printf 'caf\351')" -- true"#, "caf\u{FFFD}|"),
            (#"run -- true "$(printf 'caf\351')""#, "true caf\u{FFFD}|"),
        ]
    )
    func aTextIsRepaired(command: String, expected: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        _ = try await Program(path: "/bin/sh").run(
            ["-c", #"printf 'caf\351 au lait\n' | "$0" \#(command)"#, AgentFixture.command.path],
            environment: fixture.bus.environment
        )
        let call = try await server.next().call
        let parts = expected.split(separator: "|", omittingEmptySubsequences: false)
        #expect(call.summary.contains(parts[0]), "\(call.summary)")
        #expect(parts[1].isEmpty || call.body.contains(parts[1]), "\(call.body)")
    }

    @Test("An edit takes texts that are not UTF-8")
    func anEditIsRepaired() async throws {
        let fixture = try await AgentFixture()
        try await fixture.add("T", "--in", "1h", "--id", "t")
        let outcome = try await Program(path: "/bin/sh").run(
            [
                "-c",
                #"printf 'caf\351\n' | "$0" edit t --body - --title "$(printf '\351t\351')""#,
                AgentFixture.command.path,
            ],
            environment: fixture.bus.environment
        )
        #expect(outcome.code == 0, "\(outcome)")
        let content = try #require(try await fixture.listed("list").first).content
        #expect(content.title == "\u{FFFD}t\u{FFFD}")
        #expect(content.body == "caf\u{FFFD}")
    }

    @Test func anUnknownOptionOrVerbIsAMistakeOfUse() async throws {
        let fixture = try await AgentFixture()
        let option = try await fixture.run(["add", "T", "--nonsense"])
        #expect(option.code == 64)
        #expect(option.error.hasPrefix("notify-schedule: unknown option --nonsense; "))
        let verb = try await fixture.run(["nonsense"])
        #expect(verb.code == 64)
        #expect(verb.error.hasPrefix("notify-schedule: unknown command nonsense; "))
        #expect(fixture.owners.elements == [])
        #expect(try await fixture.listed("list") == [])
    }

    @Test func theAgentRefusesTheSameFromOthers() async throws {
        let fixture = try await AgentFixture()
        let agent = try await fixture.startAgent()
        let bad = [
            ("InvalidContent", Self.request(title: "")),
            ("InvalidIdentifier", Self.request(identifier: String(repeating: "x", count: 10_240))),
            (
                "InvalidTrigger",
                Self.request(trigger: .timeInterval(microseconds: 0, repeats: false))
            ),
            ("InvalidURL", Self.request(openURL: "nowhere")),
        ]
        for (name, request) in bad {
            let error = #expect(throws: GLibError.self) {
                try fixture.client.callBlocking(
                    "Add",
                    on: AgentNames.destination,
                    .tuple([request.record])
                )
            }
            #expect(error?.remoteName == AgentNames.errorPrefix + name)
        }
        #expect(try await fixture.listed("list") == [])
        withExtendedLifetime(agent) {}
    }

    private static func request(
        identifier: String = "a",
        title: String = "T",
        trigger: NotificationTrigger = .immediate,
        openURL: String? = nil
    ) -> NotificationRequest {
        NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier,
            content: NotificationContent(title: title),
            trigger: trigger,
            openURL: openURL
        )
    }
}
