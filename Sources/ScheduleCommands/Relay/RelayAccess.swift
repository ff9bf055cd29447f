import AgentInterface
import ConfigurationFiles
import GLibBridge
import Glibc
import NotifyCore

/// The way to notify-relay.
enum RelayAccess {
    private static let fileName = "relay.conf"

    /// The path of relay.conf; `nil` if there is none.
    static var configuration: String? {
        ConfigurationFolders.configuration.map { "\($0)/\(fileName)" }
            .first { access($0, F_OK) == 0 }
    }

    /// Returns a client.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if relay.conf is missing, without which notify-relay does not start;
    ///   ``AgentInterface/AgentUnreachable`` if there is no bus.
    static func client() throws -> RelayClient {
        let client = try RelayClient()
        guard configuration != nil || client.connection.nameOwner(RelayClient.bus) != nil else {
            throw RequestError(
                .notFound,
                "\(ConfigurationFolders.userConfiguration)/\(fileName) is missing; write the two lines [Relay] and "
                    + "Server=https://… with the address of an ntfy server into it; see notify-relay(1)"
            )
        }
        return client
    }
}
