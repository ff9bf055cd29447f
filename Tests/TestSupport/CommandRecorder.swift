import Foundation

/// Programs for `launcher.conf` that tell the test how they were called.
///
/// Each writes the number of its arguments and then the arguments, a NUL after each, into a pipe that
/// stays open, so that a test hears all starts and waits for none by the clock.
package struct CommandRecorder: Sendable {
    private let reader: RunningProgram
    private let directory: String
    private let environment: [String: String]

    /// Makes the recording program and a reader.
    package init(in fixture: AgentFixture) async throws {
        directory = fixture.directory
        environment = fixture.bus.environment
        let pipe = "\(directory)/calls"
        guard mkfifo(pipe, 0o600) == 0 else {
            throw StartFailureInTest(what: "mkfifo: \(String(cString: strerror(errno)))")
        }
        let script = """
            #!/bin/sh
            printf '%s\\0' "$#" "$@" > \(pipe)

            """
        try writeProgram(script, to: "\(directory)/record")
        reader = try Program(path: "/bin/sh").start(
            ["-c", "exec 3<>\"$0\"; echo ready; exec cat <&3", pipe],
            environment: environment
        )
        try await reader.waitForOutput("ready\n", within: 30)
    }

    /// The recording program.
    package var program: String { "\(directory)/record" }

    /// Writes `launcher.conf` with commands by scheme, or by the names of groups of another kind.
    package func configure(_ commands: [String: String], as kind: String = "Scheme") throws {
        let folder = "\(directory)/config/notify-schedule"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let groups = commands.sorted { $0.key < $1.key }
            .map { "[\(kind) \($0.key)]\nExec=\($0.value)\n" }
        try Self.write(groups.joined(separator: "\n"), to: "\(folder)/launcher.conf")
    }

    /// Waits until the program was called with exactly these arguments, and with no others ever.
    package func expectCalls(_ calls: [String]...) async throws -> Bool {
        let text = "ready\n" + calls.map(Self.text).joined()
        do {
            return try await reader.waitForOutput(text, within: 30) == text
        } catch {
            throw StartFailureInTest(
                what: "expected \(calls), got \(reader.output.debugDescription)"
            )
        }
    }

    /// Waits until the program was called once with each of these vectors, and with no others ever.
    package func expectCallsInAnyOrder(_ calls: [[String]]) async throws -> Bool {
        let texts = calls.map(Self.text)
        let length = "ready\n".utf8.count + texts.map(\.utf8.count).reduce(0, +)
        let output = try await poll(30, "\(calls.count) calls") {
            reader.output.utf8.count >= length ? reader.output : nil
        }
        let counts = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
        return output.utf8.count == length
            && counts.allSatisfy { output.components(separatedBy: $0.key).count == $0.value + 1 }
    }

    /// Waits for the first call and gives its only argument.
    package func firstCall() async throws -> String {
        // One write brings the whole call.
        let output = try await reader.waitForOutput("ready\n1\0", within: 30)
        return String(output.dropFirst("ready\n1\0".count).prefix { $0 != "\0" })
    }

    /// Makes a program from a line of shell.
    package func makeProgram(_ name: String, _ line: String) throws -> String {
        try writeProgram("#!/bin/sh\n\(line)\n", to: "\(directory)/\(name)")
        return "\(directory)/\(name)"
    }

    /// Whether nothing has been called.
    package var isUntouched: Bool { reader.output == "ready\n" }

    private static func text(_ arguments: [String]) -> String {
        (["\(arguments.count)"] + arguments).map { "\($0)\0" }.joined()
    }

    private static func write(_ text: String, to path: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}
