import Foundation
import Logging
import TestSupport
import Testing

@testable import SchedulerAgent

/// The agent's command line and its log.
@Suite struct AgentArgumentsTests {
    @Test(arguments: [
        (["--relpace"], "there is no option \"--relpace\"; did you mean --replace?"),
        (
            ["-x"],
            "there is no option \"-x\"; there are --replace, --autostart, --verbose, --version, --help"
        ),
        (
            ["--verbose", "stop"],
            "there is nothing to do with \"stop\"; notify-agent takes only options, and notify-schedule "
                + "the verbs"
        ),
        (
            ["--replace", "--autostart"],
            "--replace ends the agent that runs and --autostart keeps it; write one of them"
        ),
        (["--replace=yes"], "there is no option \"--replace=yes\"; did you mean --replace?"),
    ])
    func whatIsWrongIsNamedAndNothingRuns(arguments: [String], message: String) async throws {
        // Without a bus: it would complain of that if it came so far.
        let outcome = try await AgentFixture.agent.run(arguments, environment: [:])
        #expect(outcome.code == 64)
        #expect(outcome.error == "notify-agent: \(message)\n")
        #expect(outcome.output == "")
    }

    @Test func helpAndVersionNeedNoBus() async throws {
        let version = try await AgentFixture.agent.run(["--version"], environment: [:])
        let command = try await AgentFixture.command.run(["--version"], environment: [:])
        #expect(version.code == 0)
        #expect(version.output == command.output)
        for option in ["--help", "-h"] {
            let help = try await AgentFixture.agent.run([option], environment: [:])
            #expect(help.code == 0 && help.error == "")
            for name in ["--replace", "--autostart", "--verbose", "--version", "Examples:"] {
                #expect(help.output.contains(name))
            }
            #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 106 })
        }
    }

    @Test(arguments: [
        (
            Logger.Level.debug, "<7>one\n<7>two\n",
            "notify-agent: debug: one\nnotify-agent: debug: two\n"
        ),
        (.info, "<6>one\n<6>two\n", "notify-agent: info: one\nnotify-agent: info: two\n"),
        (.notice, "<5>one\n<5>two\n", "notify-agent: one\nnotify-agent: two\n"),
        (.warning, "<4>one\n<4>two\n", "notify-agent: warning: one\nnotify-agent: warning: two\n"),
        (.error, "<3>one\n<3>two\n", "notify-agent: error: one\nnotify-agent: error: two\n"),
        (
            .critical, "<2>one\n<2>two\n",
            "notify-agent: critical: one\nnotify-agent: critical: two\n"
        ),
    ])
    func eachLineSaysItsLevel(level: Logger.Level, journal: String, plain: String) {
        #expect(AgentLog.lines("one\ntwo", level, for: .journal) == journal)
        #expect(AgentLog.lines("one\ntwo", level, for: .plain) == plain)
    }

    @Test(arguments: [
        ("JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2)", "<3>the session bus at "),
        // Inherited by a program whose standard error goes elsewhere.
        ("JOURNAL_STREAM=1:2", "notify-agent: the session bus at "),
        ("NOTHING=1", "notify-agent: the session bus at "),
    ])
    func theJournalIsKnownByItsStream(variable: String, start: String) async throws {
        let outcome = try await Program(path: "/bin/sh").run(
            [
                "-c", "\(variable) XDG_RUNTIME_DIR=/nonexistent exec \"$0\"",
                AgentFixture.agent.path,
            ],
            environment: ["PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": ""]
        )
        #expect(outcome.code == 69)
        #expect(outcome.error.hasPrefix(start), "\(outcome)")
    }

    @Test func theLogIsQuietUntilItIsAsked() async throws {
        let fixture = try await AgentFixture()
        let quiet = try await fixture.startAgent()
        try await fixture.endAgent(SIGTERM)
        #expect(try await quiet.waitForExit().error == "")
        let verbose = try await fixture.startAgent(["NOTIFY_SCHEDULE_LOG": "debug"])
        try await fixture.endAgent(SIGTERM)
        #expect(
            try await verbose.waitForExit().error.hasSuffix("notify-agent: info: ends: SIGTERM\n")
        )
        let wrong = try await fixture.startAgent(["NOTIFY_SCHEDULE_LOG": "loud"])
        try await fixture.endAgent(SIGTERM)
        #expect(
            try await wrong.waitForExit().error
                == "notify-agent: warning: NOTIFY_SCHEDULE_LOG=loud is not used; write one of trace, "
                + "debug, info, notice, warning, error, critical\n"
        )
    }
}
