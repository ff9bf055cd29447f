import AgentInterface
import AgentTestSupport
import Foundation
import GLibBridge
import NotifyCore
import TestSupport

extension AgentFixture {
    /// Writes `agent.conf`.
    func configure(_ text: String) throws {
        let folder = "\(directory)/config/notify-schedule"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try text.write(toFile: "\(folder)/agent.conf", atomically: true, encoding: .utf8)
        chmod("\(folder)/agent.conf", 0o600)
    }

    /// Asks for permission; the answer may come much later, within a minute here.
    func ask(for app: String, options: UInt32 = 4) -> Task<Bool?, any Error> {
        Task {
            try await client.call(
                "RequestAuthorization",
                on: AgentNames.destination,
                .tuple([.string(app), .uint32(options)]),
                deadline: .milliseconds(60_000)
            )[0]?.boolean
        }
    }

    /// What the agent says an app may do.
    func status(of app: String) async throws -> String? {
        try await call("Settings", .string(app))[0]?["authorizationStatus"]?.string
    }

    /// Adds a request for an app; `nil` where it was accepted, else the refusal.
    func add(
        _ title: String,
        for app: String,
        badge: Int? = nil,
        trigger: NotificationTrigger = .immediate
    ) async throws -> String? {
        let request = NotificationRequest(
            appID: app,
            identifier: title,
            content: NotificationContent(title: title, badge: badge),
            trigger: trigger
        )
        do {
            try await add(request)
            return nil
        } catch let error as GLibError {
            return "\(error.remoteName ?? ""): \(error.message)"
        }
    }
}
