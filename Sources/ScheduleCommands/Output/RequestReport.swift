import AgentInterface
import GLibBridge
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
        let userInfo: [String: PropertyReport]?
        let attachments: [Attachment]?
        let event: Event?
    }

    /// The start of the event that it reminds of.
    struct Event: Encodable {
        let start: String?
        /// In seconds from the reminder.
        let offset: Int64?
        let allDay: Bool
    }

    struct Attachment: Encodable {
        let identifier: String
        let type: String
        /// The URL of the agent's own copy.
        let url: String?
    }

    struct Trigger: Encodable {
        let type: String
        let repeats: Bool
        /// In seconds.
        var timeInterval: Double?
        var components: [String: Int]?
        /// The days that the components are limited to.
        var dates: [String]?
        var onCalendar: String?
        var cron: String?
        var recurrence: Recurrence?
        var timeZone: String?
        var monthEnd: Bool?
        var latitude: Double?
        var longitude: Double?
        /// In metres.
        var radius: Double?
        var region: String?
        var notifyOnEntry: Bool?
        var notifyOnExit: Bool?
        var firesInside: Bool?
    }

    /// A series with a recurrence rule.
    struct Recurrence: Encodable {
        let start: String
        let rule: String?
        let excluded: [String]?
        let additional: [String]?
        /// In seconds; negative for before each date.
        let offset: Int?

        init(_ series: RecurrenceSeries) {
            start = series.start.localText
            rule = series.rule?.text
            let without = series.excluded.map(\.localText) + series.excludedDays.map(\.description)
            excluded = without.isEmpty ? nil : without
            let more = series.additional.map(\.localText)
            additional = more.isEmpty ? nil : more
            offset = series.offset == 0 ? nil : series.offset
        }
    }

    /// The crossing of a region's border that caused a delivery.
    struct Crossing: Encodable {
        let kind: String
        let date: String
        /// In metres.
        let accuracy: Double
    }

    struct Action: Encodable {
        let identifier: String
        let title: String
        let url: String?
        /// In seconds.
        let snooze: Double?
        /// The placeholder of the text field, if the action has one.
        let placeholder: String?
    }

    let identifier: String
    let appID: String
    /// The name in the bubble in place of the app's.
    let appName: String?
    /// The file of requests.d that it comes from.
    let file: String?
    let content: Content
    let trigger: Trigger?
    let actions: [Action]
    let openURL: String?
    /// The command of `launcher.conf` that is started when it is due.
    let run: String?
    let markup: Bool?
    let icon: String?
    /// In milliseconds.
    let expireTimeout: Int32?
    let hints: [String: String]?
    /// `show`, `skip`, or the span up to which it is shown.
    let late: String?
    let times: Int?
    let until: String?
    let wake: Bool?
    /// How long before each date warnings come.
    let before: [String]?
    /// After which span it is shown again until it is acknowledged, and how often.
    let nag: String?
    let nagTimes: Int?
    var paused: Bool?
    var fired: Int?
    /// How many dates a delivery stands for.
    var occurrences: Int?
    var added: String?
    var nextTriggerDate: String?
    var scheduled: String?
    var date: String?
    var state: String?
    var crossing: Crossing?
    /// When it was removed, and from which list.
    var removed: String?
    var list: String?

    init(_ request: NotificationRequest, in zone: some ZoneRules) {
        identifier = request.identifier
        appID = request.appID
        appName = request.bubble.appName
        file = request.fileOrigin
        content = Content(request)
        trigger = Trigger(request.trigger)
        actions = request.actions.map {
            Action(
                identifier: $0.identifier,
                title: $0.title,
                url: $0.url,
                snooze: $0.snooze.map { Double($0) / 1_000_000 },
                placeholder: $0.textInput?.placeholder
            )
        }
        openURL = request.openURL
        run = request.run
        markup = request.bubble.hasMarkup ? true : nil
        icon = request.bubble.icon
        expireTimeout = request.bubble.expiry
        let hints = request.bubble.hints.mapValues(\.words)
        self.hints = hints.isEmpty ? nil : hints
        late = WrittenPart.late.texts(of: request).first
        times = request.options.times
        until = request.options.until.map { RFC3339.string($0, in: zone) }
        wake = request.options.wakes ? true : nil
        let before = request.options.before.map(TimeSpan.words)
        self.before = before.isEmpty ? nil : before
        nag = request.options.nag.map { TimeSpan.words($0.interval) }
        nagTimes = request.options.nag?.times
    }

    init(_ pending: PendingRequest, in zone: some ZoneRules) {
        self.init(pending.request, in: zone)
        paused = pending.isPaused ? true : nil
        fired = pending.fired > 0 ? pending.fired : nil
        added = RFC3339.string(pending.added, in: zone)
        if pending.due < .distantFuture {
            nextTriggerDate = RFC3339.string(pending.due, in: zone)
        }
    }

    init(_ delivered: DeliveredNotification, in zone: some ZoneRules) {
        self.init(delivered.request, in: zone)
        occurrences = delivered.note?.occurrences.count
        scheduled = RFC3339.string(delivered.scheduled, in: zone)
        date = RFC3339.string(delivered.date, in: zone)
        state = delivered.state
        crossing = delivered.crossing.map {
            Crossing(
                kind: $0.kind.rawValue,
                date: RFC3339.string($0.date, in: zone),
                accuracy: $0.accuracy
            )
        }
    }
}

