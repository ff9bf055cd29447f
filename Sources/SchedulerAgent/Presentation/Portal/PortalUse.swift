import AgentInterface
import GLibBridge
import Logging

/// Whether notifications go through the portal: inside a sandbox they must.
enum PortalUse {
    /// The environment variable that decides in place of the sandbox: `always` or `never`.
    static let variable = "NOTIFY_SCHEDULE_PORTAL"

    /// Looks where this process runs.
    static func isWanted(logger: Logger) -> Bool {
        let wish = Environment[variable] ?? ""
        if !["", "always", "never"].contains(wish) {
            logger.warning(
                "\(variable)=\(wish) is neither always nor never; the sandbox decides"
            )
        }
        return isWanted(
            wish: wish,
            isFlatpak: OpenFile.status(of: "/.flatpak-info") != nil,
            snapFolder: Environment["SNAP"],
            program: AgentProgram.command
        )
    }

    /// Decides by what was found.
    ///
    /// - Parameters:
    ///   - wish: the variable's value.
    ///   - isFlatpak: whether this is Flatpak's sandbox.
    ///   - snapFolder: the snap that the environment names. Terminals hand that on to programs that are no
    ///     part of it.
    ///   - program: the path of this program, or of one that lies beside it.
    /// - Returns: whether the portal is used.
    static func isWanted(
        wish: String,
        isFlatpak: Bool,
        snapFolder: String?,
        program: String
    ) -> Bool {
        switch wish {
        case "always": return true
        case "never": return false
        default: break
        }
        if isFlatpak { return true }
        guard let snapFolder, !snapFolder.isEmpty else { return false }
        return program.hasPrefix(snapFolder.hasSuffix("/") ? snapFolder : snapFolder + "/")
    }
}
