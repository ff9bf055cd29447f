import Foundation
import GLibBridge

/// One of the project's built programs, to be run by a test.
package struct Program: Sendable {
    /// What a program left behind.
    package struct Outcome: Sendable, CustomStringConvertible {
        /// How it ended.
        package let status: ExitStatus
        /// Its standard output.
        package let output: String
        /// Its standard error.
        package let error: String

        /// The exit code; `nil` where a signal ended it.
        package var code: Int32? {
            if case .code(let code) = status { code } else { nil }
        }

        /// All of it, for the log of a failed test.
        package var description: String {
            "\(status)\n--- output\n\(output)--- error\n\(error)"
        }
    }

    /// The program's file.
    package let path: String

    /// A program by its file.
    package init(path: String) {
        self.path = path
    }

    /// A program by its name in the build folder.
    ///
    /// The folder is that of the running tests, or `NOTIFY_BIN_DIR` of the environment.
    package init(_ name: String) {
        path = "\(Self.folder)/\(name)"
    }

    /// The program's file as a word of a shell's line, a desktop file or a D-Bus service file: the checkout may lie in
    /// a folder with blanks.
    package var word: String { ShellWords.quoted(path) }

    /// Whether the program has been built.
    package var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Where the built programs are.
    package static var folder: String {
        if let folder = ProcessInfo.processInfo.environment["NOTIFY_BIN_DIR"], !folder.isEmpty {
            return folder
        }
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().path
    }

    /// Starts the program and goes on.
    ///
    /// - Parameters:
    ///   - arguments: without the program itself.
    ///   - directory: its working directory; `nil` for the test's.
    package func start(
        _ arguments: [String] = [],
        environment: [String: String],
        directory: String? = nil
    ) throws -> RunningProgram {
        RunningProgram(
            process: try ChildProcess(
                path: path,
                arguments: arguments,
                environment: environment,
                directory: directory
            )
        )
    }

    /// Runs the program to its end; kills it where it takes too long.
    ///
    /// - Parameters:
    ///   - arguments: without the program itself.
    ///   - directory: its working directory; `nil` for the test's.
    package func run(
        _ arguments: [String] = [],
        environment: [String: String],
        input: String = "",
        directory: String? = nil,
        within seconds: Double = 30
    ) async throws -> Outcome {
        let running = try start(arguments, environment: environment, directory: directory)
        // On a thread of its own: a program that does not read would hold the test.
        Thread.detachNewThread {
            running.write(input)
            running.closeInput()
        }
        return try await running.waitForExit(within: seconds)
    }
}

/// A program that runs while the test goes on; it is killed when the last reference goes.
package final class RunningProgram: Sendable {
    private let process: ChildProcess

    init(process: ChildProcess) {
        self.process = process
    }

    deinit {
        process.kill(SIGKILL)
        process.closeInput()
    }

    /// The process id.
    package var id: Int32 { process.id }

    /// Its standard output so far.
    package var output: String { Self.text(process.events.elements).output }

    /// Its standard error so far.
    package var error: String { Self.text(process.events.elements).error }

    /// How it ended; `nil` while it runs.
    package var exitStatus: ExitStatus? {
        process.events.elements.lazy.compactMap {
            if case .exit(let status) = $0 { status } else { nil }
        }.first
    }

    /// Writes to its standard input.
    package func write(_ text: String) { process.write(text) }

    /// Ends its standard input.
    package func closeInput() { process.closeInput() }

    /// Sends it a signal, such as `SIGTERM`.
    package func kill(_ signal: Int32) { process.kill(signal) }

    /// Waits until its standard output, but for its first bytes, holds a text; the whole output so far
    /// comes back.
    @discardableResult
    package func waitForOutput(
        _ text: String,
        after length: Int = 0,
        within seconds: Double = 10
    ) async throws -> String {
        try await process.events.wait(seconds, "output \"\(text)\"") { events in
            let output = Self.text(events).output
            return String(decoding: output.utf8.dropFirst(length), as: UTF8.self).contains(text)
                ? output : nil
        }
    }

    /// Waits until its standard error holds a text; the whole of it so far comes back.
    @discardableResult
    package func waitForError(_ text: String, within seconds: Double = 10) async throws -> String {
        try await process.events.wait(seconds, "error \"\(text)\"") { events in
            let error = Self.text(events).error
            return error.contains(text) ? error : nil
        }
    }

    /// Waits until it has ended and its outputs are read; kills it where it takes too long.
    ///
    /// Outputs that a child of the program keeps open are waited for only a moment.
    package func waitForExit(within seconds: Double = 30) async throws -> Program.Outcome {
        let status: ExitStatus
        do {
            status = try await process.events.wait(seconds, "the end of process \(id)") { events in
                events.lazy.compactMap { if case .exit(let status) = $0 { status } else { nil } }
                    .first
            }
        } catch {
            process.kill(SIGKILL)
            throw ProgramDeadline(error: error, output: output, standardError: self.error)
        }
        _ = try? await process.events.wait(2, "the end of the outputs") { events in
            events.contains(.outputEnd) && events.contains(.errorEnd) ? true : nil
        }
        let text = Self.text(process.events.elements)
        return Program.Outcome(status: status, output: text.output, error: text.error)
    }

    private static func text(_ events: [ChildProcess.Event]) -> (output: String, error: String) {
        var output: [UInt8] = []
        var error: [UInt8] = []
        for event in events {
            switch event {
            case .output(let bytes): output += bytes
            case .error(let bytes): error += bytes
            default: break
            }
        }
        return (String(decoding: output, as: UTF8.self), String(decoding: error, as: UTF8.self))
    }
}

/// A program that did not end in time, with what it had said.
package struct ProgramDeadline: Error, CustomStringConvertible {
    let error: any Error
    let output: String
    let standardError: String

    /// A sentence for the log of a failed test.
    package var description: String {
        "\(error)\n--- output\n\(output)--- error\n\(standardError)"
    }
}
