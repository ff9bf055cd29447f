import CCrypto

/// A key pair on the curve P-256 (SEC 1), with which the messages of one registration are encrypted.
///
/// The private key never leaves this machine; a sender gets the public one.
package struct PushKeyPair: Hashable, Sendable {
    /// The private number, big-endian.
    package let privateKey: [UInt8]
    /// The public point, uncompressed.
    package let publicKey: [UInt8]

    /// The size of a private key in bytes.
    package static let privateSize = 32
    /// The size of a public key in bytes.
    package static let publicSize = 65
    private static let group = "P-256"

    /// Generates a key pair.
    ///
    /// - Throws: ``CryptoFailure`` if libcrypto has no such curve, or no random numbers.
    package init() throws(CryptoFailure) {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_group_name(context, Self.group) == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { throw CryptoFailure("a key pair cannot be generated") }
        let pair = LoadedKey(key)
        publicKey = try pair.publicPoint()
        privateKey = try pair.privateNumber()
    }

    /// Makes a key pair of its stored parts, which belong together.
    ///
    /// - Returns: the key pair; `nil` if a part has another size.
    package init?(privateKey: [UInt8], publicKey: [UInt8]) {
        guard privateKey.count == Self.privateSize, publicKey.count == Self.publicSize else {
            return nil
        }
        self.privateKey = privateKey
        self.publicKey = publicKey
    }

    /// Returns the secret that both sides can compute (ECDH).
    ///
    /// - Returns: the secret, 32 bytes.
    /// - Throws: ``CryptoFailure`` if it is not a point of the curve.
    func sharedSecret(with peer: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        let own = try LoadedKey(group: Self.group, publicKey: publicKey, privateKey: privateKey)
        let other = try LoadedKey(group: Self.group, publicKey: peer, privateKey: nil)
        return try own.derive(with: other, count: Self.privateSize)
    }

    /// Returns whether bytes are a public key: an uncompressed point of the curve.
    package static func isPublicKey(_ bytes: [UInt8]) -> Bool {
        (try? LoadedKey(group: group, publicKey: bytes, privateKey: nil)) != nil
    }
}

/// A failure of libcrypto, or input that it refuses.
package struct CryptoFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// What failed.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A key as libcrypto has it.
private final class LoadedKey {
    private let pointer: OpaquePointer

    /// Adopts a key.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Loads a public key, or a pair.
    ///
    /// libcrypto checks that the point is on the curve.
    init(group: String, publicKey: [UInt8], privateKey: [UInt8]?) throws(CryptoFailure) {
        // A point may be compressed elsewhere; web push has the uncompressed form alone.
        guard publicKey.count == PushKeyPair.publicSize, publicKey[0] == 4 else {
            throw CryptoFailure("a public key is not an uncompressed point of P-256")
        }
        guard let parameters = Self.parameters(group, publicKey, privateKey) else {
            throw CryptoFailure("a key cannot be described")
        }
        defer { OSSL_PARAM_free(parameters) }
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        let selection = privateKey == nil ? ccrypto_public_key : ccrypto_key_pair
        guard EVP_PKEY_fromdata_init(context) == 1,
            EVP_PKEY_fromdata(context, &key, selection, parameters) == 1, let key
        else { throw CryptoFailure("a public key is not a point of P-256") }
        pointer = key
        let check = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
        defer { EVP_PKEY_CTX_free(check) }
        guard EVP_PKEY_public_check(check) == 1 else {
            throw CryptoFailure("a public key is not a point of P-256")
        }
    }

    /// Returns the description of a key, which the caller frees.
    private static func parameters(
        _ group: String,
        _ publicKey: [UInt8],
        _ privateKey: [UInt8]?
    ) -> UnsafeMutablePointer<OSSL_PARAM>? {
        let builder = OSSL_PARAM_BLD_new()
        defer { OSSL_PARAM_BLD_free(builder) }
        let number = privateKey.flatMap { secureNumber($0) }
        defer { BN_clear_free(number) }
        guard
            privateKey == nil
                || OSSL_PARAM_BLD_push_BN(builder, ccrypto_private_name(), number) == 1
        else { return nil }
        // The builder copies the texts when the description is made.
        return group.withCString { group in
            publicKey.withUnsafeBytes { point in
                guard
                    OSSL_PARAM_BLD_push_utf8_string(builder, ccrypto_group_name(), group, 0)
                        == 1,
                    OSSL_PARAM_BLD_push_octet_string(
                        builder,
                        ccrypto_public_name(),
                        point.baseAddress,
                        point.count
                    ) == 1
                else { return nil }
                return OSSL_PARAM_BLD_to_param(builder)
            }
        }
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    func publicPoint() throws(CryptoFailure) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = EVP_PKEY_get1_encoded_public_key(pointer, &bytes)
        defer { ccrypto_free(bytes) }
        guard count == PushKeyPair.publicSize, let bytes else {
            throw CryptoFailure("a public key cannot be read")
        }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    func privateNumber() throws(CryptoFailure) -> [UInt8] {
        var number: OpaquePointer?
        var bytes = [UInt8](repeating: 0, count: PushKeyPair.privateSize)
        defer { BN_clear_free(number) }
        guard EVP_PKEY_get_bn_param(pointer, ccrypto_private_name(), &number) == 1,
            BN_bn2binpad(number, &bytes, Int32(bytes.count)) == bytes.count
        else { throw CryptoFailure("a private key cannot be read") }
        return bytes
    }

    func derive(with other: LoadedKey, count: Int) throws(CryptoFailure) -> [UInt8] {
        let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil)
        defer { EVP_PKEY_CTX_free(context) }
        var secret = [UInt8](repeating: 0, count: count)
        var length = count
        guard EVP_PKEY_derive_init(context) == 1,
            EVP_PKEY_derive_set_peer(context, other.pointer) == 1,
            EVP_PKEY_derive(context, &secret, &length) == 1, length == count
        else { throw CryptoFailure("no secret can be derived from the sender's key") }
        return secret
    }
}

/// Returns a number of big-endian bytes in memory that is not written to swap, where there is such memory.
private func secureNumber(_ bytes: [UInt8]) -> OpaquePointer? {
    BN_bin2bn(bytes, Int32(bytes.count), BN_secure_new())
}
