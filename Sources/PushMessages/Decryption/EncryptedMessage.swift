/// The parts of an encrypted message: the content coding `aes128gcm` (RFC 8188) as web push has it (RFC 8291).
struct EncryptedMessage: Equatable {
    /// The maximum size of a message in bytes, its header included.
    static let maxSize = 4_096
    /// The size of the header: salt, record size, and a key with its length.
    private static let headerSize = 16 + 4 + 1 + PushKeyPair.publicSize
    /// The byte between the content of the last record and its padding.
    private static let lastDelimiter: UInt8 = 2

    /// Random bytes of the sender, 16.
    let salt: [UInt8]
    /// The public key that the sender made for this message.
    let senderKey: [UInt8]
    /// The only record, with its tag.
    let record: [UInt8]

    /// Reads a message.
    ///
    /// - Throws: ``MessageProblem`` if it has another form.
    init(_ bytes: [UInt8]) throws(MessageProblem) {
        guard bytes.count <= Self.maxSize else {
            throw MessageProblem(
                "it has \(bytes.count) bytes, and at most \(Self.maxSize) are allowed"
            )
        }
        let smallest = Self.headerSize + 1 + MessageCipher.tagSize
        guard bytes.count >= smallest else {
            throw MessageProblem("it has \(bytes.count) bytes, and an encrypted one \(smallest)")
        }
        let recordSize = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
        guard bytes[20] == PushKeyPair.publicSize else {
            throw MessageProblem("it does not contain its sender's key; is it encrypted at all?")
        }
        salt = Array(bytes[..<16])
        senderKey = Array(bytes[21..<Self.headerSize])
        record = Array(bytes[Self.headerSize...])
        guard record.count <= recordSize else {
            throw MessageProblem("it has more than one record, which web push does not allow")
        }
    }

    /// Returns the bytes by which a repetition is known.
    ///
    /// The record size is left out: nothing authenticates it, so whoever forwards a message could change it.
    static func identity(of bytes: [UInt8]) -> [UInt8] {
        bytes.count > 20 ? Array(bytes[..<16]) + Array(bytes[20...]) : bytes
    }

    /// Returns a record's content without its padding.
    ///
    /// - Throws: ``MessageProblem`` if nothing marks the last record.
    static func unpadded(_ bytes: [UInt8]) throws(MessageProblem) -> [UInt8] {
        guard let end = bytes.lastIndex(where: { $0 != 0 }), bytes[end] == lastDelimiter else {
            throw MessageProblem("its padding is invalid")
        }
        return Array(bytes[..<end])
    }
}
