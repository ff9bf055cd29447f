import NotifyCore

/// A line of what ntfy sends to who follows a topic.
package enum NtfyLine: Equatable {
    /// The server sends what comes from now on.
    case open
    /// A message.
    case message(ServerMessage)
    /// The server is there.
    case keepAlive

    /// The maximum length of a line in bytes.
    static let maxSize = 256 << 10
    private static let maxTags = 20
    private static let maxLinks = 3

    /// Reads a line of JSON; `nil` if it is no line of ntfy.
    package init?(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes), let event = value["event"]?.text else {
            return nil
        }
        switch event {
        case "open": self = .open
        case "message":
            guard let message = Self.message(value) else { return nil }
            self = .message(message)
        // What later versions have, too.
        default: self = .keepAlive
        }
    }

    private static func message(_ value: JSONValue) -> ServerMessage? {
        guard let id = value["id"]?.text, isID(id), let topic = value["topic"]?.text,
            case .integer(let time) = value["time"]
        else { return nil }
        var message = ServerMessage(
            topic: topic,
            id: id,
            time: time,
            text: value["message"]?.text ?? ""
        )
        message.title = value["title"]?.text ?? ""
        if case .integer(let priority) = value["priority"], (1...5).contains(priority) {
            message.priority = Int(priority)
        }
        message.click = value["click"]?.text
        if case .array(let tags) = value["tags"] {
            message.tags = tags.prefix(maxTags).compactMap(\.text)
        }
        if case .array(let actions) = value["actions"] {
            message.links = actions.prefix(maxLinks).compactMap { action in
                guard action["action"]?.text == "view", let label = action["label"]?.text,
                    let url = action["url"]?.text
                else { return nil }
                return ServerMessage.Link(label: label, url: url)
            }
        }
        return message
    }

    /// Whether a text can be the ID of a message, which becomes part of an address.
    static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
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

extension JSONValue {
    /// The text; `nil` for another kind of value.
    var text: String? { if case .string(let text) = self { text } else { nil } }
}

/// Splits what comes in pieces into lines.
struct LineSplitter {
    private var rest: [UInt8] = []
    private let maxSize: Int

    /// Makes a splitter for lines of at most so many bytes.
    init(maxSize: Int) {
        self.maxSize = maxSize
    }

    /// Returns the lines that are complete with a piece, without empty ones; `nil` if a line is too long.
    mutating func lines(with piece: [UInt8]) -> [[UInt8]]? {
        var lines: [[UInt8]] = []
        for part in piece.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            if part.offset > 0 {
                if !rest.isEmpty { lines.append(rest) }
                rest = []
            }
            guard rest.count + part.element.count <= maxSize else { return nil }
            rest += part.element
        }
        return lines
    }
}
