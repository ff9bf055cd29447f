import ConfigurationFiles
import GLibBridge
import NotifyCore

/// Up to where the inbox's topic was read.
///
/// One without a message is that of a topic that had none at the first start, so that all that comes is new.
struct InboxPosition: Equatable, Sendable {
    private static let fileName = "relay-inbox"
    private static let group = "Inbox"

    /// The address of the server.
    let server: String
    /// The topic.
    let topic: String
    /// The server's ID of the last message; `nil` for none.
    var since: String?

    /// Makes a position.
    init(server: String, topic: String, since: String?) {
        self.server = server
        self.topic = topic
        self.since = since
    }

    /// Reads what is stored for a topic; `nil` if it was not read yet.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if others can write the file.
    init?(in folder: String, server: String, topic: String) throws(RequestError) {
        guard let text = try TrustedFile.text(Self.fileName, in: folder),
            let values = (try? KeyFile(parsing: text))?[Self.group], values["Server"] == server,
            values["Topic"] == topic
        else { return nil }
        let since = values["Since"]
        guard since.map(TopicName.isName) ?? true else { return nil }
        self.init(server: server, topic: topic, since: since)
    }

    /// Stores it in place of an earlier one.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be written.
    func write(in folder: String) throws(RequestError) {
        var lines = ["[\(Self.group)]", "Server=\(server)", "Topic=\(topic)"]
        if let since { lines.append("Since=\(since)") }
        try SavedFile.write(
            lines.joined(separator: "\n") + "\n",
            to: "\(folder)/\(Self.fileName)"
        )
    }
}
