/// A program together with all that it starts.
///
/// All of them end with ``stop()``, with the last reference, and with the test process in whatever way
/// that dies.
package final class ProgramGroup: Sendable {
    /// The program's own process.
    package let program: RunningProgram

    /// Starts a program as the leader of a new session.
    package init(_ command: [String], environment: [String: String]) throws {
        program = try Program(path: "/usr/bin/setsid").start(
            ["/bin/sh", "-c", Self.guardedStart] + command,
            environment: environment
        )
    }

    deinit {
        program.closeInput()
    }

    /// What it said on both outputs so far.
    package var log: String { program.output + program.error }

    /// Ends all of them and waits for the end.
    package func stop() async throws {
        program.closeInput()
        _ = try await program.waitForExit()
    }

    // Becomes the program, and leaves somebody behind who ends the whole group once standard input
    // closes. As long as he is in it nobody else gets the group's number.
    private static let guardedStart = """
        exec 3<&0
        (read -r nothing <&3; kill -s KILL -- -$$) > /dev/null 2>&1 &
        exec "$0" "$@" 3<&- < /dev/null
        """
}
