import AgentInterface
import GLibBridge
import NotifyCore

/// The group `[Phone]` of relay.conf: a topic to which the notifications of some apps go in plain text.
struct PhoneConfiguration: Equatable, Sendable {
    /// The group's name.
    static let group = "Phone"
    private static let keys = ["Topic", "Apps"]
    /// What did not begin on this machine: it would go round, or come to the phone from each machine.
    private static let others: Set<String> = [RelayClient.app, InboxMessage.app]

    /// The topic.
    var topic: String
    /// The apps; of all, only those of this machine.
    var apps: RelayConfiguration.Mirror

    /// Makes the configuration of a topic.
    init(topic: String, apps: RelayConfiguration.Mirror) {
        self.topic = topic
        self.apps = apps
    }

    /// Reads the group; `nil` if the file does not have it.
    init?(_ file: KeyFile) throws(RequestError) {
        guard let values = try ConfiguredGroup(Self.group, of: file, keys: Self.keys) else {
            return nil
        }
        topic = try TopicName.checked(values["Topic"])
        let names = (values["Apps"] ?? "").split(separator: ",").map {
            String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }.filter { !$0.isEmpty }
        guard !names.isEmpty else {
            throw RequestError(
                .malformed,
                .key("Apps"),
                reason: "is missing",
                wayOut:
                    "write the ids of the apps whose notifications the phone gets in plain text, or all"
            )
        }
        if let other = names.first(where: Self.others.contains) {
            throw RequestError(
                .malformed,
                .key("Apps", other),
                reason: "is not used: it is the app of what comes from elsewhere",
                wayOut: "have it sent to the phone where it begins"
            )
        }
        apps = names == ["all"] ? .all : .apps(Set(names))
    }

    /// Whether the notifications of an app go to the phone.
    func includes(_ app: String) -> Bool { !Self.others.contains(app) && apps.includes(app) }
}
