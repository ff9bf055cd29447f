import CSodium

/// The functions of libsodium that the group is made of.
///
/// They fail only for arguments of a wrong size, which the callers rule out; libsodium itself ends the program where
/// the system has no random numbers.
enum Sodium {
    /// The size of a symmetric key in bytes.
    static let keySize = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    /// The size of a nonce in bytes; random ones do not repeat.
    static let nonceSize = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    /// The size of the tag that ends a ciphertext.
    static let tagSize = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
    /// The size of a signature in bytes.
    static let signatureSize = Int(crypto_sign_BYTES)

    /// Chooses the implementations for this processor, once.
    private static let isReady = sodium_init() >= 0

    /// Returns random bytes, which nobody can guess.
    static func randomBytes(_ count: Int) -> [UInt8] {
        precondition(isReady, "libsodium cannot be used")
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// Returns the BLAKE2b of bytes.
    ///
    /// - Parameters:
    ///   - count: the size of the output, from 16 to 64.
    ///   - context: what the output is for; another context gives another output.
    static func hash(_ bytes: [UInt8], count: Int, context: String) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: count)
        let key = Array(context.utf8)
        crypto_generichash(&output, count, bytes, UInt64(bytes.count), key, key.count)
        return output
    }

    // MARK: - With a symmetric key

    /// Encrypts and authenticates bytes (XChaCha20-Poly1305, IETF).
    ///
    /// - Parameters:
    ///   - plain: the bytes.
    ///   - nonce: 24 random bytes.
    ///   - key: 32 bytes.
    static func sealed(
        _ plain: [UInt8],
        header: [UInt8],
        nonce: [UInt8],
        key: [UInt8]
    ) -> [UInt8] {
        precondition(nonce.count == nonceSize && key.count == keySize)
        var output = [UInt8](repeating: 0, count: plain.count + tagSize)
        crypto_aead_xchacha20poly1305_ietf_encrypt(
            &output,
            nil,
            plain,
            UInt64(plain.count),
            header,
            UInt64(header.count),
            nil,
            nonce,
            key
        )
        return output
    }

    /// Returns the plaintext of ``sealed(_:header:nonce:key:)``; `nil` if anything was changed.
    static func opened(
        _ sealed: [UInt8],
        header: [UInt8],
        nonce: [UInt8],
        key: [UInt8]
    ) -> [UInt8]? {
        guard sealed.count >= tagSize, nonce.count == nonceSize, key.count == keySize else {
            return nil
        }
        // A byte more, so that there is an address if nothing was encrypted.
        var plain = [UInt8](repeating: 0, count: sealed.count - tagSize + 1)
        let code = crypto_aead_xchacha20poly1305_ietf_decrypt(
            &plain,
            nil,
            nil,
            sealed,
            UInt64(sealed.count),
            header,
            UInt64(header.count),
            nonce,
            key
        )
        guard code == 0 else { return nil }
        plain.removeLast()
        return plain
    }

    // MARK: - Padding

    /// Returns bytes with padding to a multiple of a block size (ISO/IEC 7816-4).
    static func padded(_ bytes: [UInt8], block: Int) -> [UInt8] {
        var buffer = bytes + [UInt8](repeating: 0, count: block)
        var length = 0
        let code = sodium_pad(&length, &buffer, bytes.count, block, buffer.count)
        precondition(code == 0)
        return Array(buffer[..<length])
    }

    /// Returns bytes without their padding; `nil` if there is none.
    static func unpadded(_ bytes: [UInt8], block: Int) -> [UInt8]? {
        guard !bytes.isEmpty, bytes.count.isMultiple(of: block) else { return nil }
        var length = 0
        guard sodium_unpad(&length, bytes, bytes.count, block) == 0 else { return nil }
        return Array(bytes[..<length])
    }

    // MARK: - With key pairs

    /// Returns a new key pair for signatures (Ed25519).
    static func signingPair() -> (public: [UInt8], secret: [UInt8]) {
        precondition(isReady, "libsodium cannot be used")
        var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
        var secretKey = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
        crypto_sign_keypair(&publicKey, &secretKey)
        return (publicKey, secretKey)
    }

    /// Returns a new key pair for encryption (X25519).
    static func boxPair() -> (public: [UInt8], secret: [UInt8]) {
        precondition(isReady, "libsodium cannot be used")
        var publicKey = [UInt8](repeating: 0, count: Int(crypto_box_PUBLICKEYBYTES))
        var secretKey = [UInt8](repeating: 0, count: Int(crypto_box_SECRETKEYBYTES))
        crypto_box_keypair(&publicKey, &secretKey)
        return (publicKey, secretKey)
    }

    /// Returns the signature of bytes.
    static func signature(of bytes: [UInt8], secret: [UInt8]) -> [UInt8] {
        precondition(secret.count == DeviceKeys.signSecretSize)
        var output = [UInt8](repeating: 0, count: signatureSize)
        crypto_sign_detached(&output, nil, bytes, UInt64(bytes.count), secret)
        return output
    }

    /// Whether a signature is valid.
    static func verifies(_ signature: [UInt8], of bytes: [UInt8], publicKey: [UInt8]) -> Bool {
        guard signature.count == signatureSize, publicKey.count == DeviceKeys.publicSize else {
            return false
        }
        return crypto_sign_verify_detached(signature, bytes, UInt64(bytes.count), publicKey) == 0
    }

    /// Whether bytes are a public key for signatures: a point that only the owner of its secret can sign for.
    static func isSignKey(_ bytes: [UInt8]) -> Bool {
        bytes.count == DeviceKeys.publicSize && crypto_core_ed25519_is_valid_point(bytes) == 1
    }

    /// Whether bytes are a public key for encryption.
    ///
    /// With some keys, such as one of zeros, everybody knows the shared secret.
    static func isBoxKey(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == DeviceKeys.publicSize else { return false }
        var shared = [UInt8](repeating: 0, count: Int(crypto_scalarmult_BYTES))
        // Any secret finds such a key.
        let secret = [UInt8](repeating: 1, count: Int(crypto_scalarmult_SCALARBYTES))
        return crypto_scalarmult(&shared, secret, bytes) == 0
    }

    /// Encrypts bytes to one key, so that only its owner can read them, and knows who wrote them.
    ///
    /// - Returns: the nonce and the ciphertext; `nil` if the recipient's key is not one that keeps a secret.
    static func boxed(_ plain: [UInt8], to recipient: [UInt8], secret: [UInt8]) -> [UInt8]? {
        guard recipient.count == DeviceKeys.publicSize, secret.count == DeviceKeys.boxSecretSize
        else { return nil }
        let nonce = randomBytes(Int(crypto_box_curve25519xchacha20poly1305_NONCEBYTES))
        let tag = Int(crypto_box_curve25519xchacha20poly1305_MACBYTES)
        var output = [UInt8](repeating: 0, count: plain.count + tag)
        let code = crypto_box_curve25519xchacha20poly1305_easy(
            &output,
            plain,
            UInt64(plain.count),
            nonce,
            recipient,
            secret
        )
        return code == 0 ? nonce + output : nil
    }

    /// Returns the plaintext of ``boxed(_:to:secret:)``; `nil` if another wrote it, or it was changed.
    static func unboxed(_ box: [UInt8], from sender: [UInt8], secret: [UInt8]) -> [UInt8]? {
        let nonceSize = Int(crypto_box_curve25519xchacha20poly1305_NONCEBYTES)
        let tag = Int(crypto_box_curve25519xchacha20poly1305_MACBYTES)
        guard box.count >= nonceSize + tag, sender.count == DeviceKeys.publicSize,
            secret.count == DeviceKeys.boxSecretSize
        else { return nil }
        let sealed = Array(box[nonceSize...])
        var plain = [UInt8](repeating: 0, count: sealed.count - tag + 1)
        let code = crypto_box_curve25519xchacha20poly1305_open_easy(
            &plain,
            sealed,
            UInt64(sealed.count),
            Array(box[..<nonceSize]),
            sender,
            secret
        )
        guard code == 0 else { return nil }
        plain.removeLast()
        return plain
    }
}
