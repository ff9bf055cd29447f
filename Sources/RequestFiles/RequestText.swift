package import AgentInterface
import ConfigurationFiles
import GLibBridge
package import NotifyCore

/// A request as a text in the format of `requests.d`, to be edited.
///
/// What the format cannot express is in no text, and stays.
package struct RequestText: Sendable {
    /// A request that was made of another one.
    package struct Change: Sendable {
        /// The request as it is to be.
        package var request: NotificationRequest
        /// Whether its time is another one.
        package var hasNewTime: Bool
    }

    /// The text.
    package let text: String
    private let original: NotificationRequest
    private let zones: ZoneSource

    /// Writes a request.
    package init(
        _ request: NotificationRequest,
        comment: [String],
        now: Instant,
        zones: ZoneSource
    ) {
        original = request
        self.zones = zones
        let lines = RequestTextWriter(request: request, now: now, zones: zones).text
        text = comment.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined() + "\n" + lines
    }

    /// Returns the request that a changed text describes.
    ///
    /// - Returns: the request; `nil` where all values are as in ``text``.
    package func change(
        to changed: String,
        path: String,
        now: Instant
    ) throws(RequestFile.Refusal) -> Change? {
        let before = try RequestFile(text, identifier: original.identifier, path: path)
        let after = try RequestFile(changed, identifier: original.identifier, path: path)
        guard after.file[RequestFileKey.calendarGroup] == nil else {
            let group = RequestFileKey.calendarGroup
            throw after.refusal(
                "[\(group)] is for the files of requests.d; to follow a calendar: notify-schedule import "
                    + "--follow",
                in: group
            )
        }
        let keys = Set(RequestFileKey.allCases.filter { before.value($0) != after.value($0) })
        let hasNewActions = !before.hasActions(of: after)
        guard !keys.isEmpty || hasNewActions else { return nil }
        var request = original
        for key in RequestFileKey.allCases where keys.contains(key) {
            try set(key, of: &request, from: after, now: now)
        }
        if hasNewActions { try setActions(of: &request, from: after, since: before) }
        let hasNewTime = RequestFileKey.timeKeys.contains { keys.contains($0) }
        if hasNewTime {
            let zone = try after.zone(zones)
            request.trigger = named(try after.trigger(now: now, in: zone))
        }
        do {
            try request.validate()
        } catch {
            throw after.refusal(error, of: request)
        }
        if hasNewTime {
            do {
                let zone = try zones.zone(of: request.trigger)
                _ = try PendingRequest(accepting: request, now: now, zone: zone)
            } catch {
                throw after.refusal(error, of: request)
            }
        }
        return Change(request: request, hasNewTime: hasNewTime)
    }

    /// A place keeps the name that its app gave it.
    private func named(_ trigger: NotificationTrigger) -> NotificationTrigger {
        guard case .location(var place) = trigger, case .location(let old) = original.trigger else {
            return trigger
        }
        place.region.identifier = old.region.identifier
        return .location(place)
    }

    private func set(
        _ key: RequestFileKey,
        of request: inout NotificationRequest,
        from file: RequestFile,
        now: Instant
    ) throws(RequestFile.Refusal) {
        let text = file.value(key)
        switch key {
        case .title: request.setText(.title, text ?? "")
        case .subtitle: request.setText(.subtitle, text ?? "")
        case .body: request.setText(.body, text ?? "")
        case .until: request.options.until = try file.until(now: now, in: try file.zone(zones))
        case .times: request.options.times = try file.number(key)
        case .late: request.options.late = try file.lateRule()
        case .wake: request.options.wakes = try file.flag(key) ?? false
        case .before: request.options.before = try ReminderKeys(file: file).warnings()
        case .nag: request.options.nag = try ReminderKeys(file: file).nag()
        case .sound: request.content.sound = try CheckedKeys(file: file).sound()
        case .badge: request.content.badge = try file.number(key)
        case .level: request.content.interruptionLevel = try file.level()
        case .icon: request.bubble.icon = try CheckedKeys(file: file).icon()
        case .markup: request.bubble.hasMarkup = try file.flag(key) ?? false
        case .open: request.openURL = text
        case .run: request.run = text
        case .snooze:
            request.replace(.snooze, by: try file.snoozeActions(), where: \.isPlainSnooze)
        case .reply:
            let new = text.map { [NotificationAction.reply(placeholder: $0)] } ?? []
            request.replace(.reply, by: new, where: \.isPlainReply)
        case .thread: request.content.threadIdentifier = text ?? ""
        case .category: request.content.categoryIdentifier = text ?? ""
        case .enabled:
            let name = original.identifier
            throw file.refusal(
                "Enabled is for the files of requests.d; to hold it back: notify-schedule pause "
                    + name,
                key.rawValue
            )
        // The time, which is set as a whole.
        default: break
        }
    }

    /// Sets the buttons of groups; what a group cannot express stays with the button of its name.
    private func setActions(
        of request: inout NotificationRequest,
        from after: RequestFile,
        since before: RequestFile
    ) throws(RequestFile.Refusal) {
        let written = Set(before.actionGroups.map(\.name))
        let actions = try after.urlActions().map { action in
            guard written.contains(action.identifier),
                var old = original.actions.first(where: { $0.identifier == action.identifier })
            else { return action }
            (old.title, old.url) = (action.title, action.url)
            return old
        }
        request.replace(.url, by: actions) { written.contains($0.identifier) }
    }
}

extension RequestFile {
    /// Whether another file has the same buttons, in the same order.
    fileprivate func hasActions(of other: RequestFile) -> Bool {
        let (own, others) = (actionGroups, other.actionGroups)
        return own.map(\.name) == others.map(\.name)
            && zip(own, others).allSatisfy { own, other in
                [RequestFileKey.labelKey, RequestFileKey.urlKey].allSatisfy {
                    own.group.localized($0) == other.group.localized($0)
                }
            }
    }
}

extension NotificationAction {
    /// Whether `Reply` describes it whole.
    package var isPlainReply: Bool {
        guard let textInput, !textInput.placeholder.isEmpty else { return false }
        return self == .reply(placeholder: textInput.placeholder)
    }

    /// Whether `Snooze` describes it whole.
    package var isPlainSnooze: Bool {
        guard let snooze, let span = TimeSpan(microseconds: snooze) else { return false }
        return self == .snooze(snooze)
            && (try? NotificationTrigger.snoozeLength(span.description)) == snooze
    }
}
