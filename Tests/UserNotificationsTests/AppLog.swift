import Foundation
import TestSupport

/// What an app writes that the agent starts.
struct AppLog {
    private let reader: RunningProgram
    private let directory: String
    private let pipe: String

    /// Makes the log.
    init(in bus: PrivateBus) async throws {
        directory = bus.directory
        pipe = "\(directory)/app-log"
        mkfifo(pipe, 0o600)
        reader = try Program(path: "/bin/sh").start(
            ["-c", "exec 3<>\"$0\"; echo ready; exec cat <&3", pipe],
            environment: bus.environment
        )
        try await reader.waitForOutput("ready\n", within: 30)
    }

    /// Installs a desktop file that starts the sample app, which listens at once.
    func install(_ id: String) throws {
        let script = """
            #!/bin/sh
            exec > "\(pipe)"
            echo "process $$."
            echo "started $NOTIFY_SCHEDULE_APP_ID token $XDG_ACTIVATION_TOKEN."
            exec \(Program("sample-app").word) listen closure

            """
        let program = "\(directory)/start-app"
        try writeProgram(script, to: program)
        let folder = "\(directory)/data/applications"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try """
        [Desktop Entry]
        Type=Application
        Name=Sample
        Icon=sample-icon
        Exec=\(program) %u

        """.write(toFile: "\(folder)/\(id).desktop", atomically: true, encoding: .utf8)
    }

    /// Waits until something was written.
    func wait(for text: String) async throws {
        try await reader.waitForOutput(text, within: 30)
    }

    /// All that was written.
    var text: String { reader.output }

    /// Ends the app that was started last.
    func endApp() {
        let line = text.split(separator: "\n").last { $0.hasPrefix("process ") }
        let number = line.flatMap { Int32($0.dropFirst("process ".count).dropLast()) }
        if let number { kill(number, SIGKILL) }
    }
}
