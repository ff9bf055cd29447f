import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport
import Testing

/// A running app on a bus of its own, with a notification server.
struct AppFixture {
    static let appID = "org.example.Sample"

    let bus: PrivateBus
    let server: FakeNotificationServer
    let app: RunningProgram
    private let reports: AgentEvents
    private let environment: [String: String]
    private let client: BusConnection

    @GLibActor
    init(
        _ more: [String: String] = [:],
        configuration: String? = nil,
        profile: ServerProfile = .standard
    ) async throws {
        bus = try await PrivateBus()
        if let configuration {
            let folder = "\(bus.directory)/config/notify-schedule"
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try configuration.write(
                toFile: "\(folder)/agent.conf",
                atomically: true,
                encoding: .utf8
            )
        }
        server = try await FakeNotificationServer(on: bus, as: profile)
        client = try bus.connect()
        reports = AgentEvents(on: client)
        let name = ["NOTIFY_SCHEDULE_APP_ID": Self.appID]
        environment = bus.environment(
            timeZone: "Europe/Berlin",
            name.merging(more) { $1 }
        )
        app = try Program("sample-app").start(environment: environment)
    }

    /// Starts one more process of the app.
    func anotherRun() throws -> RunningProgram {
        try Program("sample-app").start(environment: environment)
    }

    /// Tells the app what to do and goes on.
    func tell(_ line: String) {
        app.write(line + "\n")
    }

    /// Tells the app what to do and waits for a line that it writes then.
    func tell(_ line: String, _ answer: String) async throws {
        try await app.tell(line, answer)
    }

    /// Kills the agent that runs.
    func killAgent() throws {
        kill(try #require(client.processID(of: AgentNames.bus)), SIGKILL)
    }

    /// The identifiers of what is pending, soonest first, as the agent says once the app has gone.
    func pending() throws -> [String] {
        let reply = try client.callBlocking(
            "List",
            on: AgentNames.destination,
            .tuple([.string("pending"), .string("")])
        )
        return (reply[0]?.children ?? []).compactMap { $0["request"]?["identifier"]?.string }
    }

    /// Adds a request as the app would.
    func add(_ request: NotificationRequest) throws {
        _ = try client.callBlocking("Add", on: AgentNames.destination, .tuple([request.record]))
    }

    /// The days to which a pending request is bound.
    func pendingDates(_ identifier: String) throws -> [String] {
        let reply = try client.callBlocking(
            "List",
            on: AgentNames.destination,
            .tuple([.string("pending"), .string(Self.appID)])
        )
        let requests = (reply[0]?.children ?? []).compactMap { $0["request"] }
        let request = requests.first { $0["identifier"]?.string == identifier }
        return request?["trigger"]?["components"]?["dates"]?.strings ?? []
    }

    /// Tells the app to attach a file and gives the path of the agent's.
    func keeps(_ line: String, _ identifier: String, _ original: String) async throws -> String {
        let length = app.output.utf8.count
        tell(line)
        try await app.waitForOutput("attached: \(identifier) ok \(original)\n", after: length)
        let prefix = "kept: \(identifier) picture public.png "
        let output = try await app.waitForOutput(prefix, after: length)
        let kept = output.split(separator: "\n").last { $0.hasPrefix(prefix) }
        return try String(#require(kept).dropFirst(prefix.count))
    }

    /// Has a notification shown.
    func show(_ identifier: String, _ category: String = "") async throws -> UInt32 {
        try await tell("add \(identifier) now \(category)", "added: \(identifier) ok")
        let id = try await server.next(within: 30).id
        try await event(of: identifier)
        return id
    }

    /// Has a notification of another app shown: what came before has been dealt with then.
    func showOther(_ title: String) async throws {
        let request = NotificationRequest(
            appID: "org.example.Other",
            identifier: title,
            content: NotificationContent(title: title)
        )
        _ = try client.callBlocking("Add", on: AgentNames.destination, .tuple([request.record]))
        _ = try await server.calls.wait(30, title) { calls in
            calls.contains { $0.call.summary == title } ? true : nil
        }
    }

    /// Clicks a bubble and waits until the agent has acted on that.
    func click(_ id: UInt32, _ action: String = "default", token: String = "token") async throws {
        try await reports.follow()
        let count = reports.responses.count
        await server.click(id, action, token: token)
        _ = try await reports.waitForResponses(count + 1)
    }

    /// Waits until the agent has told of an event of a request, such as its delivery.
    func event(_ event: String = "delivered", of identifier: String) async throws {
        _ = try await reports.events.wait(30, "\(event) of \(identifier)") { events in
            events.contains { $0.event == event && $0.identifier == identifier } ? true : nil
        }
    }
}

extension RunningProgram {
    /// Tells an app what to do and waits for a line that it writes then.
    func tell(_ line: String, _ answer: String) async throws {
        let length = output.utf8.count
        write(line + "\n")
        try await waitForOutput(answer + "\n", after: length, within: 30)
    }

    /// Tells an app what to do and waits for the beginning of the line that it writes then.
    func tell(_ line: String, beginning: String) async throws {
        let length = output.utf8.count
        write(line + "\n")
        try await waitForOutput(beginning, after: length, within: 30)
    }

    /// What its delegate has heard.
    var heard: [Substring] {
        output.split(separator: "\n").filter { $0.hasPrefix("heard:") }
    }
}
