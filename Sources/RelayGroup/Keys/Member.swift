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
    /// The devices on whose word it is in the group: the one that let it in, and those that passed that on.
    ///
    /// None if the device that keeps this has let it in itself, or its user has confirmed it. Where one of them is
    /// removed for good, this one goes as well; see ``Roster/untrusted``.
    var introducers: Set<DeviceID> = []

    /// Makes a member.
    ///
    /// - Returns: the member; `nil` if a key has another size or is none that keeps a secret, or the name is empty, too
    ///   long, that of an ID, or has characters that are not printed.
    package init?(
        id: DeviceID,
        name: String,
        signKey: [UInt8],
        boxKey: [UInt8],
        added: Instant
    ) {
        guard Sodium.isSignKey(signKey), Sodium.isBoxKey(boxKey),
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
    /// A name is written in lists that commas separate, `all` means every device, and an ID means the device that has it.
    package static func isName(_ text: String) -> Bool {
        (1...maxNameBytes).contains(text.utf8.count) && text != RelayTargets.allWord
            && DeviceID(text: text.lowercased()) == nil
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.value > 0x20 && scalar != "," && !scalar.properties.isWhitespace
                    && !scalar.properties.isDefaultIgnorableCodePoint
                    && ![.control, .unassigned, .privateUse].contains(
                        scalar.properties.generalCategory
                    )
            }
    }
}
