import NotifyCore

/// An optional part of a request, by the name of its option, that `edit --clear` takes away.
enum ClearedPart: String, CaseIterable {
    case body, subtitle, sound, badge, level, open, run, action, snooze, attach, reply, thread,
        category
    case userInfo = "user-info"
    case until, times, late, wake, before, nag, markup, except, also
    case milliseconds = "expire-time"
    case expire
    case appName = "app-name"
    case icon, transient, hint

    /// Reads the value of `--clear`.
    init(parsing name: String) throws(RequestError) {
        guard let part = Self(rawValue: name) else {
            let names = Self.allCases.map(\.rawValue)
            throw RequestError(
                .invalidContent,
                .option("--clear"),
                value: name.quoted,
                reason: "is not a part that can be left out",
                wayOut: "write \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
            )
        }
        self = part
    }

    /// Takes the part away.
    func clear(_ request: inout NotificationRequest) {
        switch self {
        case .body: request.setText(.body, "")
        case .subtitle: request.setText(.subtitle, "")
        case .sound: request.content.sound = nil
        case .badge: request.content.badge = nil
        case .level: request.content.interruptionLevel = .active
        case .open: request.openURL = nil
        case .run: request.run = nil
        case .action: request.replace(.url, by: [])
        case .snooze: request.replace(.snooze, by: [])
        case .attach: request.content.attachments = []
        case .reply: request.replace(.reply, by: [])
        case .thread: request.content.threadIdentifier = ""
        case .category: request.content.categoryIdentifier = ""
        case .userInfo: request.content.userInfo = [:]
        case .until: request.options.until = nil
        case .times: request.options.times = nil
        case .late: request.options.late = nil
        case .wake: request.options.wakes = false
        case .before: request.options.before = []
        case .nag: request.options.nag = nil
        case .except: request.changeSeries { ($0.excluded, $0.excludedDays) = ([], []) }
        case .also: request.changeSeries { $0.additional = [] }
        case .markup: request.bubble.hasMarkup = false
        case .milliseconds, .expire: request.bubble.expiry = nil
        case .appName: request.bubble.appName = nil
        case .icon: request.bubble.icon = nil
        case .transient: request.bubble.hints["transient"] = nil
        case .hint: request.bubble.hints = [:]
        }
    }
}

extension NotificationRequest {
    /// Changes the series of the trigger, if it has one.
    fileprivate mutating func changeSeries(_ change: (inout RecurrenceSeries) -> Void) {
        guard case .calendar(var calendar) = trigger, case .recurrence(var series) = calendar.spec
        else { return }
        change(&series)
        calendar.spec = .recurrence(series)
        trigger = .calendar(calendar)
    }
}
