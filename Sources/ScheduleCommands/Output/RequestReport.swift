import AgentInterface
import NotifyCore

/// A request as `--json` prints it.
struct RequestReport: Encodable {
    struct Content: Encodable {
        let title: String
        let subtitle: String?
        let body: String?
        let sound: String?
        let badge: Int?
        let interruptionLevel: String
        let threadIdentifier: String?
        let categoryIdentifier: String?
    }

    struct Trigger: Encodable {
        let type: String
        let repeats: Bool
        /// In seconds.
        var timeInterval: Double?
        var components: [String: Int]?
        var onCalendar: String?
        var cron: String?
        var timeZone: String?
    }

    struct Action: Encodable {
        let identifier: String
        let title: String
        let url: String?
    }

    let identifier: String
    let appID: String
    let content: Content
    let trigger: Trigger?
    let actions: [Action]
    let openURL: String?
    var added: String?
    var nextTriggerDate: String?
    var scheduled: String?
    var date: String?
    var state: String?

    init(_ request: NotificationRequest) {
        identifier = request.identifier
        appID = request.appID
        content = Content(request.content)
        trigger = Trigger(request.trigger)
        actions = request.actions.map {
            Action(identifier: $0.identifier, title: $0.title, url: $0.url)
        }
        openURL = request.openURL
    }

    init(_ pending: PendingRequest, in zone: some ZoneRules) {
        self.init(pending.request)
        added = RFC3339.string(pending.added, in: zone)
        nextTriggerDate = RFC3339.string(pending.due, in: zone)
    }

    init(_ delivered: DeliveredNotification, in zone: some ZoneRules) {
        self.init(delivered.request)
        scheduled = RFC3339.string(delivered.scheduled, in: zone)
        date = RFC3339.string(delivered.date, in: zone)
        state = delivered.state
    }
}

extension RequestReport.Content {
    fileprivate init(_ content: NotificationContent) {
        title = content.title
        subtitle = content.subtitle.isEmpty ? nil : content.subtitle
        body = content.body.isEmpty ? nil : content.body
        sound =
            switch content.sound {
            case nil: nil
            case .standard: "default"
            case .named(let name): name
            }
        badge = content.badge
        interruptionLevel = content.interruptionLevel.rawValue
        threadIdentifier = content.threadIdentifier.isEmpty ? nil : content.threadIdentifier
        categoryIdentifier = content.categoryIdentifier.isEmpty ? nil : content.categoryIdentifier
    }
}

extension RequestReport.Trigger {
    fileprivate init?(_ trigger: NotificationTrigger) {
        switch trigger {
        case .immediate:
            return nil
        case .timeInterval(let microseconds, let repeats):
            self.init(
                type: "timeInterval",
                repeats: repeats,
                timeInterval: Double(microseconds) / 1_000_000
            )
        case .calendar(let calendar):
            self.init(type: "calendar", repeats: calendar.repeats)
            timeZone = calendar.zoneIdentifier
            switch calendar.spec {
            case .components(let components):
                self.components = Dictionary(
                    components.dictionary.map { ($0.name, $0.value) },
                    uniquingKeysWith: { first, _ in first }
                )
            case .onCalendar(let text): onCalendar = text
            case .cron(let text): cron = text
            }
        }
    }
}
