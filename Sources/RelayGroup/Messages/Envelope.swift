import NotifyCore

/// A message on the wire: readable for the members of a group alone, and signed by one of them.
///
/// As text it is base64url without padding of: the version (1 byte), the number of the group's key (4), a random nonce
/// (24), and the ciphertext of XChaCha20-Poly1305 with all of that as associated data. Its plaintext is, before the
/// padding to ``block``: the sender (16), its number (8), the time (8), the number of the message that it is a part of
/// (8), the part (1), the number of parts (1), an Ed25519 signature (64), and the bytes of the part. Numbers are
/// big-endian. The signature is over ``domain``, the topic, the number of the key, and all of the plaintext but itself.
package struct Envelope: Hashable, Sendable {
    /// The plaintext has a multiple of this size, so that the length of a text says little.
    static let block = 256
    /// What separates these signatures from others by the same key.
    static let domain = Array("notify-schedule relay envelope 1\0".utf8)
    /// The maximum length of a text, whatever a server allows.
    static let maxTextLength = 1 << 20
    private static let version: UInt8 = 1
    private static let headerSize = 1 + 4 + Sodium.nonceSize
    /// The size of what is before the signature.
    private static let metadataSize = DeviceID.size + 8 + 8 + 8 + 1 + 1
    private static let fixedSize = metadataSize + Sodium.signatureSize

    /// The device that wrote it.
    var sender: DeviceID
    /// The number of this envelope; that of a later one of the sender is higher.
    var number: UInt64
    /// When it was written, by the sender's clock.
    var sent: Instant
    /// The number of the message of the sender that it is a part of; 0 for one that is not acknowledged.
    var message: UInt64
    /// Which part it is, from 0.
    var part: UInt8
    /// How many parts the message has.
    var parts: UInt8
    /// The bytes of the part.
    var body: [UInt8]

    /// Returns the maximum size of a part's bytes.
    ///
    /// - Returns: the size; 0 or less if nothing fits.
    static func room(in textLength: Int) -> Int {
        let sealed = min(textLength, maxTextLength) / 4 * 3
        let plain = (sealed - headerSize - Sodium.tagSize) / block * block
        // The padding has a byte at least.
        return plain - fixedSize - 1
    }

    /// Encrypts and signs the envelope.
    func sealed(_ epoch: GroupEpoch, _ keys: DeviceKeys) -> String {
        let metadata = self.metadata
        let signature = Sodium.signature(
            of: Self.signedBytes(epoch, metadata, body),
            secret: keys.signSecret
        )
        let header =
            [Self.version] + epoch.number.bigEndianBytes + Sodium.randomBytes(Sodium.nonceSize)
        let sealed = Sodium.sealed(
            Sodium.padded(metadata + signature + body, block: Self.block),
            header: header,
            nonce: Array(header.suffix(Sodium.nonceSize)),
            key: epoch.key
        )
        return Base64.urlText(of: header + sealed)
    }

    private var metadata: [UInt8] {
        sender.bytes + number.bigEndianBytes + UInt64(bitPattern: sent.microseconds).bigEndianBytes
            + message.bigEndianBytes + [part, parts]
    }

    private static func signedBytes(
        _ epoch: GroupEpoch,
        _ metadata: [UInt8],
        _ body: [UInt8]
    ) -> [UInt8] {
        domain + Array(epoch.topic.utf8) + epoch.number.bigEndianBytes + metadata + body
    }

    /// Decrypts a text and verifies who wrote it.
    ///
    /// - Parameter signKey: returns the key of a sender; `nil` if it is no member.
    package init(
        opening text: String,
        epoch: GroupEpoch,
        signKey: (DeviceID) -> [UInt8]?
    ) throws(EnvelopeProblem) {
        guard text.utf8.count <= Self.maxTextLength, let bytes = Base64.bytes(ofURLText: text),
            bytes.count >= Self.headerSize + Sodium.tagSize + Self.block
        else { throw .unreadable }
        guard bytes[0] == Self.version else { throw .laterVersion }
        guard UInt32(bigEndianBytes: bytes[1..<5]) == epoch.number else { throw .unknownKey }
        let header = Array(bytes[..<Self.headerSize])
        guard
            let padded = Sodium.opened(
                Array(bytes[Self.headerSize...]),
                header: header,
                nonce: Array(header[5...]),
                key: epoch.key
            ), let plain = Sodium.unpadded(padded, block: Self.block),
            plain.count >= Self.fixedSize, let sender = DeviceID(Array(plain[..<16]))
        else { throw .forged }
        guard let signKey = signKey(sender) else { throw .stranger }
        let metadata = Array(plain[..<Self.metadataSize])
        body = Array(plain[Self.fixedSize...])
        guard
            Sodium.verifies(
                Array(plain[Self.metadataSize..<Self.fixedSize]),
                of: Self.signedBytes(epoch, metadata, body),
                publicKey: signKey
            )
        else { throw .forged }
        self.sender = sender
        number = UInt64(bigEndianBytes: plain[16..<24])
        sent = Instant(microseconds: Int64(bitPattern: UInt64(bigEndianBytes: plain[24..<32])))
        message = UInt64(bigEndianBytes: plain[32..<40])
        part = plain[40]
        parts = plain[41]
        // As the store and JSON have numbers.
        guard part < parts, message <= UInt64(Int64.max) else { throw .malformed }
    }

    /// Makes an envelope.
    init(
        sender: DeviceID,
        number: UInt64,
        sent: Instant,
        message: UInt64 = 0,
        part: (index: Int, count: Int) = (0, 1),
        body: [UInt8]
    ) {
        self.sender = sender
        self.number = number
        self.sent = sent
        self.message = message
        self.part = UInt8(clamping: part.index)
        parts = UInt8(clamping: part.count)
        self.body = body
    }
}

/// Why a message of the topic is dropped.
package enum EnvelopeProblem: String, Error, Hashable, Sendable, CustomStringConvertible {
    /// It is none of a group.
    case unreadable = "not a message of a group"
    /// A later version has written it.
    case laterVersion = "of a later version; update this program"
    /// It is for another key of the group.
    case unknownKey = "encrypted with another key than that of its topic"
    /// It cannot be decrypted, or its signature is invalid.
    case forged = "forged or changed on the way"
    /// Its sender is no member.
    case stranger = "of a machine that is not in the group"
    /// Its number was used before.
    case replayed = "received before, or older than 1,024 others"
    /// It is encrypted with a key that was replaced.
    case outdated = "encrypted with an older key of the group"
    /// The agent has not taken what came before; its sender keeps it and sends it again.
    case noRoom = "too many while the agent takes none; they come again later"
    /// A member has written something else.
    case malformed = "signed by a machine of the group, but without meaning here"

    /// The reason as `Status` has it.
    package var description: String { rawValue }
}

extension FixedWidthInteger {
    /// The bytes of the number, the highest first.
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

    /// Makes a number of bytes, the highest first.
    init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}
