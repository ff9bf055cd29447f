import Foundation
import TestSupport
import Testing

/// A command does the same with `run` before it and without, in which the shell is the reference.
@Suite(.serialized) struct RunTransparencyTests {
    /// Scripts of `sh`; `$RUN` is empty, or `run` with some options.
    private static let scripts = [
        "$RUN true", "$RUN false", "$RUN sh -c 'exit 42'", "$RUN sh -c 'exit 255'",
        "$RUN sh -c 'kill -TERM $$'; echo $?", "$RUN sh -c 'kill -KILL $$'; echo $?",
        "$RUN sh -c 'kill -HUP $$'; echo $?", "$RUN sh -c 'kill -USR1 $$'; echo $?",
        "$RUN sh -c 'kill -ALRM $$'; echo $?", "$RUN sh -c 'kill -PIPE $$'; echo $?",
        "exec $RUN sh -c 'kill -INT $$'", "exec $RUN sh -c 'kill -TERM $$'",
        "ulimit -c 0; exec $RUN sh -c 'kill -QUIT $$'",
        "$RUN echo out", "$RUN sh -c 'echo err >&2'", "$RUN printf 'no line end'",
        "$RUN printf '\\377\\000\\033[31mx'", "$RUN sh -c 'echo out; echo err >&2' 2>&1",
        "$RUN sh -c 'for n in 1 2 3 4 5 6; do echo $n; echo e$n >&2; done' 2>&1",
        "echo input | $RUN cat", "printf 'a\\nb\\n' | $RUN head -1", "$RUN cat < /dev/null",
        "$RUN sh -c 'cat && echo read || echo closed' <&- 2>/dev/null",
        "$RUN sh -c 'echo x 2>/dev/null; echo $? >&2' >&-",
        "$RUN sh -c 'echo x >&2 2>/dev/null; echo $?' 2>&-", "$RUN sh -c 'exit 3' <&- >&- 2>&-",
        "$RUN sh -c 'test -t 0; echo $?; test -t 1; echo $?'",
        "$RUN pwd", "X='a b' $RUN sh -c 'echo \"$X\"'", "$RUN printf '<%s>' 'a b' '' '*' \"it's\"",
        "$RUN printf %s \"$(printf 'caf\\351')\"", "umask 027; $RUN sh -c umask",
        "$RUN grep -E 'Sig(Blk|Ign|Cgt)' /proc/self/status",
        "trap '' INT USR1; $RUN grep SigIgn /proc/self/status",
        "trap '' TERM; $RUN sh -c 'kill -TERM $$; echo alive'",
        "$RUN sh -c 'echo x >&7' 7>&1",
        "$RUN sh -c 'for f in /proc/$$/fd/*; do echo ${f##*/}; done'",
        "$RUN sh -c 'echo x; echo $?' > /dev/full", "$RUN seq 1 3 > /dev/full",
        "$RUN seq 1 100000 2> /dev/full > /dev/full", "$RUN sh -c 'echo x >&2' 2> /dev/full",
        "$RUN seq 1 50000 > f; md5sum < f", "echo a > f; $RUN seq 1 3 >> f; cat f",
        "$RUN sh -c 'echo out; echo err >&2; exit 3' > f 2>&1; echo $?; cat f",
        "$RUN sh -c 'test -f /dev/stdout; echo $?' > f; cat f",
        "ulimit -f 1; $RUN seq 1 20000 | tail -1",
        "$RUN seq 1 200000 | md5sum", "$RUN yes | head -1",
        "$RUN sh -c 'seq 1 100000 >&2' 2>&1 | tail -1",
        "$RUN sh -c '(setsid sleep 0.01 &); exit 5'",
        "$RUN /nonexistent/program 2>/dev/null", "$RUN no-such-command-anywhere 2>/dev/null",
        "$RUN ./not-executable 2>/dev/null", "$RUN / 2>/dev/null", "$RUN '' 2>/dev/null",
        "$RUN ./not-executable/x 2>/dev/null", "$RUN ./no-interpreter one two",
        "PATH=$PWD:$PATH; $RUN no-interpreter three", "PATH=/nonexistent:; $RUN no-interpreter 4",
        "$RUN ./folder 2>/dev/null", "$RUN sh -c 'exec cat no-such-file' 2>/dev/null",
        // Signals of a program in the same process group: to this process alone, and to the whole group.
        #"""
        rm -f f; mkfifo f; $RUN sh -c 'trap "exit 7" TERM; echo >f; while :; do sleep 0.02; done' &
        read line <f; kill $!; wait $!
        """#,
        #"""
        rm -f f; mkfifo f; export RUN; exec setsid -w sh -c '
        trap : USR1; $RUN sh -c "n=0; trap \"n=\\\$((n + 1))\" USR1; trap \"echo \\\$n; exit\" TERM
        echo >f; while :; do sleep 0.02; done" 2>/dev/null & read line <f; kill -USR1 0; kill $!
        while kill -0 $! 2>/dev/null; do wait $!; done; true'
        """#,
    ]

    @Test(arguments: ["", "--tail 3", "--log", "--log --tail 1 --on-failure --if-longer 1h"])
    func sameAsWithoutIt(options: String) async throws {
        let folder = try TemporaryFolder()
        try writeProgram("echo interpreted \"$@\"\n", to: "\(folder.path)/no-interpreter")
        _ = FileManager.default.createFile(atPath: "\(folder.path)/not-executable", contents: nil)
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/folder",
            withIntermediateDirectories: false
        )
        let command = try Self.linked(in: folder)
        for script in Self.scripts {
            let plain = try await Self.run(script, "", in: folder.path)
            let run = "\(command) run --if-longer 1h \(options) --"
            let wrapped = try await Self.run(script, run, in: folder.path)
            #expect(wrapped.status == plain.status, "\(script) with \(options)")
            #expect(wrapped.output == plain.output, "\(script) with \(options)")
            #expect(wrapped.error == plain.error, "\(script) with \(options)")
        }
    }

    /// Without the parser, by `run --` alone: the environment has no bus, so that a warning comes.
    @Test func theShortFormHasTheSameEnd() async throws {
        let folder = try TemporaryFolder()
        let run = "\(try Self.linked(in: folder)) run --"
        for script in ["$RUN sh -c 'exit 42'", "exec $RUN sh -c 'kill -TERM $$'"] {
            let plain = try await Self.run(script, "", in: folder.path)
            let wrapped = try await Self.run(script, run, in: folder.path)
            #expect(wrapped.status == plain.status)
            #expect(wrapped.error.contains("warning: the end of the command is not shown: "))
        }
    }

    /// What shells print, with this program's name.
    private static let messages: [(command: String, status: Int32, message: String)] = [
        ("no-such-command-anywhere", 127, "no-such-command-anywhere: command not found"),
        ("/nonexistent/x", 127, "/nonexistent/x: No such file or directory"),
        ("/etc/passwd", 126, "/etc/passwd: Permission denied"),
        ("/etc", 126, "/etc: Is a directory"),
    ]

    @Test func aCommandThatCannotBeRunIsNamed() async throws {
        for (command, status, message) in Self.messages {
            for options in [[], ["--tail", "1"]] {
                let outcome = try await AgentFixture.command.run(
                    ["run"] + options + ["--", command],
                    environment: ["PATH": "/usr/bin:/bin"]
                )
                #expect(outcome.code == status)
                #expect(outcome.error == "notify-schedule: \(message)\n")
                #expect(outcome.output == "")
            }
        }
    }

    /// Links the command in a folder, and returns a name without blanks: a shell splits `$RUN` at them.
    private static func linked(in folder: TemporaryFolder) throws -> String {
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/linked",
            withDestinationPath: AgentFixture.command.path
        )
        return "./linked"
    }

    private static func run(
        _ script: String,
        _ run: String,
        in folder: String
    ) async throws -> Program.Outcome {
        try await Program(path: "/bin/sh").run(
            ["-c", script],
            environment: [
                "RUN": run, "PATH": "/usr/bin:/bin", "HOME": folder, "LANG": "C.UTF-8",
                "XDG_STATE_HOME": "\(folder)/state", "XDG_RUNTIME_DIR": folder,
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus",
                // What `make coverage` counts would be one more file, to which the limit of a script applies.
                "LLVM_PROFILE_FILE": "/dev/null",
            ],
            directory: folder
        )
    }
}
