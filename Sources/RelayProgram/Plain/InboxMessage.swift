import AgentInterface
import DesktopTexts
package import NotifyCore
package import RelayServers

/// A message of the inbox's topic as a notification.
///
/// Whoever knows the topic may have written it: it names no file, no command and no app, and is plain text.
package enum InboxMessage {
    /// The app of these notifications.
    package static let app = AgentNames.inboxApp
    private static let maxTitle = 1_024
    private static let maxBody = 16_384
    private static let maxTags = 256
    /// The maximum length of the agent's keys; the IDs of a server are ASCII.
    private static let maxKey = 64

    /// Returns what is shown of a message.
    package static func request(
        of message: ServerMessage,
        from name: String
    ) -> (request: NotificationRequest, removed: [String]) {
        var removed: [String] = []
        func open(_ url: String) -> String? {
            if (try? LaunchURL(url))?.isOpen == true { return url }
            removed.append(url)
            return nil
        }
        var request = request(message.id, from: name)
        let title = message.title.withoutUnseen.shortened(toBytes: maxTitle)
        request.content.title = title.isEmpty ? name : title
        request.content.body = message.text.withoutUnseen.shortened(toBytes: maxBody)
        let tags = message.tags.joined(separator: ", ").printableLine
            .shortened(toBytes: maxTags)
        if !tags.isEmpty { request.content.subtitle = "\(tags) · \(source(name))" }
        request.content.interruptionLevel = level(of: message.priority)
        if message.priority > 3 { request.content.sound = .standard }
        request.openURL = message.click.flatMap(open)
        request.actions = message.links.enumerated().compactMap { index, link in
            guard let url = open(link.url) else { return nil }
            let label = link.label.printableLine.shortened(toBytes: RequestLimits.label)
            return NotificationAction(
                identifier: "link-\(index + 1)",
                title: label.isEmpty ? "Open" : label,
                url: url
            )
        }
        return (request, removed)
    }

    /// Returns the notification of the number of messages that were dropped.
    static func report(
        dropped: [DropReason: Int],
        limit: Int,
        last: String,
        from name: String
    ) -> NotificationRequest {
        let count = dropped.values.reduce(0, +)
        var request = request("dropped-\(last)", from: name)
        // Translators: title
        request.content.title = trn("%1$s message was dropped", "%1$s messages were dropped", count)
        let reasons = DropReason.allCases.filter { dropped[$0] != nil }
        request.content.body = reasons.map { $0.sentence(limit: limit) }.joined(separator: "\n")
        return request
    }

    private static func request(_ identifier: String, from name: String) -> NotificationRequest {
        var content = NotificationContent()
        content.subtitle = source(name)
        var request = NotificationRequest(appID: app, identifier: identifier, content: content)
        request.bubble.appName = source(name)
        // What the server repeats is shown once.
        request.idempotencyKey = String(identifier.prefix(maxKey))
        return request
    }

    /// The words that no message can change.
    private static func source(_ name: String) -> String { "ntfy · \(name)" }

    private static func level(of priority: Int) -> InterruptionLevel {
        switch priority {
        case ...2: .passive
        case 5...: .timeSensitive
        default: .active
        }
    }
}

/// Why messages of the inbox's topic are dropped.
enum DropReason: Hashable, CaseIterable, Sendable {
    /// More came than are shown in an hour.
    case limit
    /// The agent takes none, and as many wait for it as may.
    case waiting

    /// The reason as a sentence for the user.
    func sentence(limit: Int) -> String {
        switch self {
        case .limit:
            tr(
                // Translators: messages; %2$s is a line of the file %3$s
                "More than %1$s came within an hour. %2$s in %3$s sets how many are shown.",
                "\(limit)",
                "MaxPerHour=",
                "relay.conf"
            )
        case .waiting:
            tr(
                // Translators: the agent, a program, took no messages; %2$s is a command
                "The agent took none, and %1$s waited for it. See %2$s.",
                "\(TopicInbox.maxWaiting)",
                "notify-schedule doctor"
            )
        }
    }

    /// The reason as a line of the log.
    func line(of topic: String, limit: Int) -> String {
        switch self {
        case .limit:
            "\(limit) messages of the topic \(topic) came within an hour, which MaxPerHour= allows; further ones are "
                + "dropped until it is over"
        case .waiting:
            "\(TopicInbox.maxWaiting) messages of the topic \(topic) wait for the agent, which takes none; further ones "
                + "are dropped until it does"
        }
    }
}

extension String {
    /// Returns the first characters that fit into a number of bytes, with an ellipsis if any are left out.
    func shortened(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        var size = ellipsis.utf8.count
        let end = indices.first { index in
            size += String(self[index]).utf8.count
            return size > limit
        }
        return self[..<(end ?? startIndex)] + ellipsis
    }
}
