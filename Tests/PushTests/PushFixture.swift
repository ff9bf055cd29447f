import AgentInterface
import Foundation
import GLibBridge
import TestSupport

/// A bus with notify-push, which the bus starts, and an agent that the test plays.
@GLibActor
final class PushFixture {
    /// A message that the agent was given.
    struct Delivery: Equatable, Sendable {
        let app: String
        let payload: String
        let key: String
    }

    /// How the agent answers.
    enum Answer: Sendable {
        case accepts
        /// An error, as `Malformed`.
        case refuses(String)
        /// No answer, and the agent is gone.
        case leaves
    }

    nonisolated let bus: PrivateBus
    nonisolated let client: BusConnection
    /// All deliveries, repetitions included.
    nonisolated let deliveries = Recorder<Delivery>()
    nonisolated let owners = Recorder<String?>()
    private var answers: [Answer] = []
    /// What the agent says of each app's permission.
    private var permission = "authorized"
    private var agent: BusPeer?
    private var watch: BusSubscription?

    nonisolated static let program = Program("notify-push")
    nonisolated static let command = Program("notify-schedule")

    private static let agentXML = """
        <node>
          <interface name="\(AgentNames.interface)">
            <method name="Push">
              <arg type="s" direction="in"/><arg type="ay" direction="in"/>
              <arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/>
            </method>
            <method name="Settings">
              <arg type="s" direction="in"/><arg type="a{sv}" direction="out"/>
            </method>
          </interface>
        </node>
        """

    /// Starts the bus.
    init(isActivatable: Bool = true, hasAgent: Bool = true) async throws {
        bus = try await PrivateBus(
            activatable: isActivatable ? [PushClient.bus: Self.program.word] : [:]
        )
        client = try bus.connect()
        watch = client.watchName(PushClient.bus) { [owners] in owners.append($0) }
        // The subscription is in effect when the bus answers what comes after it.
        _ = try await client.call("GetId", on: .bus)
        if hasAgent { try startAgent() }
    }

    /// Starts the agent, which gives these answers first and accepts after them.
    func startAgent(_ answers: Answer...) throws {
        self.answers = answers
        let peer = try BusPeer(
            on: bus,
            at: AgentNames.path,
            interface: AgentNames.interface,
            xml: Self.agentXML
        ) { [weak self] call in
            GLibActor.assumeIsolated { self?.answer(call) }
            return true
        }
        _ = try peer.connection.requestName(AgentNames.bus)
        agent = peer
    }

    /// Has the agent give these answers next.
    func answer(by answers: Answer...) {
        self.answers = answers
    }

    /// Has the agent refuse the next message, since the user has denied the app.
    func deny() {
        permission = "denied"
        answers = [.refuses("NotAllowed")]
    }

    private func answer(_ call: BusMethodCall) {
        if call.method == "Settings" {
            call.reply([.dictionary([("authorizationStatus", .string(permission))])])
            return
        }
        let values = call.parameters
        deliveries.append(
            Delivery(
                app: values[0]?.string ?? "",
                payload: String(decoding: values[1]?.bytes ?? [], as: UTF8.self),
                key: values[2]?["messageID"]?.string ?? ""
            )
        )
        switch answers.isEmpty ? .accepts : answers.removeFirst() {
        case .accepts: call.reply([.dictionary([("identifier", .string("id"))])])
        case .refuses(let code): call.fail(AgentNames.errorPrefix + code, "no")
        case .leaves:
            agent?.connection.close()
            agent = nil
        }
    }

    /// Starts notify-push as the test's own child and waits until it has its name.
    func start(_ more: [String: String] = [:], idle: Int = 600) async throws -> RunningProgram {
        let count = owners.elements.count
        let program = try Self.program.start(
            ["--idle", "\(idle)"],
            environment: bus.environment.merging(more) { $1 }
        )
        _ = try await owners.wait(30, "the name of notify-push") { owners in
            owners.dropFirst(count).contains { $0 != nil } ? true : nil
        }
        return program
    }

    /// Kills notify-push and waits until the bus knows.
    func kill() async throws {
        guard let id = client.processID(of: PushClient.bus) else {
            throw StartFailureInTest(what: "notify-push does not run")
        }
        let count = owners.elements.count
        Foundation.kill(id, SIGKILL)
        try await waitForEnd(after: count)
    }

    /// Waits until notify-push has left the bus.
    func waitForEnd(after count: Int = 0) async throws {
        _ = try await owners.wait(30, "the end of notify-push") { owners in
            owners.dropFirst(count).contains { $0 == nil } ? true : nil
        }
    }

    /// Runs the command.
    nonisolated func run(
        _ arguments: String...,
        environment: [String: String] = [:]
    ) async throws -> Program.Outcome {
        try await Self.command.run(
            arguments,
            environment: bus.environment.merging(environment) { $1 },
            within: 60
        )
    }

    /// Registers an app by the command.
    nonisolated func register(_ app: String = "org.example.App") async throws -> Keys {
        let outcome = try await run("push", "register", app, "--json")
        guard outcome.code == 0 else { throw StartFailureInTest(what: "\(outcome)") }
        return try JSONDecoder().decode(Keys.self, from: Data(outcome.output.utf8))
    }

    /// What `push register --json` prints.
    struct Keys: Decodable, Equatable, Sendable {
        let appID: String
        let endpoint: String?
        let p256dh: String
        let auth: String
        let distributor: String
        let version: Int
        let vapid: String?
    }
}
