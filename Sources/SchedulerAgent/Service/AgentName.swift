import AgentInterface
import GLibBridge
import Glibc

/// The agent's name on the bus.
///
/// A later agent can replace the owner in one step, so that each call reaches one of them.
@GLibActor
final class AgentName {
    private let connection: BusConnection
    private let onLoss: @GLibActor @Sendable () -> Void
    private var isOurs = false
    private var watch: BusSubscription?

    /// Creates a name that is not claimed yet.
    init(
        on connection: BusConnection,
        onLoss: @escaping @GLibActor @Sendable () -> Void
    ) {
        self.connection = connection
        self.onLoss = onLoss
    }

    /// Claims the name.
    ///
    /// - Throws: ``AgentFailure`` if another agent keeps it, or ``GLibBridge/GLibError``.
    func claim(replacing: Bool) throws {
        let own = connection.uniqueName
        watch = connection.watchName(AgentNames.bus) { [weak self] owner in
            guard let self else { return }
            if owner == own, !isOurs {
                isOurs = true
            } else if owner != own, isOurs {
                isOurs = false
                onLoss()
            }
        }
        let reply = try connection.requestName(
            AgentNames.bus,
            replacing: replacing,
            mayBeReplaced: true
        )
        guard case .taken = reply else { return }
        throw holderFailure(givesWay: !replacing)
            ?? AgentFailure(
                status: EX_UNAVAILABLE,
                message: "another agent came and went; try again"
            )
    }

    /// Returns why this agent cannot run at the same time as the owner of the name.
    ///
    /// - Returns: the reason; `nil` if no other agent has the name.
    func holderFailure(givesWay: Bool = true) -> AgentFailure? {
        guard let holder = connection.nameOwner(AgentNames.bus), holder != connection.uniqueName
        else { return nil }
        let process = connection.processID(of: holder).map { " (pid \($0))" } ?? ""
        return AgentFailure(
            status: EX_UNAVAILABLE,
            message: "an agent already runs on this bus\(process); "
                + (givesWay
                    ? "stop it first: notify-schedule agent stop, or take its place: notify-agent --replace"
                    : "it does not give way, so stop it first: notify-schedule agent stop")
        )
    }
}
