public import GLibBridge

/// What a notification server says of itself.
public struct ServerInformation: Sendable, Equatable {
    /// The product, such as `gnome-shell`.
    public var name: String
    /// Its maker.
    public var vendor: String
    /// Its version.
    public var version: String
    /// The version of the specification that it follows.
    public var specVersion: String
    /// What it can do, such as `actions` and `body-markup`.
    public var capabilities: [String]

    /// Makes a description.
    public init(
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
    /// Asks the running server what it is and can do.
    ///
    /// - Throws: ``GLibBridge/GLibError`` where none runs or it does not answer within the deadline.
    @GLibActor
    public func serverInformation(
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
