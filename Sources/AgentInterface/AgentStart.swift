public import GLibBridge

/// Starts the agent that lies beside this program, where the bus cannot start one.
public struct AgentStart: Sendable {
    private let connection: BusConnection
    private static let patience = 10_000

    /// Prepares a start on a bus.
    public init(connection: BusConnection) {
        self.connection = connection
    }

    /// Starts the agent and returns once it has its name.
    ///
    /// - Throws: ``AgentUnreachable`` where it is not there or does not run.
    public func run() throws(AgentUnreachable) {
        let program = try AgentProgram.path()
        let hasStarted = try connection.waitForOwner(
            of: AgentNames.bus,
            milliseconds: Self.patience
        ) { giveUp throws(AgentUnreachable) in
            do {
                try ProgramStart(arguments: [program], isQuiet: true).start { _ in giveUp() }
            } catch {
                throw AgentUnreachable("the agent could not be started: \(error)")
            }
        }
        guard hasStarted else {
            throw AgentUnreachable(
                "\(program) was started and ended at once; run it by hand to see why: "
                    + "notify-schedule agent run"
            )
        }
    }
}
