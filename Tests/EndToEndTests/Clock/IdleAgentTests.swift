import Foundation
import NotificationServer
import TestSupport
import Testing

/// An agent that has nothing to do sleeps, whatever it has done before.
@Suite(.serialized) struct IdleAgentTests {
    /// The agent's threads that are of the system's pool, by the names of their queues.
    ///
    /// The pool wakes one of them once a second for as long as the process lives.
    private static func poolThreads(of process: Int32) throws -> [String] {
        let tasks = "/proc/\(process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap { task in
            try? String(contentsOfFile: "\(tasks)/\(task)/comm", encoding: .utf8)
        }
        .map { $0.trimmingCharacters(in: .newlines) }
        .filter { $0.contains("qos") || $0.contains("dispatch") || $0.contains("cooperative") }
    }

    private static let verbs = [
        ["agent", "status"], ["add", "Once", "--in", "1h", "--id", "once"],
        ["add", "Daily", "--on", "09:00", "--id", "daily", "--times", "9"], ["list"],
        ["list", "delivered"], ["show", "once"], ["next", "daily"], ["skip", "daily"],
        ["pause", "daily"], ["resume", "daily"], ["snooze", "once", "10m"], ["history"],
        ["simulate", "--to", "2d"], ["apps"], ["apps", "deny", "org.example.A"],
        ["apps", "allow", "org.example.A"], ["schemes"], ["launcher", "list"],
        ["open", "--dry-run", "x:1"], ["add", "Now", "--id", "now"],
        ["again", "now"], ["dismiss", "now"], ["send", "Sent"],
        ["add", "Clicked", "--wait", "-t", "50"], ["remove", "once"], ["doctor"],
        ["doctor", "--json"],
    ]

    @Test func noVerbLeavesAPoolOfThreadsBehind() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let recorder = try await CommandRecorder(in: fixture)
        try recorder.configure(["x": "\(recorder.program) %p"])
        let agent = try await fixture.startAgent()
        #expect(try Self.poolThreads(of: agent.id) == [])
        for verb in Self.verbs {
            let outcome = try await fixture.run(verb)
            #expect(outcome.code == 0, "\(verb): \(outcome)")
            #expect(try Self.poolThreads(of: agent.id) == [], "\(verb)")
        }
        let file = "\(fixture.directory)/all.json"
        #expect(try await fixture.run(["export", file]).code == 0)
        #expect(try await fixture.run(["import", file]).code == 0)
        #expect(try Self.poolThreads(of: agent.id) == [], "export and import")
        withExtendedLifetime(server) {}
    }

    @Test func aStartWithAFilledStoreLeavesNone() async throws {
        let fixture = try await AgentFixture()
        let server = try await FakeNotificationServer(on: fixture.bus)
        let first = try await fixture.startAgent()
        try await fixture.add("Daily", "--on", "09:00")
        try await fixture.add("Now")
        _ = try await server.call(titled: "Now")
        try await fixture.endAgent(SIGTERM)
        withExtendedLifetime(first) {}
        let second = try await fixture.startAgent()
        try await fixture.barrier(server)
        #expect(try Self.poolThreads(of: second.id) == [])
    }
}
