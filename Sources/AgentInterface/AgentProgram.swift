import GLibBridge
import Glibc

/// The agent's program, which is in the folder of the running one or in `PATH`.
package enum AgentProgram {
    private static let name = "notify-agent"

    /// Returns its path.
    ///
    /// - Throws: ``AgentUnreachable`` if it is in none of these folders.
    package static func path() throws(AgentUnreachable) -> String {
        try path(besides: beside(name: name), searching: Environment["PATH"] ?? "")
    }

    /// Looks in the program's own folder first; ignores relative folders.
    static func path(
        besides own: String,
        searching folders: String
    ) throws(AgentUnreachable) -> String {
        let others = folders.split(separator: ":").filter { $0.hasPrefix("/") }
            .map { "\($0)/\(name)" }
        guard let program = ([own] + others).first(where: isProgram) else {
            throw AgentUnreachable(
                "no agent is running, the bus cannot start one, and \(name) is neither at \(own) nor in "
                    + "PATH; install notify-schedule, or start \(name) yourself"
            )
        }
        return program
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }

    /// The path of the command in the folder of the running program, whether it exists or not.
    package static var command: String { beside(name: "notify-schedule") }

    /// Returns the path of a program in the folder of the running one, whether it exists or not.
    package static func beside(name: String) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
        let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        return "\(folder)/\(name)"
    }
}
