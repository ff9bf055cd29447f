import GLibBridge
import Glibc

/// The agent's program, which lies beside the one that asks.
public enum AgentProgram {
    /// Its path.
    ///
    /// - Returns: the path of an executable file.
    /// - Throws: ``AgentUnreachable`` where it is not there.
    public static func path() throws(AgentUnreachable) -> String {
        let program = beside(name: "notify-agent")
        guard access(program, X_OK) == 0 else {
            throw AgentUnreachable(
                "no agent runs, the bus knows none to start, and \(program) is not there; "
                    + "install notify-schedule, or start notify-agent yourself"
            )
        }
        return program
    }

    /// The path of the command line's program beside the running one, there or not.
    public static var command: String { beside(name: "notify-schedule") }

    /// The path of a program beside the running one, there or not.
    public static func beside(name: String) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
        let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        return "\(folder)/\(name)"
    }
}
