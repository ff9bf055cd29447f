import NotifyCore

/// An optional part of a request, by the name of its option, that `edit --clear` takes away.
enum ClearedPart: String, CaseIterable {
    case body, subtitle, sound, badge, level, open, action, snooze, attach, reply, thread, category
    case userInfo = "user-info"
    case until, times, late, wake, markup
    case expiry = "expire-time"
    case appName = "app-name"
    case icon, transient, hint

    /// Reads the value of `--clear`.
    ///
    /// - Throws: ``NotifyCore/RequestError`` with the list of names.
    init(parsing name: String) throws(RequestError) {
        guard let part = Self(rawValue: name) else {
            let names = Self.allCases.map(\.rawValue)
            throw RequestError(
                .invalidContent,
                "--clear \(name.quoted) is not a part that can be left out; write "
                    + "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
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
        case .markup: request.bubble.hasMarkup = false
        case .expiry: request.bubble.expiry = nil
        case .appName: request.bubble.appName = nil
        case .icon: request.bubble.icon = nil
        case .transient: request.bubble.hints["transient"] = nil
        case .hint: request.bubble.hints = [:]
        }
    }
}

extension NotificationRequest {
    /// A text of the content.
    enum TextPart {
        case title, subtitle, body
    }

    /// The kinds of buttons that options of their own describe.
    enum ActionKind: CaseIterable {
        case url, reply, snooze

        fileprivate func has(_ action: NotificationAction) -> Bool {
            switch self {
            case .url: action.snooze == nil && action.textInput == nil
            case .reply: action.textInput != nil
            case .snooze: action.snooze != nil && action.textInput == nil
            }
        }
    }

    /// Sets a text, which is then not looked up in another language any more.
    mutating func setText(_ part: TextPart, _ text: String) {
        switch part {
        case .title:
            content.title = text
            content.localized?.title = nil
        case .subtitle:
            content.subtitle = text
            content.localized?.subtitle = nil
        case .body:
            content.body = text
            content.localized?.body = nil
        }
    }

    /// Replaces the buttons of a kind; the order is that of `add`.
    mutating func replace(_ kind: ActionKind, by new: [NotificationAction]) {
        actions = ActionKind.allCases.flatMap { other in
            other == kind ? new : actions.filter(other.has)
        }
    }
}
