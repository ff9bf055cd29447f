import AgentInterface
import GLibBridge
import TestSupport

/// A UnifiedPush distributor that a test plays, of version 1 or 2.
@GLibActor
final class FakeDistributor {
    /// The version of the specification that it has.
    enum Version: CaseIterable {
        case first
        case second
    }

    /// How it answers a registration.
    enum Behaviour: Sendable {
        /// It registers, and reports an endpoint.
        case registers
        /// It reports another endpoint first, with a token that nobody knows, and one that is no URL.
        case rambles
        /// It refuses with a reason.
        case refuses(String)
        /// It never answers.
        case hangs
        /// It says that it registered, and reports nothing.
        case staysSilent
        /// It answers with other types.
        case mumbles
        /// It does not have the method at the first call.
        case comesLate
    }

    /// A registration that it was asked for.
    struct Registration: Equatable, Sendable {
        let service: String
        let token: String
        let serverKey: String?
    }

    nonisolated let registrations = Recorder<Registration>()
    nonisolated let unregistered = Recorder<String>()
    nonisolated let connection: BusConnection
    var behaviour: Behaviour
    private let version: Version
    private var object: BusRegistration?
    private var held: [BusMethodCall] = []

    static let path = "/org/unifiedpush/Distributor"
    private static let connectorPath = "/org/unifiedpush/Connector"

    /// Starts it.
    ///
    /// - Parameter bus: where.
    /// - Throws: `GLibError` if the bus does not answer.
    init(
        on bus: PrivateBus,
        _ version: Version,
        name: String = "test",
        _ behaviour: Behaviour = .registers
    ) throws {
        connection = try bus.connect()
        self.version = version
        self.behaviour = behaviour
        let interface = "org.unifiedpush.Distributor\(version == .first ? 1 : 2)"
        object = try connection.export(
            BusObject { [weak self] in self?.answer($0) },
            at: Self.path,
            interface: interface,
            xml: Self.xml
        )
        _ = try connection.requestName("org.unifiedpush.Distributor.\(name)")
    }

    private static let xml = """
        <node>
          <interface name="org.unifiedpush.Distributor1">
            <method name="Register">
              <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
              <arg type="s" direction="out"/><arg type="s" direction="out"/>
            </method>
            <method name="Unregister"><arg type="s" direction="in"/></method>
          </interface>
          <interface name="org.unifiedpush.Distributor2">
            <method name="Register">
              <arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/>
            </method>
            <method name="Unregister">
              <arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/>
            </method>
          </interface>
        </node>
        """

    /// The endpoint of a token.
    nonisolated static func endpoint(of token: String) -> String {
        "https://push.example/\(token)?up=1"
    }

    private func answer(_ call: BusMethodCall) {
        let values = call.parameters
        guard call.method == "Register" else {
            unregistered.append(values[0]?.string ?? values[0]?["token"]?.string ?? "")
            return call.reply(version == .first ? [] : [.dictionary([])])
        }
        let asked =
            version == .first
            ? Registration(
                service: values[0]?.string ?? "",
                token: values[1]?.string ?? "",
                serverKey: nil
            )
            : Registration(
                service: values[0]?["service"]?.string ?? "",
                token: values[0]?["token"]?.string ?? "",
                serverKey: values[0]?["vapid"]?.string
            )
        registrations.append(asked)
        switch behaviour {
        case .registers:
            report(Self.endpoint(of: asked.token), of: asked.token)
            succeed(call)
        case .rambles:
            report("https://push.example/wrong", of: "a token that nobody knows")
            report("not_a_url", of: asked.token)
            succeed(call)
            report(Self.endpoint(of: asked.token), of: asked.token)
        case .refuses(let reason):
            let failure = "REGISTRATION_FAILED"
            call.reply(
                version == .first
                    ? [.string(failure), .string(reason)]
                    : [.dictionary([("success", .string(failure)), ("reason", .string(reason))])]
            )
        case .comesLate:
            behaviour = .registers
            call.fail("org.freedesktop.DBus.Error.UnknownMethod", "not yet")
        case .hangs: held.append(call)
        case .staysSilent: succeed(call)
        case .mumbles:
            call.reply(
                version == .first
                    ? [.string(""), .string("")] : [.dictionary([("success", .int32(1))])]
            )
        }
    }

    private func succeed(_ call: BusMethodCall) {
        let success = "REGISTRATION_SUCCEEDED"
        call.reply(
            version == .first
                ? [.string(success), .string("")] : [.dictionary([("success", .string(success))])]
        )
    }

    /// Reports an endpoint without waiting for an answer.
    func report(_ endpoint: String, of token: String) {
        let call = arguments(token, ("endpoint", .string(endpoint)), .string(endpoint))
        GLibActor.thread.task { [connector] in
            _ = try? await self.connection.call("NewEndpoint", on: connector, call)
        }
    }

    /// Ends a registration.
    func end(_ token: String) async throws {
        _ = try await connection.call("Unregistered", on: connector, arguments(token, nil, nil))
    }

    /// Sends a message and waits for the answer.
    ///
    /// - Returns: the id that the answer acknowledges; `nil` for none, as always with version 1.
    func send(_ message: [UInt8], to token: String, id: String = "") async throws -> String? {
        var parameters = arguments(token, ("message", .bytes(message)), .bytes(message))
        if version == .first {
            parameters = .tuple([.string(token), .bytes(message), .string(id)])
        } else if !id.isEmpty {
            parameters = .tuple([
                .dictionary([
                    ("token", .string(token)), ("message", .bytes(message)), ("id", .string(id)),
                ])
            ])
        }
        let reply = try await connection.call("Message", on: connector, parameters)
        return reply[0]?["id"]?.string
    }

    private var connector: BusDestination {
        BusDestination(
            name: PushClient.bus,
            path: Self.connectorPath,
            interface: "org.unifiedpush.Connector\(version == .first ? 1 : 2)"
        )
    }

    private func arguments(
        _ token: String,
        _ second: (key: String, value: Variant)?,
        _ plain: Variant?
    ) -> Variant {
        let token = Variant.string(token)
        guard version == .second else { return .tuple([token] + [plain].compactMap { $0 }) }
        return .tuple([.dictionary([("token", token)] + [second].compactMap { $0 })])
    }
}
