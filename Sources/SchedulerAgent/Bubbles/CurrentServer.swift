import DesktopBubbles
import Synchronization

/// The server that answered last, and its profile.
final class CurrentServer: Sendable {
    private let met = Mutex<(information: ServerInformation?, profile: ServerProfile)>(
        (nil, ServerProfile())
    )
    private let configuration: ConfigurationSource

    /// Creates the state without a server.
    init(configuration: ConfigurationSource) {
        self.configuration = configuration
    }

    /// The information that it reports; `nil` if none has answered.
    var information: ServerInformation? { met.withLock { $0.information } }

    /// Its profile, with the user's changes.
    var profile: ServerProfile {
        var profile = met.withLock { $0.profile }
        for change in configuration.current.serverChanges { change.apply(&profile) }
        return profile
    }

    /// A description of the profile.
    var report: ServerProfileReport {
        ServerProfileReport(
            profile,
            of: information,
            changes: configuration.current.serverChanges
        )
    }

    /// Sets the information and profile of another server.
    func set(_ information: ServerInformation?, _ profile: ServerProfile) {
        met.withLock { $0 = (information, profile) }
    }
}
