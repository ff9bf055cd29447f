import NotifyCore
import RelayGroup

/// The name of a topic that the user chose, which anybody who knows it may use.
enum TopicName {
    /// The maximum length in bytes, which is ntfy's.
    static let maxBytes = 64

    /// Checks a name.
    static func checked(_ text: String?) throws(RequestError) -> String {
        guard let text else {
            throw RequestError(
                .malformed,
                .key("Topic"),
                reason: "is missing",
                wayOut: "write the name of a topic that nobody guesses, such as alerts-8Fq2xR"
            )
        }
        guard isName(text) else {
            throw RequestError(
                .malformed,
                .key("Topic", text),
                reason: "is not used",
                wayOut: "write 1 to \(maxBytes) letters, digits, hyphens and underscores"
            )
        }
        guard !GroupEpoch.isTopic(text) else {
            throw RequestError(
                .malformed,
                .key("Topic", text),
                reason: "is not used, because it is one of a group of machines",
                wayOut: "write another name"
            )
        }
        return text
    }

    /// Whether a text can be a topic, and also the server's ID of a message.
    static func isName(_ text: String) -> Bool {
        (1...maxBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
