import GLibBridge

/// How a server is used.
package struct ServerAccess: Hashable, Sendable {
    /// The token; `nil` for none.
    package var token: String?
    /// The attributes of the token in the desktop's keyring; `nil` for one that is not there.
    package var secret: [String: String]?
    /// The file of NATS credentials; `nil` for none.
    package var credentials: String?
    /// The file of the authorities to trust in place of the system's; `nil` for the system's.
    package var authorities: String?
    /// The maximum length of a message in bytes; `nil` for what the server takes unless it is configured otherwise.
    package var sizeLimit: Int?

    /// Makes the access of everybody.
    package init() {}

    /// Prepares the use of a server.
    ///
    /// - Throws: ``RelayError`` if the file of authorities cannot be used, or this build has no such engine.
    @GLibActor
    package func transport(to address: ServerAddress) throws(RelayError) -> any RelayTransport {
        switch address.engine {
        case .ntfy:
            return try NtfyServer(address, self)
        case .nats:
            #if NATS
            return try NATSServer(address, self)
            #else
            throw RelayError(
                .notBuilt,
                "Server=\(address.url) is a NATS server, and this notify-relay was built without NATS; build it by "
                    + "swift build --traits Programs,NATS --product notify-relay, or write the address of an ntfy "
                    + "server"
            )
            #endif
        }
    }
}
