import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore
import Synchronization
import TestSupport
import Testing

@testable import PushMessages

/// Which app a caller may register, by what the agent would take it for.
@Suite(.serialized) struct SandboxedRegistrationTests {
    /// The service in this process, which takes its callers for what the test says.
    @GLibActor
    private final class Scene {
        let bus: PrivateBus
        let distributor: FakeDistributor
        private let folder: TemporaryFolder
        private let known = KnownCallers()
        private let registrations: [BusRegistration]
        private let agent: BusPeer
        /// The apps of the messages that the agent got, each with whether it is called sandboxed.
        nonisolated let pushes = Recorder<[String: Bool]>()

        init() async throws {
            bus = try await PrivateBus()
            distributor = try FakeDistributor(on: bus, .second)
            folder = try TemporaryFolder()
            let connection = try bus.connect()
            let store = try PushStore(folder: folder.path)
            let handler = PushHandler(
                store: store,
                distributors: DistributorCalls(connection: connection),
                receiver: AgentDelivery(connection: connection),
                state: try PushHandler.State(store, idleTime: 60_000),
                onIdle: {}
            )
            let known = known
            let service = RegistrationService(handler: handler) { known.caller($0) }
            registrations = try PushProcess.export(handler, service, on: connection)
            let pushes = pushes
            agent = try BusPeer(
                on: bus,
                at: AgentNames.path,
                interface: AgentNames.interface,
                xml: AgentNames.interfaceXML
            ) { call in
                let app = call.parameters[0]?.string ?? ""
                pushes.append([app: call.parameters[2]?["confined"] != nil])
                call.reply([.dictionary([])])
                return true
            }
            _ = try agent.connection.requestName(AgentNames.bus)
            _ = try connection.requestName(PushClient.bus)
        }

        /// A client on a connection of its own.
        func client(_ confinement: Caller.Confinement) throws -> PushClient {
            let connection = try bus.connect()
            known.add(connection.uniqueName, Caller(confinement: confinement, program: "/app"))
            return PushClient(connection: connection)
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

    /// Calls on a thread of its own: the service has this test's thread of the bus.
    private static func calling<Value: Sendable>(
        _ client: PushClient,
        _ work: @escaping @Sendable (PushClient) throws -> Value
    ) async throws -> Value {
        try await within(30, "the answer") { try work(client) }
    }

    @Test func anAppInASandboxRegistersItselfOnly() async throws {
        let scene = try await Scene()
        let user = try await scene.client(.none)
        let app = try await scene.client(.flatpak("org.example.App"))
        let own = try await Self.calling(app) { try $0.register("org.example.Other") }
        #expect(own.appID == "org.example.App")
        let other = try await Self.calling(user) { try $0.register("org.example.Other") }
        #expect(other.appID == "org.example.Other" && other.authSecret != own.authSecret)
        #expect(try await Self.calling(app) { try $0.registrations() } == [own])
        #expect(try await Self.calling(user) { try $0.registrations() } == [own, other])
        // It ends its own, whatever it writes.
        try await Self.calling(app) { try $0.unregister("org.example.Other") }
        #expect(try await Self.calling(user) { try $0.registrations() } == [other])
    }

    /// Otherwise its server would not have the limits that its own calls have.
    @Test func theAgentLearnsWhichMessagesAreASandboxes() async throws {
        let scene = try await Scene()
        let user = try await scene.client(.none)
        let app = try await scene.client(.snap("app"))
        for (client, name) in [(user, "user"), (app, "app")] {
            let entry = try await Self.calling(client) { try $0.register(name) }
            let token = try #require(scene.distributor.registrations.elements.last?.token)
            let message = try await Sender.message("hello", to: entry.publicKey, entry.authSecret)
            _ = try await scene.distributor.send(message, to: token)
        }
        #expect(try await scene.pushes.first(2) == [["user": false], ["app": true]])
    }

    @Test(arguments: [Caller.Confinement.unknown, .otherUser(1_234), .otherUser(nil)])
    func whoIsNobodyRegistersNothing(confinement: Caller.Confinement) async throws {
        let scene = try await Scene()
        let stranger = try await scene.client(confinement)
        await #expect(throws: RequestError.self) {
            try await Self.calling(stranger) { try $0.register("org.example.App") }
        }
        await #expect(throws: RequestError.self) {
            try await Self.calling(stranger) { try $0.registrations() }
        }
        #expect(scene.distributor.registrations.elements.isEmpty)
    }

    @Test(arguments: ["", "a\u{1}b", String(repeating: "a", count: 256)])
    func anAppHasAnID(app: String) async throws {
        let scene = try await Scene()
        let user = try await scene.client(.none)
        await #expect(throws: RequestError.self) {
            try await Self.calling(user) { try $0.register(app) }
        }
    }
}
