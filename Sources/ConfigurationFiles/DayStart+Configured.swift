import GLibBridge
package import NotifyCore

extension DayStart {
    /// The time that `[Time] DayStart` of `agent.conf` says; the first file that has the key decides.
    ///
    /// What is wrong with the file is reported by the agent, which reads all of it.
    package static func configured(
        in folders: [String] = ConfigurationFolders.configuration
    ) -> CivilTime {
        for folder in folders {
            guard let text = try? TrustedFile.text("agent.conf", in: folder),
                let file = try? KeyFile(parsing: text), let value = file["Time"]?["DayStart"]
            else { continue }
            return time(value) ?? standard
        }
        return standard
    }
}
