import AgentInterface
import ConfigurationFiles
import GLibBridge
import NotifyCore

/// Writes a request in the format of `requests.d`.
struct RequestTextWriter {
    let request: NotificationRequest
    let now: Instant
    let zones: ZoneSource

    private typealias Values = [(key: RequestFileKey, value: String)]

    /// The text; what the format cannot express is left out.
    var text: String {
        let time = time
        let values = content + (time ?? []) + limits + rest
        var edit = KeyFileEdit("[\(RequestFileKey.group)]\n")
        for (key, value) in values where !value.isEmpty {
            edit.set(key.rawValue, in: RequestFileKey.group, to: value)
        }
        for action in actions {
            let group = "\(RequestFileKey.actionWord) \(action.identifier)"
            edit.set(RequestFileKey.labelKey, in: group, to: action.title)
            edit.set(RequestFileKey.urlKey, in: group, to: action.url ?? "")
        }
        guard time == nil, request.trigger != .immediate else { return edit.text }
        return "# Its time cannot be written here, and stays as it is.\n\(edit.text)"
    }

    private var content: Values {
        [
            (.title, request.content.title), (.subtitle, request.content.subtitle),
            (.body, request.content.body),
        ]
    }

    private var limits: Values {
        let options = request.options
        var values: Values = []
        if let until = options.until {
            let zone = (try? zones.zone(of: request.trigger)) ?? zones.local()
            values.append((.until, RFC3339.string(until, in: zone)))
        }
        if let times = options.times { values.append((.times, "\(times)")) }
        switch options.late {
        case nil: break
        case .show: values.append((.late, "show"))
        case .skip: values.append((.late, "skip"))
        case .within(let limit):
            values.append((.late, TimeSpan(microseconds: limit)?.description ?? ""))
        }
        if options.wakes { values.append((.wake, "true")) }
        values.append((.before, options.warningWords))
        values.append((.nag, options.nag?.words ?? ""))
        return values
    }

    private var rest: Values {
        let content = request.content
        var values: Values = []
        switch content.sound {
        case nil: break
        case .standard: values.append((.sound, "default"))
        case .named(let name): values.append((.sound, name))
        }
        if let badge = content.badge { values.append((.badge, "\(badge)")) }
        if content.interruptionLevel != .active {
            values.append((.level, content.interruptionLevel.rawValue))
        }
        values.append((.icon, request.bubble.icon ?? ""))
        if request.bubble.hasMarkup { values.append((.markup, "true")) }
        values.append((.open, request.openURL ?? ""))
        values.append((.run, request.run ?? ""))
        let snoozes = request.actions.filter(\.isPlainSnooze).compactMap(\.snooze)
        values.append(
            (
                .snooze,
                snoozes.compactMap { TimeSpan(microseconds: $0)?.description }.joined(
                    separator: ","
                )
            )
        )
        let reply = request.actions.first(where: \.isPlainReply)?.textInput?.placeholder
        values.append((.reply, reply ?? ""))
        values.append((.thread, content.threadIdentifier))
        values.append((.category, content.categoryIdentifier))
        return values
    }

    /// The buttons with a URL whose identifier can be the name of a group, each name once.
    private var actions: [NotificationAction] {
        var names: Set<String> = []
        return request.actions.filter { action in
            let group = "\(RequestFileKey.actionWord) \(action.identifier)"
            return NotificationRequest.ActionKind.url.has(action)
                && RequestFileKey.actionName(of: group) == action.identifier
                && !action.identifier.contains { "[]".contains($0) || $0.isNewline }
                && names.insert(action.identifier).inserted
        }
    }

    /// The keys of the time; `nil` if none describe it.
    private var time: Values? {
        // Without it a rule that fires really often is refused.
        let often: Values = request.trigger.firesReallyOften ? [(.reallyOften, "true")] : []
        return candidates.map { $0 + often }.first { values in
            var edit = KeyFileEdit("")
            for (key, value) in values {
                edit.set(key.rawValue, in: RequestFileKey.group, to: value)
            }
            guard let file = try? RequestFile(edit.text, identifier: "x", path: "x"),
                let zone = try? file.zone(zones)
            else { return false }
            guard let trigger = try? file.trigger(now: now, in: zone) else { return false }
            return trigger == unnamed || isSameDate(trigger)
        }
    }

    /// Whether a trigger fires once at the one date of the request's.
    private func isSameDate(_ trigger: NotificationTrigger) -> Bool {
        guard case .calendar(let calendar) = request.trigger, !calendar.repeats, !trigger.repeats,
            case .components(let components) = calendar.spec, components.year != nil,
            components.month != nil, components.day != nil,
            trigger.zoneIdentifier == calendar.zoneIdentifier,
            let zone = try? zones.zone(of: request.trigger)
        else { return false }
        return trigger.nextDate(after: now, added: now, in: zone)
            == request.trigger.nextDate(after: now, added: now, in: zone)
    }

    /// The trigger without the name of its place.
    private var unnamed: NotificationTrigger {
        guard case .location(var place) = request.trigger else { return request.trigger }
        place.region.identifier = ""
        return .location(place)
    }

    /// The ways to write the time, the plainest first.
    private var candidates: [Values] {
        switch request.trigger {
        case .immediate: return []
        case .timeInterval(let length, let repeats):
            guard let span = TimeSpan(microseconds: length)?.description else { return [] }
            return [[(repeats ? .every : .delay, span)]]
        case .calendar(let calendar): return candidates(of: calendar)
        case .location(let place):
            let (region, center) = (place.region, place.region.center)
            var values: Values = [
                (.near, "\(center.latitude),\(center.longitude),\(region.radius)")
            ]
            if region.notifyOnEntry, region.notifyOnExit { values.append((.onEntry, "true")) }
            if region.notifyOnExit { values.append((.onExit, "true")) }
            if place.firesInside { values.append((.ifInside, "true")) }
            if place.repeats { values.append((.repeats, "true")) }
            return [values]
        }
    }

    private func candidates(of calendar: CalendarTrigger) -> [Values] {
        var common: Values = []
        if let zone = calendar.timeZone { common.append((.timeZone, zone)) }
        if calendar.monthEnd { common.append((.monthEnd, "true")) }
        let once: Values = calendar.repeats ? [] : [(.repeats, "false")]
        switch calendar.spec {
        case .onCalendar(let text): return [[(.onCalendar, text)] + once + common]
        case .cron(let text): return [[(.cron, text)] + once + common]
        case .recurrence(let series):
            guard let rule = series.rule else { return [] }
            let days = series.excludedDays.map { "\($0)" }
            let dates: [(RequestFileKey, [String])] = [
                (.except, days + series.excluded.map { "\($0)" }),
                (.also, series.additional.map { "\($0)" }),
            ]
            return [
                [(.recurrenceRule, rule.text), (.starting, "\(series.start)")]
                    + dates.filter { !$0.1.isEmpty }.map { ($0, $1.joined(separator: "; ")) }
                    + once + common
            ]
        case .components(let components):
            let again: Values = calendar.repeats ? [(.repeats, "true")] : []
            let whole: Values = [(.components, components.json)] + again + common
            guard !calendar.repeats, let zone = try? zones.zone(of: request.trigger),
                let date = request.trigger.nextDate(after: now, added: now, in: zone)
            else { return [whole] }
            let wall = WallTime(date, in: zone)
            return [
                [(.date, "\(wall)")] + common, [(.date, RFC3339.string(date, in: FixedZone.utc))],
                whole,
            ]
        }
    }
}
