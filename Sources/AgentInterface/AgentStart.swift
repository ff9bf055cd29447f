public import GLibBridge
import Glibc
import Synchronization

/// Starts the agent that lies beside this program, where the bus cannot start one.
public struct AgentStart: Sendable {
    private let connection: BusConnection
    private static let patience = 10_000
    /// For an agent that another command started and that has the store but not yet its name.
    private static let siblingPatience = 3_000

    /// Prepares a start on a bus.
    public init(connection: BusConnection) {
        self.connection = connection
    }

    /// Starts the agent and returns once it has its name.
    ///
    /// - Throws: ``AgentUnreachable`` where it is not there or does not run.
    public func run() throws(AgentUnreachable) {
        let program = try AgentProgram.path()
        let ended = EndedProgram()
        var hasStarted = try connection.waitForOwner(
            of: AgentNames.bus,
            milliseconds: Self.patience
        ) { giveUp throws(AgentUnreachable) in
            do {
                try ProgramStart(arguments: [program], isQuiet: true).start { status in
                    ended.status.withLock { $0 = status }
                    giveUp()
                }
            } catch {
                throw AgentUnreachable("the agent could not be started: \(error)")
            }
        }
        let exitCode = ended.status.withLock { $0 }.map { ($0 >> 8) & 0xFF }
        if !hasStarted, exitCode == EX_UNAVAILABLE {
            hasStarted = connection.waitForOwner(
                of: AgentNames.bus,
                milliseconds: Self.siblingPatience
            ) { _ in }
        }
        guard hasStarted else {
            throw AgentUnreachable(
                "\(program) was started and ended at once; run it by hand to see why: "
                    + "notify-schedule agent run"
            )
        }
    }
}

/// The wait status of a program, once it has ended.
private final class EndedProgram: Sendable {
    let status = Mutex<Int32?>(nil)
}
