import AgentInterface
import NotifyCore

/// A request as `show` prints it, one line per field.
enum RequestLines {
    /// Prints the lines; fields that have their default are left out.
    static func print(_ request: NotificationRequest, in zone: SystemZone) {
        Terminal.printHeading(request.identifier)
        DetailLine.print("app", request.appID)
        if let name = request.bubble.appName { DetailLine.print("shown as", name) }
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
        if !request.options.before.isEmpty {
            let spans = request.options.before.map(TimeSpan.words).joined(separator: " and ")
            DetailLine.print("before", "warns \(spans) before")
        }
        if let nag = request.options.nag { DetailLine.print("nag", nag.sentence) }
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
        if let command = request.run { DetailLine.print("run", command) }
        print(request.bubble)
        if request.isResident { DetailLine.print("stays", "until it is dismissed or removed") }
        for action in request.actions { DetailLine.print("action", words(action)) }
        if request.fileOrigin == nil, let requester = request.requester {
            DetailLine.print("added by", requester)
        }
    }

    private static func print(_ content: NotificationContent) {
        if content.isWorthDelivering { DetailLine.print("title", content.title) }
        if !content.subtitle.isEmpty { DetailLine.print("subtitle", content.subtitle) }
        if !content.body.isEmpty { DetailLine.print("body", content.body) }
        if let event = content.event { DetailLine.print("event", words(event)) }
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
        if let words = bubble.expiryWords { DetailLine.print("expires", words) }
        for (name, value) in bubble.hints.sorted(by: { $0.key < $1.key }) {
            DetailLine.print("hint", "\(value.typeName):\(name):\(value.words)")
        }
    }

    private static func words(_ event: EventStart) -> String {
        switch event.moment {
        case .at(let date): return "starts on \(DateText.absolute(date, in: SystemZone.local))"
        case .after(seconds: 0): return "starts at that time"
        case .after(let seconds):
            let zero = Instant(seconds: 0)
            let span = RelativeTime.words(Instant(seconds: abs(seconds)), to: zero).dropFirst(3)
            return "starts \(span) \(seconds > 0 ? "after" : "before") the reminder"
        }
    }

    private static func words(_ action: NotificationAction) -> String {
        if let url = action.url { return "\(action.title) = \(url)" }
        if action.textInput != nil { return "\(action.title), asks for a text" }
        return action.title
    }
}
