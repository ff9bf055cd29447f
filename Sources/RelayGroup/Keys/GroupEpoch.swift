/// The key and the topic of a group, until the next device is removed from it.
package struct GroupEpoch: Hashable, Sendable {
    /// The length of a topic's name.
    static let topicLength = 33

    /// Its number, from 1.
    package let number: UInt32
    /// The topic of the group, a random name.
    package let topic: String
    /// The symmetric key, 32 bytes.
    let key: [UInt8]
    /// The device that made it.
    ///
    /// Of two with one number, that of the smaller ID counts.
    package let author: DeviceID

    /// Makes a new key and topic.
    package init(number: UInt32, author: DeviceID) {
        self.number = number
        self.author = author
        topic = Self.topic(of: Sodium.randomBytes(16))
        key = Sodium.randomBytes(Sodium.keySize)
    }

    /// Makes an epoch of its parts.
    ///
    /// - Returns: the epoch; `nil` if a part has another form.
    package init?(number: UInt32, topic: String, key: [UInt8], author: DeviceID) {
        guard number > 0, Self.isTopic(topic), key.count == Sodium.keySize else { return nil }
        self.number = number
        self.topic = topic
        self.key = key
        self.author = author
    }

    /// Returns the name of a topic.
    static func topic(of bytes: [UInt8]) -> String { "n" + Hexadecimal.text(of: bytes) }

    /// Whether a text has the form of a group's topic.
    package static func isTopic(_ text: String) -> Bool {
        text.utf8.count == topicLength && text.hasPrefix("n")
            && Hexadecimal.bytes(of: String(text.dropFirst())) != nil
    }

    /// Whether this one counts, and not the other.
    func replaces(_ other: GroupEpoch) -> Bool {
        number != other.number ? number > other.number : author < other.author
    }
}
