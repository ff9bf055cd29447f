import AgentInterface
import BusCallers
import GLibBridge
import NotifyCore

/// Answers the calls of apps and of the command, after it has found out who calls.
@GLibActor
struct RegistrationService {
    private let handler: PushHandler
    /// Returns the caller with a unique name.
    private let caller: @GLibActor (String) async -> Caller

    /// Answers with a handler.
    init(handler: PushHandler, caller: @escaping @GLibActor (String) async -> Caller) {
        self.handler = handler
        self.caller = caller
    }

    /// Answers a call.
    func answer(_ call: BusMethodCall) async {
        let caller = await caller(call.sender)
        do throws(RequestError) {
            try Self.check(caller)
            switch call.method {
            case "Register":
                let request = try Self.request(call, caller, try Self.app(of: call, caller))
                let registration = try await handler.register(request)
                let names = await handler.distributors.names()
                call.reply([Self.entry(registration, among: names).record])
            case "Unregister":
                try await handler.unregister(try Self.app(of: call, caller))
                call.reply()
            case "List":
                let entries = handler.registrations.filter {
                    caller.appID == nil || $0.app == caller.appID
                }
                let names = await handler.distributors.names()
                let records = entries.map { Self.entry($0, among: names).record }
                call.reply([.array(of: "a{sv}", records)])
            default:
                call.fail("org.freedesktop.DBus.Error.UnknownMethod", "no method \(call.method)")
            }
        } catch {
            call.fail(error.busName, error.message)
        }
    }

    /// Checks that a caller has an app of its own, or may choose one.
    private static func check(_ caller: Caller) throws(RequestError) {
        switch caller.confinement {
        case .none, .flatpak, .snap: break
        case .otherUser:
            throw RequestError(.notAllowed, "\(caller.words) may not register for another user")
        case .unknown:
            throw RequestError(
                .notAllowed,
                "\(caller.words) may not register, since nothing says which app it is; run it as a Flatpak, a snap or "
                    + "a plain program of this user"
            )
        }
    }

    private static func app(of call: BusMethodCall, _ caller: Caller) throws(RequestError) -> String
    {
        let app = caller.appID(call.parameters[0]?.string ?? "")
        try NotificationRequest.validate(appID: app)
        return app
    }

    private static func request(
        _ call: BusMethodCall,
        _ caller: Caller,
        _ app: String
    ) throws(RequestError) -> PushHandler.Request {
        let reader = try RecordReader(
            call.parameters[1],
            "options",
            keys: ["vapid", "distributor"]
        )
        let serverKey = try reader.optional("vapid", .text)
        if let serverKey {
            guard let bytes = Base64.bytes(ofURLText: serverKey), PushKeyPair.isPublicKey(bytes)
            else {
                throw RequestError(
                    .invalidContent,
                    "vapid is \(serverKey.quoted), and must be a public key of P-256: 65 bytes as 87 letters of base64url"
                )
            }
        }
        return PushHandler.Request(
            app: app,
            serverKey: serverKey,
            distributor: try reader.optional("distributor", .text),
            isConfined: caller.isConfined
        )
    }

    private static func entry(
        _ registration: AppRegistration,
        among names: DistributorNames
    ) -> PushEntry {
        PushEntry(
            appID: registration.app,
            endpoint: registration.endpoint,
            publicKey: Base64.urlText(of: registration.keys.pair.publicKey),
            authSecret: Base64.urlText(of: registration.keys.authSecret),
            distributor: registration.distributor,
            version: Int32(registration.version.rawValue),
            serverKey: registration.serverKey,
            isAway: !names.contains(registration.distributor)
        )
    }
}
