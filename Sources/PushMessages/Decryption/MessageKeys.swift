/// The secrets by which a sender's messages are encrypted to one registration (RFC 8291).
package struct MessageKeys: Hashable, Sendable {
    /// The key pair.
    package let pair: PushKeyPair
    /// The secret that a sender knows besides the public key, 16 bytes.
    package let authSecret: [UInt8]

    /// The size of the secret in bytes.
    package static let authSize = 16

    /// Generates keys.
    package init() throws(CryptoFailure) {
        pair = try PushKeyPair()
        authSecret = try MessageCipher.randomBytes(Self.authSize)
    }

    /// Makes keys of their stored parts.
    ///
    /// - Returns: the keys; `nil` if a part has another size.
    package init?(pair: PushKeyPair, authSecret: [UInt8]) {
        guard authSecret.count == Self.authSize else { return nil }
        self.pair = pair
        self.authSecret = authSecret
    }

    /// Returns the plaintext of a message.
    ///
    /// Time and memory are bounded by ``EncryptedMessage/maxSize``.
    ///
    /// - Returns: the plaintext, without padding.
    /// - Throws: ``MessageProblem`` if it has another form, or was not encrypted with these keys.
    package func decrypt(_ bytes: [UInt8]) throws(MessageProblem) -> [UInt8] {
        let message = try EncryptedMessage(bytes)
        let opened: [UInt8]?
        do throws(CryptoFailure) {
            opened = try open(message)
        } catch {
            throw MessageProblem("\(error)")
        }
        guard let opened else { throw .wrongKeys }
        return try EncryptedMessage.unpadded(opened)
    }

    private func open(_ message: EncryptedMessage) throws(CryptoFailure) -> [UInt8]? {
        let shared = try pair.sharedSecret(with: message.senderKey)
        let secret = try MessageCipher.keyMaterial(
            shared,
            salt: authSecret,
            information: Array("WebPush: info\0".utf8) + pair.publicKey + message.senderKey,
            count: 32
        )
        let key = try MessageCipher.keyMaterial(
            secret,
            salt: message.salt,
            information: Array("Content-Encoding: aes128gcm\0".utf8),
            count: 16
        )
        // Of the first record, whose number changes nothing in it.
        let nonce = try MessageCipher.keyMaterial(
            secret,
            salt: message.salt,
            information: Array("Content-Encoding: nonce\0".utf8),
            count: 12
        )
        return try MessageCipher.opened(message.record, key: key, nonce: nonce)
    }
}

/// Why a message is dropped: its sender can only send a better one.
package struct MessageProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    /// The tag does not fit: other keys, or a changed message.
    static let wrongKeys = MessageProblem(
        "it was not encrypted with the keys of this registration, or it was changed on the way"
    )
}