extension RequestReport {
    init(_ removed: RemovedRequest, in zone: some ZoneRules) {
        self.init(removed.request, in: zone)
        self.removed = RFC3339.string(removed.removed, in: zone)
        list = removed.wasPending ? "pending" : "delivered"
        let date = removed.date.map { RFC3339.string($0, in: zone) }
        if removed.wasPending { nextTriggerDate = date } else { self.date = date }
    }
}

extension RequestReport.Content {
    fileprivate init(_ request: NotificationRequest) {
        let content = request.content
        title = content.title
        subtitle = WrittenPart.subtitle.texts(of: request).first
        body = WrittenPart.body.texts(of: request).first
        sound = WrittenPart.sound.texts(of: request).first
        badge = content.badge
        interruptionLevel = content.interruptionLevel.rawValue
        threadIdentifier = WrittenPart.thread.texts(of: request).first
        categoryIdentifier = WrittenPart.category.texts(of: request).first
        let info = content.userInfo.mapValues(PropertyReport.init)
        userInfo = info.isEmpty ? nil : info
        let files = content.attachments.map { attachment in
            RequestReport.Attachment(
                identifier: attachment.identifier,
                type: attachment.type,
                url: attachment.path.flatMap(FileURI.text)
            )
        }
        attachments = files.isEmpty ? nil : files
        event = content.event.map { event in
            switch event.moment {
            case .at(let date):
                RequestReport.Event(
                    start: RFC3339.string(date, in: SystemZone.local),
                    offset: nil,
                    allDay: event.isDay
                )
            case .after(let seconds):
                RequestReport.Event(start: nil, offset: seconds, allDay: event.isDay)
            }
        }
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
            monthEnd = calendar.monthEnd ? true : nil
            switch calendar.spec {
            case .components(let components):
                self.components = Dictionary(
                    components.dictionary.map { ($0.name, $0.value) },
                    uniquingKeysWith: { first, _ in first }
                )
                let days = components.dates.map(\.description)
                dates = days.isEmpty ? nil : days
            case .onCalendar(let text): onCalendar = text
            case .cron(let text): cron = text
            case .recurrence(let series): recurrence = RequestReport.Recurrence(series)
            }
        case .location(let location):
            self.init(type: "location", repeats: location.repeats)
            latitude = location.region.center.latitude
            longitude = location.region.center.longitude
            radius = location.region.radius
            region = location.region.identifier.isEmpty ? nil : location.region.identifier
            notifyOnEntry = location.region.notifyOnEntry
            notifyOnExit = location.region.notifyOnExit
            firesInside = location.firesInside ? true : nil
        }
    }
}
