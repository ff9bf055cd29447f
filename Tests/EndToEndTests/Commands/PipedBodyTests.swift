import NotificationServer
import TestSupport
import Testing

/// `add TITLE -`: the output of a program as the body.
@Suite(.serialized) struct PipedBodyTests {
    @Test(arguments: [
        (
            "\u{1B}[1;31merror:\u{1B}[0m no such file\r\nmake: *** [all] Error 1\r\n",
            "error: no such file\nmake: *** [all] Error 1"
        ),
        ("10%\r 50%\r100%\n", "10%\n 50%\n100%"),
        (
            "\u{1B}]8;;https://a/b\u{1B}\\link\u{1B}]8;;\u{1B}\\ and a bell\u{7}\n",
            "link and a bell"
        ),
        ("one\n\ntwo\ttabs\n", "one\n\ntwo\ttabs"), ("no end", "no end"),
        ("a\u{0}b\u{9B}32mc", "abc"),
    ])
    func coloursAndControlsAreLeftOut(input: String, body: String) async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let outcome = try await fixture.run(["add", "Build", "-"], input: input)
        #expect(outcome.code == 0, "\(outcome.error)")
        let call = try await server.call(titled: "Build").call
        #expect(call.body == body)
    }

    @Test("Bytes that are not UTF-8 become U+FFFD, and the rest is shown")
    func otherEncodings() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let cases: [(bytes: String, body: String)] = [
            (#"caf\351"#, "caf\u{FFFD}"), (#"\351"#, "\u{FFFD}"), (#"a\000b\377\n"#, "ab\u{FFFD}"),
            (#"cut \303"#, "cut \u{FFFD}"), (#"\033[31mr\351d\033[0m"#, "r\u{FFFD}d"),
        ]
        for (bytes, body) in cases {
            let outcome = try await Program(path: "/bin/sh").run(
                ["-c", #"printf '\#(bytes)' | "$0" add Build -"#, AgentFixture.command.path],
                environment: fixture.bus.environment
            )
            #expect(outcome.code == 0, "\(outcome)")
            #expect(try await server.next().call.body == body)
        }
    }

    /// The colours of a text do not count as its length, and what is too long is not cut in silence.
    @Test func theTextItselfIsBounded() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let piece = "\u{1B}[38;2;255;128;000mx\u{1B}[0m"
        let coloured = String(repeating: piece, count: 100_000)
        #expect(try await fixture.run(["add", "Build", "-"], input: coloured).code == 0)
        _ = try await server.call(titled: "Build")
        let long = try await fixture.run(["add", "Long", "-"], input: coloured + coloured)
        #expect(long.code == 65)
        #expect(long.error.contains("200000 bytes"), "\(long.error)")
        let huge = try await fixture.run(
            ["add", "Long", "-"],
            input: String(repeating: "\u{1B}[0m", count: 3 << 20)
        )
        #expect(huge.code == 65)
        #expect(huge.error.contains("standard input has 12582912 bytes"), "\(huge.error)")
    }

    /// What is typed as an argument is meant as it stands.
    @Test func anArgumentWithControlsIsStillRefused() async throws {
        let fixture = try await AgentFixture()
        let outcome = try await fixture.run(["add", "Build", "\u{1B}[1mx"])
        #expect(outcome.code == 65)
        #expect(outcome.error.contains("has the control character U+001B"))
    }
}
