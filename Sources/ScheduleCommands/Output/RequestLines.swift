import AgentInterface
import NotifyCore

/// A request as `show` prints it, one line per field.
enum RequestLines {
    /// Prints the lines; fields that have their default are left out.
    static func print(_ request: NotificationRequest, in zone: SystemZone) {
        Terminal.printHeading(request.identifier)
        DetailLine.print("app", request.appID)
        print("shown as", .appName, of: request)
        if let file = request.fileOrigin { DetailLine.print("file", file) }
        printContent(of: request)
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
        print("open", .open, of: request)
        print("run", .run, of: request)
        print("icon", .icon, of: request)
        if let words = request.bubble.expiryWords { DetailLine.print("expires", words) }
        for (name, value) in request.bubble.hints.sorted(by: { $0.key < $1.key }) {
            DetailLine.print("hint", "\(value.typeName):\(name):\(value.words)")
        }
        if request.isResident { DetailLine.print("stays", "until it is dismissed or removed") }
        for action in request.actions { DetailLine.print("action", words(action)) }
        if request.fileOrigin == nil, let requester = request.requester {
            DetailLine.print("added by", requester)
        }
    }

    /// Prints a part of a request if it is not the default.
    private static func print(_ name: String, _ part: WrittenPart, of request: NotificationRequest)
    {
        for text in part.texts(of: request) { DetailLine.print(name, text) }
    }

    private static func printContent(of request: NotificationRequest) {
        let content = request.content
        if content.isWorthDelivering { DetailLine.print("title", content.title) }
        print("subtitle", .subtitle, of: request)
        print("body", .body, of: request)
        if let event = content.event { DetailLine.print("event", words(event)) }
        if content.sound == .standard {
            DetailLine.print("sound", "the default one")
        } else {
            print("sound", .sound, of: request)
        }
        print("badge", .badge, of: request)
        print("level", .level, of: request)
        if content.isPrivate { DetailLine.print("private", "hidden while the session is locked") }
        print("thread", .thread, of: request)
        print("category", .category, of: request)
        for (name, value) in content.userInfo.sorted(by: { $0.key < $1.key }) {
            DetailLine.print("info", "\(name.quoted) = \(PropertyReport(value).words)")
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
