import AgentInterface
import NotifyCore
import RelayGroup

/// The question whether the user knows machines that another one let into the group.
struct Introduction {
    /// The identifiers of the buttons.
    static let (keep, remove) = ("keep", "remove")
    private static let start = "introduced-"

    /// The machines, of which there is at least one.
    let devices: [DeviceID]

    /// Asks about machines.
    init(_ devices: [DeviceID]) {
        self.devices = devices
    }

    /// Reads the identifier of a question; `nil` if it is another notification's.
    init?(identifier: String) {
        guard identifier.hasPrefix(Self.start) else { return nil }
        let texts = identifier.dropFirst(Self.start.count).split(separator: "-")
        devices = texts.compactMap { DeviceID(text: String($0)) }
        guard !devices.isEmpty, devices.count == texts.count else { return nil }
    }

    /// The identifier of the question at the agent.
    var identifier: String { Self.start + devices.map { "\($0)" }.joined(separator: "-") }

    /// Returns the notification that asks.
    ///
    /// - Parameters:
    ///   - introducer: the name of the machine that let them in; `nil` for one that was removed.
    ///   - instant: when the question came up; one of the same time is asked once.
    func request(
        names: [String],
        introducer: String?,
        at instant: Instant
    ) -> NotificationRequest {
        let isOne = names.count == 1
        var content = NotificationContent()
        content.title =
            isOne
            ? "\(names[0]) is in your relay group"
            : "\(names.count) machines are in your relay group: \(names.joined(separator: ", "))"
        let them = isOne ? "it" : "them"
        content.body =
            introducer.map {
                "\($0) let \(them) in. Remove what you do not know, and \($0) as well."
            }
            ?? "The machine that let \(them) in was removed. Remove what you do not know."
        content.interruptionLevel = .timeSensitive
        var request = NotificationRequest(
            appID: RelayClient.app,
            identifier: identifier,
            content: content
        )
        request.actions = [
            NotificationAction(identifier: Self.keep, title: isOne ? "I know it" : "I know them"),
            NotificationAction(identifier: Self.remove, title: "Remove"),
        ]
        // Of one that was answered, the next question is not a repetition.
        request.idempotencyKey = "\(identifier.prefix(42))-\(instant.microseconds)"
        return request
    }
}
