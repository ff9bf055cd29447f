import Foundation

/// Whether this program runs in a sandbox, whose files the agent outside of it cannot read.
enum AppSandbox {
    /// Whether this process runs in a sandbox.
    static let isThere = isThere(
        isFlatpak: FileManager.default.fileExists(atPath: "/.flatpak-info"),
        snapFolder: ProcessInfo.processInfo.environment["SNAP"],
        program: Bundle.main.executablePath
    )

    /// Returns whether the findings mean a sandbox.
    ///
    /// - Parameter snapFolder: the snap that the environment names. Terminals pass the variable to programs that are
    ///     not part of it.
    static func isThere(isFlatpak: Bool, snapFolder: String?, program: String?) -> Bool {
        if isFlatpak { return true }
        guard let snapFolder, !snapFolder.isEmpty, let program else { return false }
        return program.hasPrefix(snapFolder.hasSuffix("/") ? snapFolder : snapFolder + "/")
    }
}
