import AgentInterface
import GLibBridge

/// The app's object on the bus, through which the agent reaches it.
@GLibActor
final class AppObject {
    private var registration: BusRegistration?
    private var watch: BusSubscription?
    private var agent: String?

    /// Exports the object and watches for agents.
    init(
        on connection: BusConnection,
        answer: @escaping @Sendable (BusMethodCall) -> Void,
        agentCame: @escaping @Sendable () -> Void
    ) {
        watch = connection.watchName(AgentNames.bus) { [weak self] owner in
            self?.agent = owner
            if owner != nil { agentCame() }
        }
        agent = connection.nameOwner(AgentNames.bus)
        let object = BusObject { [weak self] call in
            guard let self, call.sender == self.agent else {
                return call.fail(
                    "org.freedesktop.DBus.Error.AccessDenied",
                    "only the owner of \(AgentNames.bus) may call this"
                )
            }
            answer(call)
        }
        registration = try? connection.export(
            object,
            at: AppNames.path,
            interface: AppNames.interface,
            xml: AppNames.interfaceXML
        )
    }
}
