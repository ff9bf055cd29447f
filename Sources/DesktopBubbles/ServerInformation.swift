package import GLibBridge

/// The information of a notification server.
package struct ServerInformation: Sendable, Equatable {
    /// The product, such as `gnome-shell`.
    package var name: String
    /// Its maker.
    package var vendor: String
    /// Its version.
    package var version: String
    /// The version of the specification that it follows.
    package var specVersion: String
    /// Its capabilities, such as `actions` and `body-markup`.
    package var capabilities: [String]

    /// Makes a description.
    package init(
        name: String,
        vendor: String,
        version: String,
        specVersion: String,
        capabilities: [String]
    ) {
        self.name = name
        self.vendor = vendor
        self.version = version
        self.specVersion = specVersion
        self.capabilities = capabilities
    }
}

extension BubbleClient {
    /// Asks the running server for its information and capabilities.
    ///
    /// - Throws: ``GLibBridge/GLibError`` if none is running or it does not reply within the deadline.
    @GLibActor
    package func serverInformation(
        deadline: CallDeadline
    ) async throws(GLibError) -> ServerInformation {
        let information = try await ask("GetServerInformation", deadline)
        let capabilities = try await ask("GetCapabilities", deadline)
        return ServerInformation(
            name: information[0]?.string ?? "",
            vendor: information[1]?.string ?? "",
            version: information[2]?.string ?? "",
            specVersion: information[3]?.string ?? "",
            capabilities: capabilities[0]?.strings ?? []
        )
    }
}
