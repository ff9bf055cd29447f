import Foundation
import NotificationServer
import TestSupport
import Testing

/// `run --pid`: the end of a process that another program started.
@Suite(.serialized) struct RunProcessTests {
    private static let scripts: [(script: String, code: Int32, title: String)] = [
        ("read x", 0, "Done: sh -c 'read x'"),
        ("read x; exit 3", 3, "Failed: sh -c 'read x; exit 3'"),
        ("read x; kill -KILL $$", 137, "Failed: sh -c 'read x; kill -KILL $$'"),
    ]

    @Test func theEndOfAProcessIsShown() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        for (script, code, title) in Self.scripts {
            let process = try Program(path: "/bin/sh").start(
                ["-c", script],
                environment: ["PATH": "/usr/bin:/bin"]
            )
            let running = try AgentFixture.command.start(
                ["run", "--pid", "\(process.id)"],
                environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
            )
            try await Self.waitUntilWatched(by: running)
            process.write("\n")
            let outcome = try await running.waitForExit()
            let call = try await server.next(within: 30).call
            // What the process was, its parent may have collected before an older kernel was asked.
            if Self.keepsStatus || outcome.code != 0 {
                #expect(outcome.code == code)
                #expect(call.summary == title.replacing("sh -c", with: "/bin/sh -c"))
            } else {
                #expect(call.summary.hasSuffix("sh -c '\(script)'"))
            }
            #expect(call.body.contains(" after "))
        }
    }

    /// Where nothing is to be shown.
    @Test func theConditionsAreThoseOfACommand() async throws {
        let fixture = try await AgentFixture()
        for options in [["--on-failure"], ["--if-longer", "1h"]] {
            let process = try Program(path: "/bin/sh").start(["-c", "read x"], environment: [:])
            let running = try AgentFixture.command.start(
                ["run", "--pid", "\(process.id)"] + options,
                environment: fixture.bus.environment(timeZone: AgentFixture.timeZone)
            )
            try await Self.waitUntilWatched(by: running)
            process.write("\n")
            #expect(try await running.waitForExit().code == 0)
            guard Self.keepsStatus else { continue }
            #expect(fixture.owners.elements.isEmpty)
        }
    }

    /// Whether the kernel keeps the status of a collected process: Linux 6.15 and later.
    private static var keepsStatus: Bool {
        var name = utsname()
        uname(&name)
        let release = withUnsafeBytes(of: &name.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        return numbers.count == 2 && (numbers[0], numbers[1]) >= (6, 15)
    }

    /// Waits until `run` waits for the process: it sleeps, which it does only once it has read the command line.
    private static func waitUntilWatched(by program: RunningProgram) async throws {
        let folder = "/proc/\(program.id)/fd"
        try await poll(30, "the wait for the process", while: program) { () -> Bool? in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let targets = names.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            }
            guard targets.contains(where: { $0.contains("pidfd") }) else { return nil }
            let line = try? String(contentsOfFile: "/proc/\(program.id)/stat", encoding: .utf8)
            return line?.contains(") S ") == true ? true : nil
        }
    }
}
