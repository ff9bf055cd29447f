import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore
import RelayGroup
import RelayServers
import Synchronization
import TestSupport
import Testing

@testable import RelayProgram

/// Who may use notify-relay, by what the agent would take a caller for.
@Suite(.serialized) struct SandboxedRelayTests {
    /// The service in this process, which takes its callers for what the test says.
    @GLibActor
    private final class Scene {
        let bus: PrivateBus
        private let folder: TemporaryFolder
        private let known = KnownCallers()
        private let registration: BusRegistration

        init() async throws {
            bus = try await PrivateBus()
            folder = try TemporaryFolder()
            let connection = try bus.connect()
            let configuration = try RelayConfiguration(
                "[Relay]\nServer=http://127.0.0.1:9\nName=desktop\n",
                path: "relay.conf"
            )
            let server = try NtfyServer(configuration.server)
            let agent = AgentCalls(connection: connection)
            let peer = try RelayPeer(folder: folder.path, name: "desktop", now: RelayProgram.now)
            let handler = RelayHandler(configuration, peer, server, agent) { _ in }
            let plain = try PlainTopics(configuration, server, agent, folder: folder.path)
            let known = known
            let service = RelayService(
                handler: handler,
                plain: plain,
                recipients: SignalRecipients(connection)
            ) { known.caller($0) }
            registration = try RelayProcess.export(service, on: connection)
            _ = try connection.requestName(RelayClient.bus)
        }

        /// A client on a connection of its own.
        func client(_ confinement: Caller.Confinement) throws -> RelayClient {
            let connection = try bus.connect()
            known.add(connection.uniqueName, Caller(confinement: confinement, program: "/app"))
            return RelayClient(connection: connection)
        }
    }

    private final class KnownCallers: Sendable {
        private let byName = Mutex<[String: Caller]>([:])

        func add(_ name: String, _ caller: Caller) {
            byName.withLock { $0[name] = caller }
        }

        func caller(_ name: String) -> Caller {
            byName.withLock { $0[name] } ?? .unknown
        }
    }

    private static let request = NotificationRequest(
        appID: "org.example.App",
        identifier: "i",
        content: NotificationContent(title: "T")
    )

    private static let calls: [(name: String, call: @Sendable (RelayClient) throws -> Void)] = [
        ("Send", { _ = try $0.send(request, to: ["all"]) }),
        ("Withdraw", { try $0.withdraw(request.key) }), ("Status", { _ = try $0.status() }),
        ("Devices", { _ = try $0.devices() }), ("Forget", { try $0.forget("laptop") }),
        ("Pair", { _ = try $0.pair() }), ("Join", { try $0.join("x") }),
        ("CancelPairing", { try $0.cancelPairing() }),
    ]

    @Test(arguments: [
        Caller.Confinement.flatpak("org.example.App"), .snap("app"), .unknown, .otherUser(1_234),
        .otherUser(nil),
    ])
    func whoIsConfinedMayCallNothing(confinement: Caller.Confinement) async throws {
        let scene = try await Scene()
        let stranger = try await scene.client(confinement)
        for (name, call) in Self.calls {
            // On a thread of its own: the service has this test's thread of the bus.
            let error = await #expect(throws: RequestError.self, "\(name)") {
                try await within(30, "the answer to \(name)") { try call(stranger) }
            }
            #expect(error?.code == .notAllowed, "\(name): \(error as Any)")
        }
        let user = try await scene.client(.none)
        let status = try await within(30, "the status") { try user.status() }
        #expect(status.name == "desktop")
        #expect(!status.isInGroup)
    }
}
