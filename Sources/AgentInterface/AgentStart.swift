package import GLibBridge
import Glibc
import Synchronization

/// Starts the agent in the folder of this program, if the bus cannot start one.
package struct AgentStart: Sendable {
    private let connection: BusConnection
    /// The time limit for the start, in milliseconds.
    private static let timeout = 10_000
    /// The time limit for an agent that another command started and that does not have its name yet, in
    /// milliseconds.
    private static let siblingTimeout = 3_000

    /// Prepares a start over a connection to the bus.
    package init(connection: BusConnection) {
        self.connection = connection
    }

    /// Starts the agent and returns when it has its name.
    ///
    /// - Throws: ``AgentUnreachable`` if it is not installed or ends.
    package func run() throws(AgentUnreachable) {
        let program = try AgentProgram.path()
        let ended = EndedProgram()
        var hasStarted = try connection.waitForOwner(
            of: AgentNames.bus,
            milliseconds: Self.timeout
        ) { giveUp throws(AgentUnreachable) in
            do {
                try ProgramStart(
                    arguments: [program],
                    environment: SliceAllocator.off,
                    isQuiet: true
                ).start { status in
                    ended.status.withLock { $0 = status }
                    giveUp()
                }
            } catch {
                throw AgentUnreachable("the agent cannot be started: \(error)")
            }
        }
        let exitCode = ended.status.withLock { $0 }.map { ($0 >> 8) & 0xFF }
        if !hasStarted, exitCode == EX_UNAVAILABLE {
            hasStarted = connection.waitForOwner(
                of: AgentNames.bus,
                milliseconds: Self.siblingTimeout
            ) { _ in }
        }
        guard hasStarted else {
            throw AgentUnreachable(
                "\(program) was started but ended at once; see why with "
                    + "notify-schedule agent run"
            )
        }
    }
}

/// The wait status of a program after its end.
private final class EndedProgram: Sendable {
    let status = Mutex<Int32?>(nil)
}
