import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import TestSupport

extension AgentFixture {
    /// Adds a request of an app, as a program of that app does; the agent runs.
    func add(
        app: String,
        _ identifier: String,
        title: String,
        after microseconds: Int64 = 3_600_000_000
    ) async throws {
        let request = NotificationRequest(
            appID: app,
            identifier: identifier,
            content: NotificationContent(title: title),
            trigger: .timeInterval(microseconds: microseconds, repeats: false)
        )
        _ = try await client.call("Add", on: AgentNames.destination, .tuple([request.record]))
    }

    /// Installs a desktop file.
    func install(_ name: String, _ text: String) throws {
        let folder = "\(directory)/data/applications"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
}

extension Program.Outcome {
    /// Fails the test where the program failed.
    func expectSuccess() throws {
        guard code == 0 else { throw UnexpectedOutcome(outcome: self) }
    }
}
