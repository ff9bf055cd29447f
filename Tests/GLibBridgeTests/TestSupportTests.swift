import Foundation
import TestSupport
import Testing

@Suite struct TestSupportTests {
    private static let shell = Program(path: "/bin/sh")

    @Test func aProgramGetsAllAndLeavesAll() async throws {
        let outcome = try await Self.shell.run(
            ["-c", "cat; echo \"$A $1\" >&2; pwd; exit 3", "sh", "ü b"],
            environment: ["A": "x"],
            input: "line\n",
            directory: "/"
        )
        #expect(outcome.status == .code(3))
        #expect(outcome.code == 3)
        #expect(outcome.output == "line\n/\n")
        #expect(outcome.error == "x ü b\n")
    }

    @Test func muchInputAndOutputDoNotBlock() async throws {
        let text = String(repeating: "0123456789abcdef", count: 40_000)
        let outcome = try await Program(path: "/bin/cat").run(environment: [:], input: text)
        #expect(outcome.output == text)
    }

    @Test func aProgramThatDoesNotReadItsInputIsNoHarm() async throws {
        let text = String(repeating: "x", count: 1_000_000)
        let outcome = try await Program(path: "/bin/true").run(environment: [:], input: text)
        #expect(outcome.status == .code(0))
    }

    @Test func manyProgramsAtATime() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let outcome = try await Self.shell.run(
                        ["-c", "read x; echo $x"],
                        environment: [:],
                        input: "\(number)\n"
                    )
                    return outcome.output == "\(number)\n"
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test func aLongRunningProgramIsHeardAndKilled() async throws {
        let running = try Self.shell.start(
            ["-c", "echo ready; read x; echo got $x; echo bad >&2; exec sleep 100"],
            environment: ["PATH": "/bin:/usr/bin"]
        )
        try await running.waitForOutput("ready")
        running.write("word\n")
        try await running.waitForOutput("got word")
        try await running.waitForError("bad")
        running.kill(SIGKILL)
        let outcome = try await running.waitForExit()
        #expect(outcome.status == .signal(SIGKILL))
        running.kill(SIGKILL)
    }

    @Test func aProgramThatHangsFailsTheTest() async throws {
        do {
            _ = try await Self.shell.run(
                ["-c", "echo said; exec sleep 100"],
                environment: ["PATH": "/bin:/usr/bin"],
                within: 0.2
            )
            Issue.record("it ended")
        } catch {
            #expect("\(error)".contains("said"))
        }
    }

    @Test func aMissingProgramIsAnError() async {
        await #expect(throws: StartFailure.self) {
            try await Program("nonexistent").run(environment: [:])
        }
    }

    @Test func withinGivesTheValueTheErrorOrUp() async throws {
        #expect(try await within(5) { 7 } == 7)
        await #expect(throws: StartFailure.self) {
            try await within(5) { _ = try await Program("nonexistent").run(environment: [:]) }
        }
        await #expect(throws: DeadlineExceeded.self) {
            try await within(0.05) { try await Task.sleep(for: .seconds(100)) }
        }
    }

    @Test func aBusHasDirectoriesOfItsOwn() async throws {
        let bus = try await PrivateBus()
        let outcome = try await Self.shell.run(
            ["-c", "stat -c %a \"$XDG_RUNTIME_DIR\"; printenv | sort"],
            environment: bus.environment(timeZone: "Europe/Berlin", ["MORE": "1"])
        )
        let lines = Set(outcome.output.split(separator: "\n").map(String.init))
        #expect(lines.contains("700"))
        #expect(lines.contains("TZ=Europe/Berlin"))
        #expect(lines.contains("MORE=1"))
        #expect(lines.contains("LANG=C.UTF-8"))
        #expect(lines.contains("DBUS_SESSION_BUS_ADDRESS=\(bus.address)"))
        for name in ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
            #expect(lines.contains { $0.hasPrefix("\(name)=\(bus.directory)/") })
        }
        bus.close()
        #expect(!FileManager.default.fileExists(atPath: bus.directory))
    }

    @Test func aWaitEndsWithTheProgramThatIsWaitedFor() async throws {
        let program = try Program(path: "/bin/sh").start(["-c", "exit 3"], environment: [:])
        let error = await #expect(throws: ProgramEnded.self) {
            try await poll(30, "a word", while: program) { () -> String? in nil }
        }
        #expect(
            error?.description.hasPrefix("the program ended before a word: exit code 3") == true
        )
        await #expect(throws: DeadlineExceeded.self) {
            try await poll(0.01, "a word") { () -> String? in nil }
        }
    }
}
