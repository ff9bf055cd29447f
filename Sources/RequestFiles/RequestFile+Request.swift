package import AgentInterface
import GLibBridge
package import NotifyCore

extension RequestFile {
    /// Returns the request that the file describes.
    ///
    /// - Throws: ``Refusal`` if a value is invalid.
    package func request(now: Instant, zones: ZoneSource) throws(Refusal) -> NotificationRequest {
        let zone = try zone(zones)
        let trigger = try trigger(now: now, in: zone)
        var request = NotificationRequest(
            appID: AgentNames.requestFilesApp,
            identifier: identifier,
            content: NotificationContent(
                title: value(.title) ?? "",
                subtitle: value(.subtitle) ?? "",
                body: value(.body) ?? "",
                sound: try CheckedKeys(file: self).sound(),
                badge: try number(.badge),
                categoryIdentifier: value(.category) ?? "",
                threadIdentifier: value(.thread) ?? "",
                interruptionLevel: try level()
            ),
            trigger: trigger,
            actions: try actions(),
            openURL: value(.open),
            requester: path,
            options: ScheduleOptions(
                late: try lateRule(),
                until: try until(now: now, in: zone),
                times: try number(.times),
                wakes: try flag(.wake) ?? false,
                before: try ReminderKeys(file: self).warnings(),
                nag: try ReminderKeys(file: self).nag()
            ),
            bubble: BubbleOptions(
                hasMarkup: try flag(.markup) ?? false,
                icon: try CheckedKeys(file: self).icon(),
                expiry: try expiry()
            )
        )
        request.run = value(.run)
        do {
            try request.validate()
        } catch {
            throw refusal(error, of: request)
        }
        return request
    }

    func zone(_ zones: ZoneSource) throws(Refusal) -> any ZoneRules {
        guard let name = value(.timeZone) else { return zones.local() }
        guard let zone = zones.named(name) else {
            let reason = "write a name such as Europe/Berlin, or an offset such as +05:30"
            throw refusal(of: .timeZone, name, reason)
        }
        return zone
    }

    func trigger(
        now: Instant,
        in zone: any ZoneRules
    ) throws(Refusal) -> NotificationTrigger {
        let given = RequestFileKey.dates.filter { value($0) != nil }
        guard let key = given.first, let text = value(key) else {
            let names = RequestFileKey.dates.map(\.rawValue).joined(separator: ", ")
            throw refusal("there is no time; add one of \(names)")
        }
        guard given.count == 1 else {
            let names = given.map(\.rawValue).joined(separator: " and ")
            throw refusal("\(names) both set the time; keep one of them", given.last?.rawValue)
        }
        try check(key, text)
        do {
            switch key {
            case .recurrenceRule:
                return try series(try RecurrenceRule(text), key, now: now, in: zone)
            case .every where value(.starting) != nil:
                return try everySeries(text, now: now, in: zone)
            case .every, .delay:
                return .timeInterval(
                    microseconds: try TimeSpan(text).microseconds,
                    repeats: try repeats(by: key)
                )
            case .date:
                return try DateSpec(text, now: now, in: zone).trigger(timeZone: value(.timeZone))
            case .components:
                return try calendar(.components(try CalendarComponents(json: text)), key)
            case .near: return .location(try place(text))
            case .cron: return try calendar(.cron(text), key)
            default: return try calendar(.onCalendar(text), key)
            }
        } catch let error as RequestError {
            throw refusal(of: key, text, error)
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw refusal(of: key, text, "\(error)")
        }
    }

    /// Refuses keys that exclude the key of the time.
    private func check(_ key: RequestFileKey, _ text: String) throws(Refusal) {
        let isCalendar = [RequestFileKey.onCalendar, .cron, .components].contains(key)
        let counts = key == .recurrenceRule || key == .every && value(.starting) != nil
        if let lonely = RequestFileKey.seriesKeys.first(where: { value($0) != nil }), !counts {
            throw refusal(
                "\(lonely.rawValue) does not go with \(key.rawValue); it needs RecurrenceRule, or Every "
                    + "and Starting",
                lonely.rawValue
            )
        }
        if let zone = value(.timeZone), key == .every && !counts || key == .delay {
            throw refusal(of: .timeZone, zone, "a duration is the same in every zone; remove it")
        }
        if let zone = value(.timeZone), key == .near {
            throw refusal(of: .timeZone, zone, "a place is the same in every zone; remove it")
        }
        if let lonely = RequestFileKey.placeKeys.first(where: { value($0) != nil }), key != .near {
            throw refusal(
                "\(lonely.rawValue) does not go with \(key.rawValue); it needs Near",
                lonely.rawValue
            )
        }
        if try flag(.monthEnd) == true, !isCalendar {
            throw refusal(
                "\(RequestFileKey.monthEnd.rawValue) does not go with \(key.rawValue)",
                RequestFileKey.monthEnd.rawValue
            )
        }
        if try flag(.repeats) == true, key == .date {
            throw refusal(
                "\(key.rawValue) is a single date; use OnCalendar to repeat",
                RequestFileKey.repeats.rawValue
            )
        }
    }

