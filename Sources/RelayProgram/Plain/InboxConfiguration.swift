import GLibBridge
import NotifyCore

/// The group `[Inbox]` of relay.conf: a topic whose plain messages are shown here.
struct InboxConfiguration: Equatable, Sendable {
    /// The group's name.
    static let group = "Inbox"
    private static let keys = ["Topic", "Name", "MaxPerHour"]
    private static let maxNameBytes = 64
    /// The maximum of `MaxPerHour=`, which the agent accepts of a topic.
    private static let most = SenderLimits.of(.inbox).added?.count ?? 0

    /// The topic.
    var topic: String
    /// What the notifications are labelled with.
    var name: String
    /// The maximum number of notifications in an hour.
    var maxPerHour = 60

    /// Makes the configuration of a topic.
    init(topic: String, name: String? = nil, maxPerHour: Int = 60) {
        self.topic = topic
        self.name = name ?? topic
        self.maxPerHour = maxPerHour
    }

    /// Reads the group; `nil` if the file does not have it.
    init?(_ file: KeyFile) throws(RequestError) {
        guard let values = try ConfiguredGroup(Self.group, of: file, keys: Self.keys) else {
            return nil
        }
        self.init(topic: try TopicName.checked(values["Topic"]), name: values["Name"])
        guard name.utf8.count <= Self.maxNameBytes, name == name.printableLine else {
            throw RequestError(
                .malformed,
                .key("Name", name.printableLine),
                reason: "is not used",
                wayOut: "write up to \(Self.maxNameBytes) bytes of one line"
            )
        }
        guard let text = values["MaxPerHour"] else { return }
        guard let number = Int(text), (1...Self.most).contains(number) else {
            throw RequestError(
                .malformed,
                .key("MaxPerHour", text),
                reason: "is not used",
                wayOut: "write a number from 1 to \(Self.most), or leave it out for 60"
            )
        }
        maxPerHour = number
    }
}
