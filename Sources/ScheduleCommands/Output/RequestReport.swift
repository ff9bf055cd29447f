import AgentInterface
import GLibBridge
import NotifyCore

/// A request as `--json` prints it.
struct RequestReport: Encodable {
    struct Content: Encodable {
        /// An earlier place of the request's title.
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
        /// Whether its texts are not for a locked screen.
        let isPrivate: Bool?

        private enum CodingKeys: String, CodingKey {
            case title, subtitle, body, sound, badge, interruptionLevel, threadIdentifier
            case categoryIdentifier, userInfo, attachments, event
            case isPrivate = "private"
        }
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
    let title: String
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
    /// When the bubble closes, in seconds; 0 for never, -1 for when the server closes it.
    let expiry: Double?
    /// An earlier form of ``expiry``, in milliseconds.
    let expireTimeout: Int32?
    let hints: [String: String]?
    /// `show`, `skip`, or the span up to which it is shown.
    let late: String?
    /// That span in seconds.
    let lateLimit: Double?
    let times: Int?
    let until: String?
    let wake: Bool?
    /// How long before each date warnings come, in seconds.
    let warnings: [Double]?
    /// An earlier form of ``warnings``, such as `1h`.
    let before: [String]?
    /// After how many seconds it is shown again until it is acknowledged, and how often.
    let nagInterval: Double?
    /// An earlier form of ``nagInterval``, such as `5min`.
    let nag: String?
    let nagTimes: Int?
    var paused: Bool?
    var pausedUntil: String?
    var fired: Int?
    /// The dates ahead that are skipped.
    var skipped: [String]?
    /// How many dates a delivery stands for.
    var occurrences: Int?
    var added: String?
    var nextTriggerDates: [String]?
    /// An earlier name of the first of ``nextTriggerDates``.
    var nextTriggerDate: String?
    var scheduled: String?
    var date: String?
    var state: String?
    var crossing: Crossing?
    /// The other machines that it was sent to.
    var machines: [String]?
    /// When it was removed, and from which list.
    var removed: String?
    var list: String?

    init(_ request: NotificationRequest) {
        identifier = request.identifier
        appID = request.appID
        title = request.content.title
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
        expiry = expireTimeout.map { $0 < 0 ? -1 : Double($0) / 1_000 }
        let hints = request.bubble.hints.mapValues(\.words)
        self.hints = hints.isEmpty ? nil : hints
        late = WrittenPart.late.texts(of: request).first
        if case .within(let limit) = request.options.late {
            lateLimit = JSONOutput.seconds(limit)
        } else {
            lateLimit = nil
        }
        times = request.options.times
        until = request.options.until.map(JSONOutput.date)
        wake = request.options.wakes ? true : nil
        let before = request.options.before.map(TimeSpan.words)
        self.before = before.isEmpty ? nil : before
        warnings = before.isEmpty ? nil : request.options.before.map(JSONOutput.seconds)
        nag = request.options.nag.map { TimeSpan.words($0.interval) }
        nagInterval = request.options.nag.map { JSONOutput.seconds($0.interval) }
        nagTimes = request.options.nag?.times
    }

    init(_ pending: PendingRequest) {
        self.init(pending.request)
        paused = pending.isPaused ? true : nil
        pausedUntil = pending.pause?.end.map { JSONOutput.date($0) }
        fired = pending.fired > 0 ? pending.fired : nil
        skipped =
            pending.taken.isEmpty ? nil : pending.taken.sorted().map { JSONOutput.date($0) }
        added = JSONOutput.date(pending.added)
        if pending.due < .distantFuture {
            setNext(JSONOutput.date(pending.due))
        }
    }

    init(_ delivered: DeliveredNotification) {
        self.init(delivered.request)
        occurrences = delivered.note?.occurrences.count
        scheduled = JSONOutput.date(delivered.scheduled)
        date = JSONOutput.date(delivered.date)
        state = delivered.state
        crossing = delivered.crossing.map {
            Crossing(
                kind: $0.kind.rawValue,
                date: JSONOutput.date($0.date),
                accuracy: $0.accuracy
            )
        }
    }
}

extension RequestReport {
    init(_ removed: RemovedRequest) {
        self.init(removed.request)
        self.removed = JSONOutput.date(removed.removed)
        list = removed.wasPending ? "pending" : "delivered"
        let date = removed.date.map(JSONOutput.date)
        if removed.wasPending { setNext(date) } else { self.date = date }
    }

    fileprivate mutating func setNext(_ date: String?) {
        nextTriggerDates = date.map { [$0] }
        nextTriggerDate = date
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
        isPrivate = content.isPrivate ? true : nil
        event = content.event.map { event in
            switch event.moment {
            case .at(let date):
                RequestReport.Event(
                    start: JSONOutput.date(date),
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
