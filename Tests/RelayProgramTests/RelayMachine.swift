import AgentInterface
import Foundation
import GLibBridge
import NotificationServer
import NotifyCore
import TestSupport

/// A machine of one user: a bus with an agent, a notification server that the test plays, and notify-relay.
@GLibActor
final class RelayMachine {
    nonisolated let name: String
    nonisolated let desktop: AgentFixture
    nonisolated let server: FakeNotificationServer
    /// The results of attempts to pair.
    nonisolated let pairings = Recorder<[String: String]>()
    /// The answers from other machines.
    nonisolated let answers = Recorder<[String: String]>()
    nonisolated let owners = Recorder<String?>()
    private var subscriptions: [BusSubscription] = []
    private var relay: RunningProgram?
    private var agent: RunningProgram?

    nonisolated static let program = Program("notify-relay")

    /// Starts a machine.
    convenience init(_ name: String, _ url: String, _ lines: String...) async throws {
        try await self.init(name, url, lines: lines)
    }

    /// Starts a machine.
    init(_ name: String, _ url: String, lines: [String]) async throws {
        self.name = name
        desktop = try await AgentFixture()
        server = try await FakeNotificationServer(on: desktop.bus)
        try configure(url, lines)
        try await listen()
        try await startAgent()
        try await startRelay()
    }

    /// Writes relay.conf, for the next start.
    func configure(_ url: String, _ lines: [String]) throws {
        let folder = "\(desktop.directory)/config/notify-schedule"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let text = (["[Relay]", "Server=\(url)", "Name=\(name)"] + lines).joined(separator: "\n")
        try text.write(toFile: "\(folder)/relay.conf", atomically: true, encoding: .utf8)
    }

    /// Where notify-relay stores what it has.
    nonisolated var state: String { "\(desktop.directory)/state/notify-schedule" }

    private func listen() async throws {
        let client = desktop.client
        subscriptions = [
            client.watchName(RelayClient.bus) { [owners] in owners.append($0) },
            client.subscribe(to: "Paired", interface: RelayClient.interface) {
                [pairings] in pairings.append(Self.texts($0))
            },
            client.subscribe(to: "Answered", interface: RelayClient.interface) {
                [answers] in answers.append(Self.texts($0))
            },
        ]
        _ = try await client.call("GetId", on: .bus)
    }

    private static func texts(_ signal: BusSignal) -> [String: String] {
        var texts: [String: String] = [:]
        for entry in signal.parameters[0]?.entries ?? [] { texts[entry.key] = entry.value.string }
        return texts
    }

    func startAgent() async throws { agent = try await desktop.startAgent() }

    func killAgent() async throws {
        try await desktop.endAgent()
        agent = nil
    }

    func startRelay() async throws {
        let count = owners.elements.count
        let program = try Self.program.start(environment: desktop.bus.environment)
        relay = program
        _ = try await owners.wait(30, "notify-relay: \(program.error)") { owners in
            owners.dropFirst(count).contains { $0 != nil } ? true : nil
        }
    }

    func killRelay(_ signal: Int32 = SIGKILL) async throws {
        let count = owners.elements.count
        relay?.kill(signal)
        _ = try await owners.wait(30, "the end of notify-relay") { owners in
            owners.dropFirst(count).contains { $0 == nil } ? true : nil
        }
        relay = nil
    }

    /// Runs `notify-relay --check`.
    func check() async throws -> Program.Outcome {
        try await Self.program.run(["--check"], environment: desktop.bus.environment)
    }

    /// Waits until the topic of `[Inbox]` is followed for the first time.
    nonisolated func waitForInbox() async throws {
        try await poll(30, "the inbox's position") {
            FileManager.default.fileExists(atPath: "\(state)/relay-inbox") ? true : nil
        }
    }

    /// Waits until `Status` has a problem, or has it no longer, and returns it.
    @discardableResult
    func waitForProblem(_ key: String = "problem", isSet: Bool = true) async throws -> String {
        try await poll(60, "\(key) of \(name)") {
            let problem = try await call("Status")[0]?[key]?.string
            return (problem != nil) == isSet ? problem ?? "" : nil
        }
    }

    /// What notify-relay has written to its log.
    var log: String { relay?.error ?? "" }

    /// Calls notify-relay.
    func call(_ method: String, _ arguments: Variant...) async throws -> Variant {
        try await desktop.client.call(
            method,
            on: BusDestination(
                name: RelayClient.bus,
                path: RelayClient.path,
                interface: RelayClient.interface
            ),
            .tuple(arguments)
        )
    }

    /// Sends a notification.
    @discardableResult
    func send(
        _ title: String,
        body: String = "",
        identifier: String? = nil,
        actions: [NotificationAction] = [],
        trigger: NotificationTrigger = .immediate,
        to targets: String...
    ) async throws -> String {
        var content = NotificationContent()
        content.title = title
        content.body = body
        var request = NotificationRequest(
            appID: AgentNames.app,
            identifier: identifier ?? title,
            content: content,
            trigger: trigger
        )
        request.actions = actions
        let reply = try await call(
            "Send",
            request.record,
            .strings(targets),
            .dictionary([])
        )
        return reply[0]?["identifier"]?.string ?? ""
    }

    /// The number of messages that another machine has not acknowledged.
    func waiting() async throws -> Int64? {
        try await call("Status")[0]?["waiting"]?.integer
    }

    /// Waits until all other machines have everything.
    func waitUntilAcknowledged(_ seconds: Double = 60) async throws {
        try await poll(seconds, "the acknowledgements for \(name)") {
            try await waiting() == 0 ? true : nil
        }
    }

    /// Lets another machine in, and returns the fingerprints of both.
    func pair(with other: RelayMachine) async throws -> [String?] {
        let code = try await call("Pair")[0]?.string ?? ""
        _ = try await other.call("Join", .string(code))
        let results = [try await pairings.next(), try await other.pairings.next()]
        for result in results where result["outcome"] != "paired" {
            throw StartFailureInTest(what: "a pairing: \(result)")
        }
        return results.map { $0["fingerprint"] }
    }
}
