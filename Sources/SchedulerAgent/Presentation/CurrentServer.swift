import DesktopBubbles
import Synchronization

/// The server that answered last, and how it is treated.
final class CurrentServer: Sendable {
    private let met = Mutex<(information: ServerInformation?, profile: ServerProfile)>(
        (nil, ServerProfile())
    )
    private let configuration: ConfigurationSource

    /// Makes one that has met nobody.
    ///
    /// - Parameter configuration: may change what a server is taken to do.
    init(configuration: ConfigurationSource) {
        self.configuration = configuration
    }

    /// What it says of itself; `nil` if none has answered.
    var information: ServerInformation? { met.withLock { $0.information } }

    /// How it wants to be treated, and what the user says to that.
    var profile: ServerProfile {
        var profile = met.withLock { $0.profile }
        for change in configuration.current.serverChanges { change.apply(&profile) }
        return profile
    }

    /// The same in words.
    var report: ServerProfileReport {
        ServerProfileReport(
            profile,
            of: information,
            changes: configuration.current.serverChanges
        )
    }

    /// Takes in what another one says of itself.
    func take(_ information: ServerInformation?, _ profile: ServerProfile) {
        met.withLock { $0 = (information, profile) }
    }
}
