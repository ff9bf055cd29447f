import AgentInterface
import Foundation
import GLibBridge
import NotifyCore
import RelayServers
import TestSupport
import Testing

/// Notifications of some apps, published in plain text for the user's phone.
@Suite(.serialized) struct PhoneTests {
    static func machine(
        _ server: RelayTestServer,
        _ apps: String
    ) async throws
        -> RelayMachine
    {
        try await RelayMachine(
            "desktop",
            server.url,
            lines: ["[Inbox]", "Topic=alerts", "[Phone]", "Topic=phone", "Apps=\(apps)"]
        )
    }

    @GLibActor
    static func add(
        _ machine: RelayMachine,
        app: String,
        _ title: String,
        level: InterruptionLevel = .active,
        url: String? = nil
    ) async throws {
        let content = NotificationContent(
            title: title,
            body: "Body of \(title)",
            interruptionLevel: level
        )
        var request = NotificationRequest(appID: app, identifier: title, content: content)
        request.openURL = url
        _ = try await machine.desktop.client.call(
            "Add",
            on: AgentNames.destination,
            .tuple([request.record])
        )
        _ = try await machine.server.call(titled: title)
    }

    @Test func listedAppsAlonePublish() async throws {
        let server = try await RelayTestServer()
        let machine = try await Self.machine(server, "org.example.Timer")
        try await machine.waitForInbox()
        let phone = try await server.follow("phone")
        try await Self.add(machine, app: "org.example.Mail", "Secret mail")
        try await Self.add(
            machine,
            app: "org.example.Timer",
            "Tea is ready",
            level: .timeSensitive,
            url: "https://example.org/tea"
        )
        let message = try await phone.message(containing: "Body of Tea is ready")
        #expect(message.title == "Tea is ready")
        #expect(message.priority == 4)
        #expect(message.click == "https://example.org/tea")
        try await server.publish("plain", to: "alerts", "Title: From a script")
        _ = try await machine.server.call(titled: "From a script")
        try await Self.add(machine, app: "org.example.Timer", "Done", url: "file:///etc/passwd")
        let last = try await phone.message(containing: "Body of Done")
        #expect(last.click == nil)
        #expect(phone.messages.elements.count == 2)
        let stored = try server.stored()
        for secret in ["Secret mail", "org.example.Mail", "file:///etc/passwd"] {
            #expect(stored.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
    }

    @Test func whatWaitsForTheServerIsPublishedLater() async throws {
        let server = try await RelayTestServer()
        let machine = try await Self.machine(server, "all")
        try await machine.waitForInbox()
        try await server.kill()
        try await Self.add(machine, app: "org.example.Timer", "Meanwhile")
        try await machine.waitForProblem("phoneProblem")
        try await server.start()
        let phone = try await server.follow("phone")
        _ = try await phone.message(containing: "Body of Meanwhile")
        try await machine.waitForProblem("phoneProblem", isSet: false)
        #expect(phone.messages.elements.count == 1)
    }
}

/// What only a played server does on demand.
@Suite(.serialized) struct PhoneServerFaultTests {
    @Test func theServersPauseIsKept() async throws {
        let server = try await RelayTestServer()
        let machine = try await RelayMachine(
            "desktop",
            server.url,
            lines: ["[Phone]", "Topic=phone", "Apps=all"]
        )
        try await server.fault("status 1 429 1")
        try await PhoneTests.add(machine, app: "org.example.Timer", "Tea is ready")
        #expect(try await machine.waitForProblem("phoneProblem").contains("takes no more"))
        let phone = try await server.follow("phone")
        _ = try await phone.message(containing: "Body of Tea is ready")
        try await machine.waitForProblem("phoneProblem", isSet: false)
        #expect(phone.messages.elements.count == 1)
    }
}
