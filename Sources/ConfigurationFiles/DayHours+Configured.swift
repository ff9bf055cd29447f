import GLibBridge
package import NotifyCore

extension DayHours {
    /// The configured times, read once.
    package static let configured = configured(in: ConfigurationFolders.configuration)

    /// Returns the values of the group `[Time]` in `agent.conf`, each from the first file that has its key.
    ///
    /// The agent reports problems of the file, because it reads all of it.
    package static func configured(in folders: [String]) -> DayHours {
        let files = folders.compactMap { folder in
            (try? TrustedFile.text("agent.conf", in: folder)).flatMap { try? KeyFile(parsing: $0) }
        }
        var hours = DayHours.standard
        for (name, path) in keys {
            guard let text = files.lazy.compactMap({ $0["Time"]?[name] }).first,
                let time = DayStart.time(text)
            else { continue }
            hours[keyPath: path] = time
        }
        return hours
    }
}
