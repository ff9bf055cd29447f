import AgentInterface
import GLibBridge

/// The calls to distributors.
struct DistributorCalls: Sendable {
    private let connection: BusConnection
    private let owners = DistributorOwners()
    private static let path = "/org/unifiedpush/Distributor"
    private static let first = "org.unifiedpush.Distributor1"
    private static let second = "org.unifiedpush.Distributor2"
    /// A distributor answers only after its server has, which a slow network delays.
    private static let deadline = CallDeadline.milliseconds(60_000)
    private static let shortDeadline = CallDeadline.milliseconds(10_000)
    /// The errors of a program that does not have an interface, in the words of different D-Bus libraries.
    private static let lacking: Set<String> = [
        "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface",
        "org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.NoSuchObject",
    ]

    /// Prepares calls over a connection.
    init(connection: BusConnection) {
        self.connection = connection
    }

    /// Returns the distributors of the bus; none if it does not answer.
    @GLibActor
    func names() async -> DistributorNames {
        let names = DistributorNames(
            running: await list("ListNames"),
            activatable: await list("ListActivatableNames")
        )
        for name in names.running {
            let reply = try? await connection.call(
                "GetNameOwner",
                on: .bus,
                .tuple([.string(name)]),
                deadline: Self.shortDeadline
            )
            owners.note(reply?[0]?.string, of: name)
        }
        return names
    }

    /// Asks who has the names of distributors now, before their calls are answered.
    @GLibActor
    func findOwners(of names: Set<String>) {
        for name in names { owners.note(connection.nameOwner(name), of: name) }
    }

    /// Whether a connection has the name of a distributor.
    @GLibActor
    func isOwner(_ connection: String, of distributor: String) -> Bool {
        owners.isOwner(connection, of: distributor)
    }

    @GLibActor
    private func list(_ method: String) async -> [String] {
        let reply = try? await connection.call(method, on: .bus, deadline: Self.shortDeadline)
        return reply?[0]?.strings ?? []
    }

    /// Registers.
    @GLibActor
    func register(_ registration: AppRegistration) async -> Connector.RegisterAnswer {
        let isFirst = registration.version == .first
        // What a distributor shows its user has at most 100 bytes.
        let description = String(
            decoding: "Notifications of \(registration.app)".utf8.prefix(100),
            as: UTF8.self
        ).filter { $0 != "\u{FFFD}" }
        let arguments: Variant
        if isFirst {
            arguments = .tuple([
                .string(PushClient.bus), .string(registration.token), .string(description),
            ])
        } else {
            var entries: [(key: String, value: Variant)] = [
                ("service", .string(PushClient.bus)), ("token", .string(registration.token)),
                ("description", .string(description)),
            ]
            if let key = registration.serverKey { entries.append(("vapid", .string(key))) }
            arguments = .tuple([.dictionary(entries)])
        }
        do throws(GLibError) {
            let reply = try await connection.call(
                "Register",
                on: Self.destination(of: registration),
                arguments,
                deadline: Self.deadline
            )
            return Self.answer(
                isFirst ? reply[0]?.string : reply[0]?["success"]?.string,
                reason: isFirst ? reply[1]?.string : reply[0]?["reason"]?.string
            )
        } catch {
            if let name = error.remoteName, Self.lacking.contains(name) { return .lacksVersion }
            return .failed(error.isTimeout ? "it does not answer" : error.message)
        }
    }

    private static func answer(_ result: String?, reason: String?) -> Connector.RegisterAnswer {
        switch result {
        // The second was that of early drafts of version 1.
        case "REGISTRATION_SUCCEEDED", "NEW_ENDPOINT": .succeeded
        case "REGISTRATION_FAILED", "REGISTRATION_REFUSED": .refused(reason: reason ?? "")
        default: .failed("its answer is not that of UnifiedPush")
        }
    }

    /// Unregisters, without waiting for the answer; a distributor that does not run is started.
    @GLibActor
    func unregister(_ registration: AppRegistration) async {
        let token = Variant.string(registration.token)
        _ = try? await connection.call(
            "Unregister",
            on: Self.destination(of: registration),
            .tuple([registration.version == .first ? token : .dictionary([("token", token)])]),
            deadline: Self.shortDeadline
        )
    }

    private static func destination(of registration: AppRegistration) -> BusDestination {
        BusDestination(
            name: registration.distributor,
            path: path,
            interface: registration.version == .first ? first : second
        )
    }

    /// Reports each distributor that starts, and keeps in mind who has which name.
    @GLibActor
    func follow(_ handler: @escaping @GLibActor @Sendable (String) -> Void) -> BusSubscription {
        connection.subscribe(
            to: "NameOwnerChanged",
            interface: BusDestination.bus.interface,
            sender: BusDestination.bus.name,
            path: BusDestination.bus.path
        ) { [owners] signal in
            guard let name = signal.parameters[0]?.string,
                name.hasPrefix(DistributorNames.prefix), let owner = signal.parameters[2]?.string
            else { return }
            owners.note(owner, of: name)
            guard !owner.isEmpty else { return }
            handler(name)
        }
    }
}

/// Which connections have the names of distributors.
@GLibActor
private final class DistributorOwners {
    private var owners: [String: String] = [:]

    nonisolated init() {}

    /// Notes the owner of a name; none, or an empty one, for nobody.
    func note(_ owner: String?, of name: String) {
        owners[name] = owner.flatMap { $0.isEmpty ? nil : $0 }
    }

    func isOwner(_ connection: String, of name: String) -> Bool { owners[name] == connection }
}
