extension WrittenRequest {
    /// Writes a request; what no part can say is left out.
    ///
    /// - Parameter context: by which the texts are to mean the request again.
    package init(_ request: NotificationRequest, in context: WrittenContext) {
        self.init()
        for part in WrittenPart.allCases {
            add(part, part.texts(of: request))
        }
        for action in request.writtenButtons {
            add(button: action.identifier, label: action.title, url: action.url ?? "")
        }
        if let until = request.options.until {
            let zone = (try? context.zones.zone(of: request.trigger)) ?? context.zones.local()
            add(.until, RFC3339.string(until, in: zone))
        }
        guard let time = Self.time(of: request.trigger, in: context) else { return }
        add(time)
    }

    /// Returns the parts of the time; `nil` if none describe it.
    private static func time(
        of trigger: NotificationTrigger,
        in context: WrittenContext
    ) -> WrittenRequest? {
        candidates(of: trigger, in: context).map { candidate in
            var candidate = candidate
            // Without it a rule that fires really often is refused.
            candidate.add(.reallyOften, trigger.firesReallyOften)
            return candidate
        }.first { candidate in
            guard let read = try? candidate.trigger(in: context) else { return false }
            return read == trigger.unnamed || read.isSameDate(as: trigger, in: context)
        }
    }

    /// The ways to write a time, the plainest first.
    private static func candidates(
        of trigger: NotificationTrigger,
        in context: WrittenContext
    ) -> [WrittenRequest] {
        var written = WrittenRequest()
        switch trigger {
        case .immediate: return []
        case .timeInterval(let length, let repeats):
            written.add(repeats ? .every : .delay, TimeSpan.text(length))
            return [written]
        case .location(let place):
            let (region, center) = (place.region, place.region.center)
            written.add(.near, "\(center.latitude),\(center.longitude),\(region.radius)")
            written.add(.onEntry, region.notifyOnEntry && region.notifyOnExit)
            written.add(.onExit, region.notifyOnExit)
            written.add(.ifInside, place.firesInside)
            written.add(.repeats, place.repeats)
            return [written]
        case .calendar(let calendar):
            written.add(.zone, calendar.timeZone)
            written.add(.monthEnd, calendar.monthEnd)
            switch calendar.spec {
            case .onCalendar(let text): written.add(.on, text)
            case .cron(let text): written.add(.cron, text)
            case .components(let components):
                return dates(of: trigger, components, written, in: context)
            case .recurrence(let series):
                guard let rule = series.rule else { return [] }
                written.add(.rrule, rule.text)
                written.add(.starting, "\(series.start)")
                let except =
                    series.excludedDays.map { "\($0)" } + series.excluded.map { "\($0)" }
                written.add(.except, except)
                written.add(.also, series.additional.map { "\($0)" })
            }
            if !calendar.repeats { written.add(.repeats, "false") }
            return [written]
        }
    }

    /// The ways to write components: a date if they have one, or as they are.
    private static func dates(
        of trigger: NotificationTrigger,
        _ components: CalendarComponents,
        _ common: WrittenRequest,
        in context: WrittenContext
    ) -> [WrittenRequest] {
        var whole = common
        whole.add(.components, components.json)
        whole.add(.repeats, trigger.repeats)
        guard !trigger.repeats, let zone = try? context.zones.zone(of: trigger),
            let date = trigger.nextDate(after: context.now, added: context.now, in: zone)
        else { return [whole] }
        var wall = common
        wall.add(.at, "\(WallTime(date, in: zone))")
        var instant = WrittenRequest()
        instant.add(.at, RFC3339.string(date, in: FixedZone.utc))
        return [wall, instant, whole]
    }
}

extension NotificationTrigger {
    /// The trigger without the name of its place.
    fileprivate var unnamed: NotificationTrigger {
        guard case .location(var place) = self else { return self }
        place.region.identifier = ""
        return .location(place)
    }

    /// Whether it fires once at the one date of another one.
    fileprivate func isSameDate(as other: NotificationTrigger, in context: WrittenContext) -> Bool {
        guard case .calendar(let calendar) = other, !calendar.repeats, !repeats,
            case .components(let components) = calendar.spec, components.year != nil,
            components.month != nil, components.day != nil,
            zoneIdentifier == calendar.zoneIdentifier,
            let zone = try? context.zones.zone(of: other)
        else { return false }
        let now = context.now
        return nextDate(after: now, added: now, in: zone)
            == other.nextDate(after: now, added: now, in: zone)
    }
}