    private func repeats(by key: RequestFileKey) throws(Refusal) -> Bool {
        let isUsual = ![.delay, .components, .near].contains(key)
        return try flag(.repeats) ?? isUsual
    }

    private func place(_ text: String) throws -> LocationTrigger {
        try LocationTrigger(
            near: text,
            onEntry: try flag(.onEntry),
            onExit: try flag(.onExit) ?? false,
            ifInside: try flag(.ifInside) ?? false,
            repeats: try repeats(by: .near)
        )
    }

    func calendar(
        _ spec: CalendarSpec,
        _ key: RequestFileKey
    ) throws -> NotificationTrigger {
        let trigger = CalendarTrigger(
            spec: spec,
            timeZone: value(.timeZone),
            repeats: try repeats(by: key),
            monthEnd: try flag(.monthEnd) ?? false
        )
        _ = try trigger.rule()
        let rule = NotificationTrigger.calendar(trigger)
        guard try !rule.firesReallyOften || flag(.reallyOften) ?? false else {
            throw refusal(
                of: key,
                value(key) ?? "",
                "it fires more often than once a minute; add \(RequestFileKey.reallyOften.rawValue)=true to "
                    + "accept that, or leave the seconds out"
            )
        }
        return rule
    }

    func lateRule() throws(Refusal) -> LateRule? {
        guard let text = value(.late) else { return nil }
        guard let rule = LateRule(words: text) else {
            throw refusal(of: .late, text, "write show, skip or a duration such as 2h")
        }
        return rule
    }

    func until(now: Instant, in zone: any ZoneRules) throws(Refusal) -> Instant? {
        guard let text = value(.until) else { return nil }
        do {
            return try DateSpec.lastMoment(text, now: now, in: zone)
        } catch {
            throw refusal(of: .until, text, "\(error)")
        }
    }

    private func expiry() throws(Refusal) -> Int32? {
        guard let text = value(.expire) else { return nil }
        do {
            return try BubbleOptions.expiry(words: text)
        } catch {
            throw refusal(of: .expire, text, error)
        }
    }

    func level() throws(Refusal) -> InterruptionLevel {
        guard let text = value(.level) else { return .active }
        guard let level = InterruptionLevel(rawValue: text) else {
            throw refusal(of: .level, text, "write passive, active, time-sensitive or critical")
        }
        return level
    }

    /// Returns all buttons, in the order of `add`.
    private func actions() throws(Refusal) -> [NotificationAction] {
        var actions = try urlActions()
        if let placeholder = value(.reply) { actions.append(.reply(placeholder: placeholder)) }
        return actions + (try snoozeActions())
    }

    /// Returns the buttons of the groups `[Action NAME]`.
    func urlActions() throws(Refusal) -> [NotificationAction] {
        var actions: [NotificationAction] = []
        for (name, group) in actionGroups {
            let url = group[RequestFileKey.urlKey] ?? ""
            guard !url.isEmpty else {
                throw refusal(
                    "[\(group.name)] has no \(RequestFileKey.urlKey), which says what it opens",
                    in: group.name
                )
            }
            let label = group.localized(RequestFileKey.labelKey) ?? ""
            let action = NotificationAction(
                identifier: name,
                title: label.isEmpty ? name : label,
                url: url
            )
            do {
                try action.validate()
            } catch {
                throw refusal(error, ofAction: group.name)
            }
            actions.append(action)
        }
        return actions
    }

    /// Returns the buttons of `Snooze`.
    func snoozeActions() throws(Refusal) -> [NotificationAction] {
        var actions: [NotificationAction] = []
        for part in (value(.snooze) ?? "").split(separator: ",") {
            do {
                actions.append(.snooze(try NotificationTrigger.snoozeLength(String(part))))
            } catch {
                throw refusal(of: .snooze, String(part), error)
            }
        }
        return actions
    }
}
