import AgentInterface
import AgentTestSupport
import DesktopBubbles
import GLibBridge
import NotifyCore
import Synchronization
import TestSupport

@testable import BusCallers
@testable import SchedulerAgent

/// The agent's object on a real bus, over a fake presenter, for callers that a test decides about.
struct ServiceFixture {
    /// A program on the bus, with what the agent reports to it.
    struct Client: Sendable {
        let connection: BusConnection
        let events: Recorder<RequestEvent>
        fileprivate let subscription: BusSubscription
    }

    /// Who is behind which name.
    private final class Callers: Sendable {
        let byName = Mutex<[String: Caller]>([:])
    }

    /// A sandbox.
    static let flatpak = Caller(confinement: .flatpak("org.example.App"), program: "/app/bin/app")
    /// A program of the user's.
    static let user = Caller(confinement: .none, program: "/usr/bin/program")
    /// The notification server.
    static let owner = ":1.5"

    let fixture: SchedulerFixture
    private let bus: PrivateBus
    private let agent: BusConnection
    private let registration: BusRegistration
    private let callers = Callers()

    @GLibActor
    init() async throws {
        bus = try await PrivateBus()
        let agent = try bus.connect()
        let callers = callers
        let fixture = try SchedulerFixture.withManualServer(
            open: { url, _ in ["/usr/bin/browser", "--profile=own", url] },
            report: { AgentProcess.emit($0, on: agent) }
        )
        let service = AgentService(
            agent: fixture.scheduler,
            caller: { name in callers.byName.withLock { $0[name] } ?? .unknown },
            appLink: fixture.apps,
            status: { [] },
            examine: { .dictionary([]) },
            capabilities: { [] },
            stop: {}
        )
        registration = try agent.export(
            BusObject(
                call: { call in service.agent.spawn { await service.answer([call]) } },
                methodsWithFiles: ["Add", "FinishPush", "Import"]
            ),
            at: AgentNames.path,
            interface: AgentNames.interface,
            xml: AgentNames.interfaceXML
        )
        self.agent = agent
        self.fixture = fixture
        try await fixture.scheduler.start(serverOwner: Self.owner, bus: "a bus")
    }

    /// A program that the agent takes for a caller.
    @GLibActor
    func client(_ caller: Caller) throws -> Client {
        let connection = try bus.connect()
        let events = Recorder<RequestEvent>()
        callers.byName.withLock { $0[connection.uniqueName] = caller }
        let subscription = connection.subscribe(to: nil, interface: AgentNames.interface) {
            if let event = try? RequestEvent(record: $0.parameters[0]) { events.append(event) }
        }
        return Client(connection: connection, events: events, subscription: subscription)
    }

    /// Calls a method of the agent's.
    @discardableResult
    func call(_ method: String, _ arguments: Variant..., by client: Client) async throws -> Variant
    {
        try await client.connection.call(
            method,
            on: BusDestination(
                name: agent.uniqueName,
                path: AgentNames.path,
                interface: AgentNames.interface
            ),
            .tuple(arguments)
        )
    }

    /// Adds a request and has the server show it.
    func show(_ request: NotificationRequest, as number: UInt32, by client: Client) async throws {
        let count = fixture.reports.elements.count
        try await call("Add", request.record, by: client)
        try await fixture.server.next(request.identifier)
            .reply(.shown(owner: Self.owner, id: number))
        _ = try await fixture.reports.wait(30, "the delivery") { $0.count > count ? true : nil }
    }

    /// The message with which the agent refuses a request; `nil` where it is accepted.
    func refusal(of request: NotificationRequest, by client: Client) async throws -> String? {
        do {
            try await call("Add", request.record, by: client)
            return nil
        } catch let error as GLibError {
            guard error.remoteName == "\(AgentNames.errorPrefix)NotAllowed" else { throw error }
            return error.message
        }
    }
}
