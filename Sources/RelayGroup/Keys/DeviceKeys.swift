package import NotifyCore

/// This device: its ID and its secret keys, which never leave it.
package struct DeviceKeys: Hashable, Sendable {
    /// The size of each public key in bytes.
    static let publicSize = 32
    /// The size of the secret key for signatures, which has the public one at its end.
    static let signSecretSize = 64
    /// The size of the secret key for encryption.
    static let boxSecretSize = 32

    /// Its ID.
    package let id: DeviceID
    /// The key by which its messages are verified.
    let signKey: [UInt8]
    /// The key by which they are signed.
    let signSecret: [UInt8]
    /// The key to which secrets for it are encrypted.
    let boxKey: [UInt8]
    /// The key by which they are decrypted.
    let boxSecret: [UInt8]

    /// Makes a new device.
    package init() {
        (signKey, signSecret) = Sodium.signingPair()
        (boxKey, boxSecret) = Sodium.boxPair()
        id = DeviceID(signKey: signKey, boxKey: boxKey)
    }

    /// Makes a device of its stored parts, which belong together.
    ///
    /// - Returns: the device; `nil` if a part has another size.
    init?(
        id: DeviceID,
        signKey: [UInt8],
        signSecret: [UInt8],
        boxKey: [UInt8],
        boxSecret: [UInt8]
    ) {
        guard signKey.count == Self.publicSize, boxKey.count == Self.publicSize,
            signSecret.count == Self.signSecretSize, boxSecret.count == Self.boxSecretSize
        else { return nil }
        self.id = id
        self.signKey = signKey
        self.signSecret = signSecret
        self.boxKey = boxKey
        self.boxSecret = boxSecret
    }

    /// Returns the device as the others know it; `nil` if it cannot have that name.
    package func member(name: String, added: Instant) -> Member? {
        Member(id: id, name: name, signKey: signKey, boxKey: boxKey, added: added)
    }
}
