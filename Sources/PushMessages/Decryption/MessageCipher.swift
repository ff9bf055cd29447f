import CCrypto

/// The functions of libcrypto that decryption is made of.
enum MessageCipher {
    /// The size of an authentication tag in bytes.
    static let tagSize = 16

    /// Returns key material (HKDF with SHA-256, RFC 5869).
    ///
    /// - Parameters:
    ///   - secret: the input, which is not empty.
    ///   - count: the size of the output in bytes.
    static func keyMaterial(
        _ secret: [UInt8],
        salt: [UInt8],
        information: [UInt8],
        count: Int
    ) throws(CryptoFailure) -> [UInt8] {
        let context = EVP_PKEY_CTX_new_from_name(nil, "HKDF", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: count)
        var length = count
        guard EVP_PKEY_derive_init(context) == 1,
            EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1,
            EVP_PKEY_CTX_set1_hkdf_salt(context, salt, Int32(salt.count)) == 1,
            EVP_PKEY_CTX_set1_hkdf_key(context, secret, Int32(secret.count)) == 1,
            EVP_PKEY_CTX_add1_hkdf_info(context, information, Int32(information.count)) == 1,
            EVP_PKEY_derive(context, &output, &length) == 1, length == count
        else { throw CryptoFailure("no key can be derived") }
        return output
    }

    /// Returns the plaintext of an AES-128-GCM ciphertext with its tag at the end; `nil` if the tag is wrong.
    ///
    /// - Parameters:
    ///   - key: 16 bytes.
    ///   - nonce: 12 bytes.
    /// - Throws: ``CryptoFailure`` if libcrypto fails.
    static func opened(
        _ sealed: [UInt8],
        key: [UInt8],
        nonce: [UInt8]
    ) throws(CryptoFailure) -> [UInt8]? {
        guard sealed.count >= tagSize, key.count == 16, nonce.count == 12 else { return nil }
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        let count = sealed.count - tagSize
        var tag = Array(sealed[count...])
        // A byte more, so that there is an address if nothing was encrypted.
        var plain = [UInt8](repeating: 0, count: count + 1)
        var written: Int32 = 0
        guard EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
            EVP_DecryptUpdate(context, &plain, &written, sealed, Int32(count)) == 1,
            Int(written) == count,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1
        else { throw CryptoFailure("a message cannot be decrypted") }
        var rest = [UInt8](repeating: 0, count: tagSize)
        guard EVP_DecryptFinal_ex(context, &rest, &written) == 1 else { return nil }
        plain.removeLast()
        return plain
    }

    /// Returns random bytes, which nobody can guess.
    ///
    /// - Throws: ``CryptoFailure`` if the system has none.
    static func randomBytes(_ count: Int) throws(CryptoFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, Int32(count)) == 1 else {
            throw CryptoFailure("there are no random numbers")
        }
        return bytes
    }

    /// Returns the SHA-256 of bytes.
    ///
    /// - Throws: ``CryptoFailure`` if libcrypto fails.
    static func digest(_ bytes: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil) == 1,
            length == digest.count
        else { throw CryptoFailure("a message has no digest") }
        return digest
    }
}
