import GLibBridge

/// What the notification portal says of itself.
public struct PortalInformation: Sendable, Equatable {
    /// The version of its interface.
    public var version: UInt32
    /// The categories that the desktop understands (version 2).
    public var categories: [String]
    /// The purposes of buttons that the desktop understands (version 2).
    public var buttonPurposes: [String]

    /// Makes a description.
    public init(version: UInt32, categories: [String] = [], buttonPurposes: [String] = []) {
        self.version = version
        self.categories = categories
        self.buttonPurposes = buttonPurposes
    }

    /// Reads the properties of the interface; one that does not tell its version has the first.
    init(properties: Variant?) {
        let options = properties?["SupportedOptions"]
        self.init(
            version: properties?["version"]?.integer.flatMap { UInt32(exactly: $0) } ?? 1,
            categories: options?["category"]?.strings ?? [],
            buttonPurposes: options?["button-purpose"]?.strings ?? []
        )
    }
}
