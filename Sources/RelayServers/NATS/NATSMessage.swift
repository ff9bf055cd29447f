#if NATS
import CNATS

/// A message of a stream.
struct NATSMessage: Sendable {
    /// Its number in the stream.
    let sequence: UInt64
    /// Its number among those that the consumer has sent.
    let consumed: UInt64
    /// What it has; without its topic and ID.
    let content: ServerMessage

    /// The headers of what is published with more than a text; those of ntfy, so that a script can use both.
    static let (title, priority, tags, click, actions) = (
        "Title", "Priority", "Tags", "Click", "Actions"
    )
    private static let maxTags = 20
    private static let maxLinks = 3

    /// Reads what came to a consumer's subject: a message or a sign of life; `nil` for anything else.
    static func event(_ message: OpaquePointer) -> NATSEvent? {
        var numbers = cnats_numbers()
        if cnats_read_numbers(message, &numbers) {
            return .message(NATSMessage(message, numbers))
        }
        guard header("Status", message) == "100" else { return nil }
        return .idle(
            last: header("Nats-Last-Consumer", message).flatMap { UInt64($0) },
            answer: natsMsg_GetReply(message).map { String(cString: $0) }
                ?? header("Nats-Consumer-Stalled", message)
        )
    }

    private init(_ message: OpaquePointer, _ numbers: cnats_numbers) {
        sequence = numbers.stream
        consumed = numbers.consumer
        let bytes = UnsafeRawBufferPointer(
            start: natsMsg_GetData(message),
            count: Int(natsMsg_GetDataLength(message))
        )
        content = Self.content(
            String(decoding: bytes, as: UTF8.self),
            time: numbers.time / 1_000_000_000
        ) { Self.header($0, message) }
    }

    /// Returns what a text and headers are.
    static func content(
        _ text: String,
        time: Int64,
        _ header: (String) -> String?
    ) -> ServerMessage {
        var message = ServerMessage(topic: "", id: "", time: time, text: text)
        message.title = header(title) ?? ""
        if let number = header(priority).flatMap({ Int($0) }), (1...5).contains(number) {
            message.priority = number
        }
        message.tags = parts(header(tags) ?? "", ",").prefix(maxTags).filter { !$0.isEmpty }
        message.click = header(click)
        message.links = parts(header(actions) ?? "", ";").prefix(maxLinks).compactMap { action in
            let parts = parts(action, ",")
            guard parts.count >= 3, parts[0] == "view" else { return nil }
            return ServerMessage.Link(label: parts[1], url: parts[2])
        }
        return message
    }

    private static func parts(_ text: String, _ separator: Character) -> [String] {
        text.split(separator: separator, omittingEmptySubsequences: false).map { part in
            let rest = part.drop { $0 == " " }
            return String(rest.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func header(_ name: String, _ message: OpaquePointer) -> String? {
        var value: UnsafePointer<CChar>?
        guard natsMsgHeader_Get(message, name, &value) == NATS_OK else { return nil }
        return value.map { String(cString: $0) }
    }
}
#endif
