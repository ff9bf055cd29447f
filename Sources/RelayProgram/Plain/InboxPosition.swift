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
    /// That of the last message of the request that the agent was handed next; `nil` if there is none.
    var begun: String?

    /// Makes the position at the beginning of a topic.
    init(server: String, topic: String) {
        self.server = server
        self.topic = topic
    }

    /// Reads what is stored for a topic; `nil` if it was not read yet.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if others can write the file.
    init?(in folder: String, server: String, topic: String) throws(RequestError) {
        guard let text = try TrustedFile.text(Self.fileName, in: folder),
            let values = (try? KeyFile(parsing: text))?[Self.group], values["Server"] == server,
            values["Topic"] == topic
        else { return nil }
        self.init(server: server, topic: topic)
        since = values["Since"]
        begun = values["Begun"]
        guard since.map(TopicName.isName) ?? true else { return nil }
    }

    /// Stores it in place of an earlier one.
    ///
    /// - Throws: ``NotifyCore/RequestError`` if it cannot be written.
    func write(in folder: String) throws(RequestError) {
        var lines = ["[\(Self.group)]", "Server=\(server)", "Topic=\(topic)"]
        if let since { lines.append("Since=\(since)") }
        if let begun { lines.append("Begun=\(begun)") }
        try SavedFile.write(
            lines.joined(separator: "\n") + "\n",
            to: "\(folder)/\(Self.fileName)",
            followingLinks: false
        )
    }
}
