import AgentInterface
import NotifyCore

/// A request as `show` prints it, one line per field.
enum RequestLines {
    /// Prints the lines; fields that have their default are left out.
    static func print(_ request: NotificationRequest, in zone: SystemZone) {
        Terminal.printHeading(request.identifier)
        DetailLine.print("app", request.appID)
        if let file = request.fileOrigin { DetailLine.print("file", file) }
        print(request.content)
        DetailLine.print("when", request.words(forUserIn: zone))
        if case .calendar = request.trigger {
            let name = request.trigger.zoneIdentifier.map {
                SystemZone(named: $0)?.identifier ?? $0
            }
            DetailLine.print(
                "zone",
                name.map { "\($0), wherever you are" } ?? "yours, now \(zone.identifier)"
            )
        }
        if let late = request.options.late { DetailLine.print("late", late.words) }
        if request.options.wakes {
            DetailLine.print("wake", "wakes the machine, if allowed")
        }
        for attachment in request.content.attachments {
            DetailLine.print(
                "attached",
                "\(attachment.path ?? attachment.name) (\(attachment.type))"
            )
        }
        if let url = request.openURL { DetailLine.print("open", url) }
        print(request.bubble)
        if request.isResident { DetailLine.print("stays", "until it is dismissed or removed") }
        for action in request.actions { DetailLine.print("action", words(action)) }
        if request.fileOrigin == nil, let requester = request.requester {
            DetailLine.print("asked by", requester)
        }
    }

    private static func print(_ content: NotificationContent) {
        DetailLine.print("title", content.title)
        if !content.subtitle.isEmpty { DetailLine.print("subtitle", content.subtitle) }
        if !content.body.isEmpty { DetailLine.print("body", content.body) }
        switch content.sound {
        case nil: break
        case .standard: DetailLine.print("sound", "the default one")
        case .named(let name): DetailLine.print("sound", name)
        }
        if let badge = content.badge { DetailLine.print("badge", "\(badge)") }
        if content.interruptionLevel != .active {
            DetailLine.print("level", content.interruptionLevel.rawValue)
        }
        if !content.threadIdentifier.isEmpty {
            DetailLine.print("thread", content.threadIdentifier)
        }
        if !content.categoryIdentifier.isEmpty {
            DetailLine.print("category", content.categoryIdentifier)
        }
        for (name, value) in content.userInfo.sorted(by: { $0.key < $1.key }) {
            DetailLine.print("info", "\(name.quoted) = \(PropertyReport(value).words)")
        }
    }

    private static func print(_ bubble: BubbleOptions) {
        if let icon = bubble.icon { DetailLine.print("icon", icon) }
        if let expiry = bubble.expiry {
            DetailLine.print("expires", expiry == 0 ? "never" : "\(expiry) ms after it is shown")
        }
        for (name, value) in bubble.hints.sorted(by: { $0.key < $1.key }) {
            DetailLine.print("hint", "\(value.typeName):\(name):\(value.words)")
        }
    }

    private static func words(_ action: NotificationAction) -> String {
        if let url = action.url { return "\(action.title) = \(url)" }
        if action.textInput != nil { return "\(action.title), asks for a text" }
        return action.title
    }
}
