import AgentInterface
import DesktopTexts
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
            // Translators: title; %1$s is the name of a machine, which gets the notifications of all in the group
            ? tr("%1$s is in your relay group", names[0])
            : trn(
                // Translators: title; %2$s is the names of the machines
                "%1$s machine is in your relay group: %2$s",
                "%1$s machines are in your relay group: %2$s",
                names.count,
                names.listed
            )
        content.body =
            switch (introducer, isOne) {
            case (let name?, true):
                // Translators: %1$s is the machine that let another one into the group
                tr("%1$s let it in. Remove what you do not know, and %1$s as well.", name)
            case (let name?, false):
                // Translators: %1$s is the machine that let several others into the group
                tr("%1$s let them in. Remove what you do not know, and %1$s as well.", name)
            case (nil, true):
                // Translators: a machine let another one into the group
                tr("The machine that let it in was removed. Remove what you do not know.")
            case (nil, false):
                // Translators: a machine let several others into the group
                tr("The machine that let them in was removed. Remove what you do not know.")
            }
        content.interruptionLevel = .timeSensitive
        var request = NotificationRequest(
            appID: RelayClient.app,
            identifier: identifier,
            content: content
        )
        // Translators: on a button; the first is about one machine that is new in a group, the second about several
        let known = isOne ? tr("I know it") : tr("I know them")
        request.actions = [
            NotificationAction(identifier: Self.keep, title: known),
            // Translators: on a button
            NotificationAction(identifier: Self.remove, title: tr("Remove")),
        ]
        // Of one that was answered, the next question is not a repetition.
        request.idempotencyKey = "\(identifier.prefix(42))-\(instant.microseconds)"
        return request
    }
}
