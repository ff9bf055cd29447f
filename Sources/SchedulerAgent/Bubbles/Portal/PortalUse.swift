import AgentInterface
import GLibBridge
import Logging

/// Decides whether notifications use the portal, which is required inside a sandbox.
enum PortalUse {
    /// The environment variable that overrides the detection: `always` or `never`.
    static let variable = "NOTIFY_SCHEDULE_PORTAL"

    /// Detects whether this process runs in a sandbox.
    static func isWanted(logger: Logger) -> Bool {
        let setting = Environment[variable] ?? ""
        if !["", "always", "never"].contains(setting) {
            logger.warning(
                "\(variable)=\(setting) is neither always nor never; the sandbox decides"
            )
        }
        return isWanted(
            setting: setting,
            isFlatpak: OpenFile.status(of: "/.flatpak-info") != nil,
            snapFolder: Environment["SNAP"],
            program: AgentProgram.command
        )
    }

    /// Decides from the detected values.
    ///
    /// - Parameters:
    ///   - snapFolder: the snap in the environment. Programs that a terminal starts inherit it and are not part
    ///     of the snap.
    ///   - program: the path of this program, or of one in the same folder.
    static func isWanted(
        setting: String,
        isFlatpak: Bool,
        snapFolder: String?,
        program: String
    ) -> Bool {
        switch setting {
        case "always": return true
        case "never": return false
        default: break
        }
        if isFlatpak { return true }
        guard let snapFolder, !snapFolder.isEmpty else { return false }
        return program.hasPrefix(snapFolder.hasSuffix("/") ? snapFolder : snapFolder + "/")
    }
}
