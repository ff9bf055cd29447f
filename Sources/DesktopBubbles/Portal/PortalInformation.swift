import GLibBridge

/// The information of a notification portal.
package struct PortalInformation: Sendable, Equatable {
    /// The version of its interface.
    package var version: UInt32
    /// The categories that the desktop supports (version 2).
    package var categories: [String]
    /// The purposes of buttons that the desktop supports (version 2).
    package var buttonPurposes: [String]

    /// Makes a description.
    package init(version: UInt32, categories: [String] = [], buttonPurposes: [String] = []) {
        self.version = version
        self.categories = categories
        self.buttonPurposes = buttonPurposes
    }

    /// Reads the properties of the interface; the version is 1 if it is missing.
    init(properties: Variant?) {
        let options = properties?["SupportedOptions"]
        self.init(
            version: properties?["version"]?.integer.flatMap { UInt32(exactly: $0) } ?? 1,
            categories: options?["category"]?.strings ?? [],
            buttonPurposes: options?["button-purpose"]?.strings ?? []
        )
    }
}
