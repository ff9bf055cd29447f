package import NotifyCore

/// A device of a group, as the others know it.
package struct Member: Hashable, Sendable {
    /// The maximum length of a name in bytes.
    package static let maxNameBytes = 64

    /// Its ID, which stays.
    package let id: DeviceID
    /// Its name, unique in the group.
    package var name: String
    /// The key by which its messages are verified.
    package let signKey: [UInt8]
    /// The key to which secrets for it alone are encrypted.
    package let boxKey: [UInt8]
    /// When it was added.
    package var added: Instant

    /// Makes a member.
    ///
    /// - Returns: the member; `nil` if a key has another size, or the name is empty, too long or has characters that
    ///   are not printed.
    package init?(
        id: DeviceID,
        name: String,
        signKey: [UInt8],
        boxKey: [UInt8],
        added: Instant
    ) {
        guard signKey.count == DeviceKeys.publicSize, boxKey.count == DeviceKeys.publicSize,
            id == DeviceID(signKey: signKey, boxKey: boxKey), Self.isName(name)
        else { return nil }
        self.id = id
        self.name = name
        self.signKey = signKey
        self.boxKey = boxKey
        self.added = added
    }

    /// Whether a text can be the name of a device.
    ///
    /// A name is written in lists that commas separate, and `all` means every device.
    package static func isName(_ text: String) -> Bool {
        (1...maxNameBytes).contains(text.utf8.count) && text != RelayTargets.allWord
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.value > 0x20 && scalar != "," && !scalar.properties.isWhitespace
                    && !scalar.properties.isDefaultIgnorableCodePoint
                    && ![.control, .unassigned, .privateUse].contains(
                        scalar.properties.generalCategory
                    )
            }
    }
}
