import GLibBridge
package import NotifyCore

extension DayStart {
    /// The configured time, read once.
    package static let configured: CivilTime = configured(in: ConfigurationFolders.configuration)

    /// Returns the value of `[Time] DayStart` in `agent.conf`, from the first file that has the key.
    ///
    /// The agent reports problems of the file, because it reads all of it.
    package static func configured(in folders: [String]) -> CivilTime {
        for folder in folders {
            guard let text = try? TrustedFile.text("agent.conf", in: folder),
                let file = try? KeyFile(parsing: text), let value = file["Time"]?["DayStart"]
            else { continue }
            return time(value) ?? standard
        }
        return standard
    }
}
